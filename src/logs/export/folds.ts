/** The lines of a row in a text. */
export interface RowLines {
  /** Index of the first line, from 0. */
  readonly line: number;
  readonly lineCount: number;
  readonly type: string;
  readonly requestId?: string;
}

/** A range of lines that can be folded, both ends included. The first line stays visible. */
export interface Fold {
  readonly start: number;
  readonly end: number;
}

interface RequestSpan {
  readonly start: number;
  end: number;
  isEnded: boolean;
}

/**
 * Returns the folding ranges of a text, sorted by their first lines, which are unique: one for each entry with several
 * lines, and one for each request. A range never hides a part of another request, so requests that overlap without
 * nesting aren't folded.
 */
export function findFolds(rows: Iterable<RowLines>): Fold[] {
  const folds: Fold[] = [];
  const requests: RequestSpan[] = [];
  const latest = new Map<string, RequestSpan>();
  for (const { line, lineCount, type, requestId } of rows) {
    const end = line + lineCount - 1;
    if (lineCount > 1) folds.push({ start: line, end });
    if (requestId === undefined) continue;
    const request = latest.get(requestId);
    // A START entry after the end begins another request, because a server that restarts can use its request IDs again.
    if (!request || (type === 'START' && request.isEnded)) {
      const newRequest = { start: line, end, isEnded: type === 'END' };
      requests.push(newRequest);
      latest.set(requestId, newRequest);
    } else {
      request.end = end;
      request.isEnded ||= type === 'END';
    }
  }
  const crossing = findCrossingRequests(requests);
  const foldable = requests.filter((request) => request.end > request.start && !crossing.has(request));
  const starts = new Set(foldable.map(({ start }) => start));
  return [
    ...folds.filter(({ start }) => !starts.has(start)),
    ...foldable.map(({ start, end }) => ({ start, end })),
  ].sort((a, b) => a.start - b.start);
}

/** Returns the requests that overlap another request without nesting. */
function findCrossingRequests(requests: readonly RequestSpan[]): ReadonlySet<RequestSpan> {
  const crossing = new Set<RequestSpan>();
  const forwards = requests.map((request) => ({ request, start: request.start, end: request.end }));
  // In reverse order, the later one of two overlapping requests comes first.
  const backwards = requests.map((request) => ({ request, start: -request.end, end: -request.start }));
  for (const spans of [forwards, backwards]) {
    for (const request of findOvertakenRequests(spans)) crossing.add(request);
  }
  return crossing;
}

interface RequestInterval {
  readonly request: RequestSpan;
  readonly start: number;
  readonly end: number;
}

/** Returns the requests in which another request begins that ends later. Takes O(n log n) time. */
function findOvertakenRequests(spans: readonly RequestInterval[]): RequestSpan[] {
  const byStart = spans.toSorted((a, b) => a.start - b.start);
  const open: RequestInterval[] = [];
  const overtaken: RequestSpan[] = [];
  let next = 0;
  for (const span of spans.toSorted((a, b) => a.end - b.end)) {
    for (let started = byStart[next]; started && started.start <= span.end; started = byStart[++next])
      open.push(started);
    for (let last = open.at(-1); last && last.end < span.end; last = open.at(-1)) open.pop();
    const last = open.at(-1);
    if (last && last.start > span.start) overtaken.push(span.request);
  }
  return overtaken;
}
