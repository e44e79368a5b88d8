/** Where a row stands in a text. */
export interface PlacedRow {
  /** From 0. */
  readonly line: number;
  readonly lineCount: number;
  readonly type: string;
  readonly requestId?: string;
}

/** Lines that can be folded, both ends included; the first stays visible. */
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
 * The folds of a text: each entry of many lines, and each request from its first row to its last. A fold never hides
 * a part of another request: where two requests cross, neither folds; one within another does. In order of the
 * first lines, of which no two are the same.
 */
export function findFolds(rows: Iterable<PlacedRow>): Fold[] {
  const folds: Fold[] = [];
  const requests: RequestSpan[] = [];
  const latest = new Map<string, RequestSpan>();
  for (const { line, lineCount, type, requestId } of rows) {
    const end = line + lineCount - 1;
    if (lineCount > 1) folds.push({ start: line, end });
    if (requestId === undefined) continue;
    const known = latest.get(requestId);
    // A service that counts its requests again after a restart gives the same ids again.
    if (!known || (type === 'START' && known.isEnded)) {
      const request = { start: line, end, isEnded: type === 'END' };
      requests.push(request);
      latest.set(requestId, request);
    } else {
      known.end = end;
      known.isEnded ||= type === 'END';
    }
  }
  const crossing = findCrossingRequests(requests);
  const whole = requests.filter((request) => request.end > request.start && !crossing.has(request));
  const starts = new Set(whole.map(({ start }) => start));
  return [
    ...folds.filter(({ start }) => !starts.has(start)),
    ...whole.map(({ start, end }) => ({ start, end })),
  ].sort((a, b) => a.start - b.start);
}

/** The requests that begin or end within another without lying in it. */
function findCrossingRequests(requests: readonly RequestSpan[]): ReadonlySet<RequestSpan> {
  const crossing = new Set<RequestSpan>();
  const forwards = requests.map((request) => ({ request, start: request.start, end: request.end }));
  // Seen from the end of the text, the later of two that cross is the earlier.
  const backwards = requests.map((request) => ({ request, start: -request.end, end: -request.start }));
  for (const spans of [forwards, backwards]) {
    for (const request of findOvertakenRequests(spans)) crossing.add(request);
  }
  return crossing;
}

interface PlacedRequest {
  readonly request: RequestSpan;
  readonly start: number;
  readonly end: number;
}

/** The requests within which another begins that ends after them. In n log n steps. */
function findOvertakenRequests(spans: readonly PlacedRequest[]): RequestSpan[] {
  const byStart = spans.toSorted((a, b) => a.start - b.start);
  const open: PlacedRequest[] = [];
  const found: RequestSpan[] = [];
  let next = 0;
  for (const span of spans.toSorted((a, b) => a.end - b.end)) {
    for (let begun = byStart[next]; begun && begun.start <= span.end; begun = byStart[++next])
      open.push(begun);
    for (let last = open.at(-1); last && last.end < span.end; last = open.at(-1)) open.pop();
    const last = open.at(-1);
    if (last && last.start > span.start) found.push(span.request);
  }
  return found;
}
