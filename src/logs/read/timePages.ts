import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';
import { parseTimestamp } from '../logRow.ts';
import { type EntryPage, type LogSource, readEntryPages, type ServiceFilter } from './logSource.ts';

/**
 * A time range of `environments.getLogs` in milliseconds, both ends included. Without `until`, it ends with the newest
 * entry. Without `since`, it begins with the oldest one.
 */
export interface TimePageRange extends ServiceFilter {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Maximum number of attempts to read a full millisecond consistently. */
const maxReadings = 10;

/**
 * Reads a range (`environments.getLogs`) as pages, of which only the last one has no `nextToken`. Each page is one
 * response, and thus a consistent part of the log. The next page starts with the millisecond in which this one ended,
 * so that every millisecond is complete in some page, and entries that arrive in the meantime shift nothing. A page
 * therefore repeats the last millisecond of the page before. Only a millisecond with more entries than a page is read
 * with tokens, until two attempts agree. If the service begins with the newest entries, each page ends where the one
 * before began.
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
    const end = findReachedTime(page);
    if (end === undefined || isOutside(end, from, isNewestFirst ? to : undefined)) {
      // The service doesn't filter by time, so only tokens work.
      yield* readEntryPages(
        source,
        { ...toPageRequest(filter, from, to), nextToken: page.nextToken },
        signal,
      );
      return;
    }
    const isOneMillisecond = end === (isNewestFirst ? to : from);
    if (isOneMillisecond) {
      const logs = await readMillisecond(source, toPageRequest(filter, end, end), signal);
      // If reading stops after this page, the order and the token determine the rest.
      const isLast = end === (isNewestFirst ? from : to);
      yield { logs, isNewestFirst, ...(!isLast && { nextToken: page.nextToken }) };
    }
    const step = isOneMillisecond ? 1 : 0;
    if (isNewestFirst) to = end - step;
    else from = end + step;
  }
}

/** Returns the time at which a page ends, in the order of the service. */
function findReachedTime({ logs, isNewestFirst }: EntryPage): number | undefined {
  return isNewestFirst ? findFirstTime(logs) : findLastTime(logs);
}

function isOutside(time: number, from: number | undefined, to: number | undefined): boolean {
  return (from !== undefined && time < from) || (to !== undefined && time > to);
}

function toPageRequest(filter: ServiceFilter, since: number | undefined, until: number | undefined) {
  return {
    ...filter,
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  };
}

/** Returns the first page with entries. An empty page can have a successor. */
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
): Promise<readonly LogEntry[]> {
  let before: string | undefined;
  for (let readings = 1; ; readings++) {
    const replies: (readonly LogEntry[])[] = [];
    for await (const page of readEntryPages(source, range, signal)) {
      if (page.isNewestFirst) replies.unshift(page.logs);
      else replies.push(page.logs);
    }
    const logs = replies.flat();
    const current = logs
      .map((entry) => JSON.stringify(entry))
      .sort()
      .join('\n');
    if (replies.length === 1 || current === before || readings === maxReadings) return logs;
    before = current;
  }
}

/** Returns the time of the first entry with a timestamp. */
export function findFirstTime(entries: Iterable<LogEntry>): number | undefined {
  for (const entry of entries) {
    const time = parseTimestamp(entry);
    if (time !== undefined) return time;
  }
  return undefined;
}

/** Returns the time of the last entry with a timestamp. */
export function findLastTime(entries: readonly LogEntry[]): number | undefined {
  return findFirstTime(entries.toReversed());
}
