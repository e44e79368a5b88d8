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
const maxAttempts = 10;

/**
 * Reads a range (`environments.getLogs`) as pages, of which only the last one has no `nextToken`. Each page is one
 * response, and thus a consistent part of the log. A page starts with the millisecond in which the previous one ended,
 * and repeats its entries. Thus every millisecond is complete in some page, and entries that arrive in the meantime
 * can't shift others from one page to the next. Only a millisecond with more entries than a page is read with tokens,
 * until two attempts agree. If the service begins with the newest entries, a page ends with the millisecond in which
 * the previous one began.
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
      // The caller needs the order and the token if it stops reading after this page.
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
  let emptyPage: EntryPage = { logs: [] };
  for await (const page of readEntryPages(source, range, signal)) {
    if (page.logs.length > 0) return page;
    emptyPage = page;
  }
  return { logs: [], ...omitUndefined({ serverTime: emptyPage.serverTime }) };
}

async function readMillisecond(
  source: LogSource,
  range: ReturnType<typeof toPageRequest>,
  signal: AbortSignal,
): Promise<readonly LogEntry[]> {
  let previousText: string | undefined;
  for (let attempt = 1; ; attempt++) {
    const pages: (readonly LogEntry[])[] = [];
    for await (const page of readEntryPages(source, range, signal)) {
      if (page.isNewestFirst) pages.unshift(page.logs);
      else pages.push(page.logs);
    }
    const logs = pages.flat();
    const text = logs
      .map((entry) => JSON.stringify(entry))
      .sort()
      .join('\n');
    if (pages.length === 1 || text === previousText || attempt === maxAttempts) return logs;
    previousText = text;
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
