import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';
import { parseTimestamp } from '../logRow.ts';
import { type EntryPage, type EntryPageRequest, type LogSource, readEntryPages } from './logSource.ts';

/**
 * The same source, with every page in ascending order. The specification doesn't say in which order a service answers:
 * of one that begins with the newest, pages say so (`isNewestFirst`), as a token leads to older entries then.
 */
export function toAscendingSource(source: LogSource): LogSource {
  // E7 may have another order than E8.
  const orders = { latest: createEntryOrder(), page: createEntryOrder() };
  const ordered = (from: LogSource): LogSource => ({
    latest: async (filter, signal) => {
      const page = await from.latest(filter, signal);
      orders.latest.observe(parseTimestamps(page.logs));
      return orders.latest.toAscending(page);
    },
    page: async (request, signal) => {
      const page = await from.page(request, signal);
      orders.page.observe(parseTimestamps(page.logs));
      if (!orders.page.isKnown) await observeMorePages(from, orders.page, { request, page, signal });
      return orders.page.toAscending(page);
    },
  });
  return { ...ordered(source), ...omitUndefined({ once: source.singleTry && ordered(source.singleTry) }) };
}

/** So much of one order tells it for good. */
const certainBalance = 2000;

interface EntryOrder {
  /** Two times were seen one after the other. */
  readonly isKnown: boolean;
  /** Times of entries as they came in one reply, ms. */
  observe(times: readonly number[]): void;
  /** The page in ascending order. */
  toAscending(page: EntryPage): EntryPage;
}

/** By most of what was seen: single entries may be late. */
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
 * A page within one millisecond doesn't tell the order. Behind it there are other times: of these two, the service
 * begins with the older or with the newer, as its first page says when it is asked for once more. The places of both
 * alone would not say it, since what arrives in the meantime shifts them.
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
