import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';
import { parseTimestamp } from '../logRow.ts';
import { type EntryPage, type EntryPageRequest, type LogSource, readEntryPages } from './logSource.ts';

/**
 * Creates a source whose pages are in ascending order. The specification doesn't define the order of a response. If the
 * service begins with the newest entries, pages have `isNewestFirst`, because their tokens lead to older entries.
 */
export function toAscendingSource(source: LogSource): LogSource {
  // `environments.getLogs` and `environments.getLatestLogs` can have different orders.
  const orders = { latest: createEntryOrder(), page: createEntryOrder() };
  const toOrdered = (original: LogSource): LogSource => ({
    readLatest: async (filter, signal) => {
      const page = await original.readLatest(filter, signal);
      orders.latest.observe(parseTimestamps(page.logs));
      return orders.latest.toAscending(page);
    },
    readPage: async (request, signal) => {
      const page = await original.readPage(request, signal);
      orders.page.observe(parseTimestamps(page.logs));
      if (!orders.page.isKnown) await observeMorePages(original, orders.page, { request, page, signal });
      return orders.page.toAscending(page);
    },
  });
  return {
    ...toOrdered(source),
    ...omitUndefined({ withoutRetries: source.withoutRetries && toOrdered(source.withoutRetries) }),
  };
}

/** The order is certain if this many more pairs of consecutive entries have one order than the other. */
const certainMajority = 2000;

interface EntryOrder {
  /** Whether two consecutive entries with different times were observed. */
  readonly isKnown: boolean;
  /** Records the times of a response, in the order of its entries. */
  observe(times: readonly number[]): void;
  /** Returns the page in ascending order. */
  toAscending(page: EntryPage): EntryPage;
}

/** Detects the order of the majority of consecutive entries, because single entries can be late. */
function createEntryOrder(): EntryOrder {
  let majority = 0;
  let isKnown = false;
  return {
    get isKnown() {
      return isKnown;
    },
    observe(times) {
      const directions = times.slice(1).map((time, index) => Math.sign(time - (times[index] ?? time)));
      isKnown ||= directions.some((direction) => direction !== 0);
      if (Math.abs(majority) < certainMajority)
        majority += directions.reduce((sum, direction) => sum + direction, 0);
    },
    toAscending(page) {
      return majority < 0 ? { ...page, logs: page.logs.toReversed(), isNewestFirst: true } : page;
    },
  };
}

/**
 * Determines the order if all entries of a page have the same time. Reads more pages until one contains another time,
 * and then reads the first page again: the time with which it begins shows the order. The order of the pages alone
 * isn't reliable, because new entries shift them.
 */
async function observeMorePages(
  source: LogSource,
  order: EntryOrder,
  { request, page, signal }: { request: EntryPageRequest; page: EntryPage; signal: AbortSignal },
): Promise<void> {
  const [time] = parseTimestamps(page.logs);
  if (time === undefined || page.nextToken === undefined) return;
  let otherTime = time;
  for await (const { logs } of readEntryPages(source, { ...request, nextToken: page.nextToken }, signal)) {
    order.observe(parseTimestamps(logs));
    otherTime = parseTimestamps(logs).find((candidate) => candidate !== time) ?? otherTime;
    if (order.isKnown) return;
    if (otherTime !== time) break;
  }
  if (otherTime === time) return;
  const { nextToken: _, ...range } = request;
  for await (const { logs } of readEntryPages(source, range, signal)) {
    const times = parseTimestamps(logs);
    const [first] = times;
    if (first === undefined) continue;
    const [older, newer] = [Math.min(time, otherTime), Math.max(time, otherTime)];
    order.observe(times);
    if (!order.isKnown && first <= older) order.observe([older, newer]);
    if (!order.isKnown && first >= newer) order.observe([newer, older]);
    return;
  }
}

function parseTimestamps(entries: readonly LogEntry[]): number[] {
  return entries.flatMap((entry) => parseTimestamp(entry) ?? []);
}
