import type { LogEntry } from '../../src/api/logEntries.ts';
import { createLoadEntries, loadTimes } from '../service/logs/loadEntries.ts';

const seed = 1;
const pageSize = 1000;

/**
 * Generates pages of log entries as JSON, like those of the sample service under load. Every entry has a
 * different text.
 */
export function* jsonPages(count: number): Generator<string> {
  const load = createLoadEntries(seed);
  const times = loadTimes(seed, count * pageSize, Date.UTC(2026, 0, 8));
  for (let page = 0; page < count; page++) {
    const logs = Array.from({ length: pageSize }, (_, index) => {
      const number = page * pageSize + index;
      return load.entry(number, times[number] ?? 0);
    });
    yield JSON.stringify({ logs });
  }
}

/** Parses a page into its entries. */
export function parsePage(json: string): LogEntry[] {
  const { logs }: { logs: LogEntry[] } = JSON.parse(json);
  return logs;
}
