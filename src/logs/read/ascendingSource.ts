import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';
import { parseTimestamp } from '../logRow.ts';
import { type EntryPage, type EntryPageRequest, type LogSource, readEntryPages } from './logSource.ts';

/**
 * Creates a source whose pages are in ascending order. The specification doesn't define the order of a response. If the
 * service begins with the newest entries, pages have `isNewestFirst`, because their token leads to older entries.
 */
export function toAscendingSource(source: LogSource): LogSource {
  // `environments.getLogs` and `environments.getLatestLogs` can have different orders.
  const orders = { latest: createEntryOrder(), page: createEntryOrder() };
  const ordered = (from: LogSource): LogSource => ({
    readLatest: async (filter, signal) => {
      const page = await from.readLatest(filter, signal);
      orders.latest.observe(parseTimestamps(page.logs));
      return orders.latest.toAscending(page);
    },
    readPage: async (request, signal) => {
      const page = await from.readPage(request, signal);
      orders.page.observe(parseTimestamps(page.logs));
      if (!orders.page.isKnown) await observeMorePages(from, orders.page, { request, page, signal });
      return orders.page.toAscending(page);
    },
  });
  return {
    ...ordered(source),
    ...omitUndefined({ withoutRetries: source.withoutRetries && ordered(source.withoutRetries) }),
  };
}

/** Number of ordered pairs after which the order is certain. */
const certainBalance = 2000;

interface EntryOrder {
  /** Whether two different times were observed in sequence. */
  readonly isKnown: boolean;
  /** Records the times of a response in milliseconds, in their order. */
  observe(times: readonly number[]): void;
  /** Returns the page in ascending order. */
  toAscending(page: EntryPage): EntryPage;
}

/** Creates a detector that follows the majority of pairs, because single entries can be late. */
function createEntryOrder(): EntryOrder {
  let balance = 0;
  let isKnown = false;
  return {
    get isKnown() {
      return isKnown;
    },
    observe(times) {
      const steps = times.slice(1).map((time, index) => Math.sign(time - (times[index] ?? time)));
      isKnown ||= steps.some((step) => step !== 0);
      if (Math.abs(balance) < certainBalance) balance += steps.reduce((sum, step) => sum + step, 0);
    },
    toAscending(page) {
      return balance < 0 ? { ...page, logs: page.logs.toReversed(), isNewestFirst: true } : page;
    },
  };
}

/**
 * Determines the order if a page contains only one millisecond. Reads on until there is another time, and then reads
 * the first page again: the time it begins with shows the order. The positions of both times wouldn't, because new
 * entries shift them.
 */
async function observeMorePages(
  source: LogSource,
  order: EntryOrder,
  { request, page, signal }: { request: EntryPageRequest; page: EntryPage; signal: AbortSignal },
): Promise<void> {
  const [time] = parseTimestamps(page.logs);
  if (time === undefined || page.nextToken === undefined) return;
  let other = time;
  for await (const { logs } of readEntryPages(source, { ...request, nextToken: page.nextToken }, signal)) {
    order.observe(parseTimestamps(logs));
    other = parseTimestamps(logs).find((one) => one !== time) ?? other;
    if (order.isKnown) return;
    if (other !== time) break;
  }
  if (other === time) return;
  const { nextToken: _, ...range } = request;
  for await (const { logs } of readEntryPages(source, range, signal)) {
    const times = parseTimestamps(logs);
    const [first] = times;
    if (first === undefined) continue;
    const [older, newer] = [Math.min(time, other), Math.max(time, other)];
    order.observe(times);
    if (!order.isKnown && first <= older) order.observe([older, newer]);
    if (!order.isKnown && first >= newer) order.observe([newer, older]);
    return;
  }
}

function parseTimestamps(entries: readonly LogEntry[]): number[] {
  return entries.flatMap((entry) => parseTimestamp(entry) ?? []);
}
