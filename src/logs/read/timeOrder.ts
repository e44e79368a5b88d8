import type { LogEntry } from '../../api/logEntries.ts';
import { timeOf } from '../logRow.ts';
import type { LogPage, LogSource } from './source.ts';

/**
 * The same source, with every page in ascending order. The specification does not say in which order a service answers:
 * of one that begins with the newest, pages say so (`isNewestFirst`), as a token leads to older entries then.
 */
export function inOrderOfTime(source: LogSource): LogSource {
  // E7 may have another order than E8; a page within one millisecond has that of those before.
  const orders = { latest: createOrder(), page: createOrder() };
  const ordered = (from: LogSource): LogSource => ({
    latest: async (filter, signal) => orders.latest(await from.latest(filter, signal)),
    page: async (request, signal) => orders.page(await from.page(request, signal)),
  });
  return { ...ordered(source), ...(source.once && { once: ordered(source.once) }) };
}

/** So much of one order tells it for good. */
const certain = 2000;

/** Turns pages round that begin with the newest, by most of what was seen: single entries may be late. */
function createOrder(): (page: LogPage) => LogPage {
  let balance = 0;
  return (page) => {
    if (Math.abs(balance) < certain) balance += rises(page.logs);
    return balance < 0 ? { ...page, logs: page.logs.toReversed(), isNewestFirst: true } : page;
  };
}

/** How often the time goes up from one entry to the next, less how often it goes down. */
function rises(entries: readonly LogEntry[]): number {
  const times = entries.flatMap((entry) => timeOf(entry) ?? []);
  return times.reduce((sum, time, index) => sum + Math.sign(time - (times[index - 1] ?? time)), 0);
}
