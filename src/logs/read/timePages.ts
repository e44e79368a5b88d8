import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';
import { parseTimestamp } from '../logRow.ts';
import { type EntryPage, type LogSource, readEntryPages, type ServiceFilter } from './logSource.ts';

/** A range of E7 in ms, both ends included. No end: all there is. No start: as far back as the service answers. */
export interface TimePageRange extends ServiceFilter {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Readings of one full millisecond that may differ before the last one is taken as it is. */
const maxReadings = 10;

/**
 * Reads a range (E7) as leaves, of which only the last has no `nextToken`: each is one reply, and so a part of the log at one moment. The next one starts in the
 * millisecond where this one ended, so that every millisecond is whole in some leaf, and entries that arrive in the
 * meantime shift nothing. A leaf repeats what is in the last millisecond of the one before. Only a millisecond with
 * more entries than a page is read by tokens, until two readings agree. Where the service begins with the newest, each
 * leaf ends where the one before began.
 */
export async function* readTimePages(
  source: LogSource,
  { since, until, ...filter }: TimePageRange,
  signal: AbortSignal,
): AsyncGenerator<EntryPage> {
  let [from, to] = [since, until];
  while (from === undefined || to === undefined || from <= to) {
    const page = await readFirstNonEmptyPage(source, toPageRequest(filter, from, to), signal);
    yield page;
    if (page.nextToken === undefined) return;
    const { isNewestFirst = false } = page;
    const end = isNewestFirst ? findFirstTime(page.logs) : findLastTime(page.logs);
    if (end === undefined || end < (from ?? end) || (isNewestFirst && end > (to ?? end))) {
      // It doesn't answer by time. Then only tokens lead on.
      yield* readEntryPages(
        source,
        { ...toPageRequest(filter, from, to), nextToken: page.nextToken },
        signal,
      );
      return;
    }
    const isOneMillisecond = end === (isNewestFirst ? to : from);
    if (isOneMillisecond) {
      // If reading stops after this page, the order and the token determine the rest.
      const isLast = end === (isNewestFirst ? from : to);
      yield {
        ...(await readMillisecond(source, toPageRequest(filter, end, end), signal)),
        isNewestFirst,
        ...(!isLast && { nextToken: page.nextToken }),
      };
    }
    if (isNewestFirst) to = isOneMillisecond ? end - 1 : end;
    else from = isOneMillisecond ? end + 1 : end;
  }
}

function toPageRequest(filter: ServiceFilter, since: number | undefined, until: number | undefined) {
  return {
    ...filter,
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  };
}

/** A page may be empty and still have a successor. */
async function readFirstNonEmptyPage(
  source: LogSource,
  range: ReturnType<typeof toPageRequest>,
  signal: AbortSignal,
): Promise<EntryPage> {
  let empty: EntryPage = { logs: [] };
  for await (const page of readEntryPages(source, range, signal)) {
    if (page.logs.length > 0) return page;
    empty = page;
  }
  return { logs: [], ...omitUndefined({ serverTime: empty.serverTime }) };
}

async function readMillisecond(
  source: LogSource,
  range: ReturnType<typeof toPageRequest>,
  signal: AbortSignal,
): Promise<EntryPage> {
  let before: string | undefined;
  for (let readings = 1; ; readings++) {
    const replies: (readonly LogEntry[])[] = [];
    for await (const page of readEntryPages(source, range, signal)) {
      if (page.isNewestFirst) replies.unshift(page.logs);
      else replies.push(page.logs);
    }
    const logs = replies.flat();
    const said = logs
      .map((entry) => JSON.stringify(entry))
      .sort()
      .join('\n');
    if (replies.length === 1 || said === before || readings === maxReadings) return { logs };
    before = said;
  }
}

/** The time of the first entry that has one. */
export function findFirstTime(entries: Iterable<LogEntry>): number | undefined {
  for (const entry of entries) {
    const time = parseTimestamp(entry);
    if (time !== undefined) return time;
  }
  return undefined;
}

/** The time of the last entry that has one. */
export function findLastTime(entries: readonly LogEntry[]): number | undefined {
  return findFirstTime(entries.toReversed());
}
