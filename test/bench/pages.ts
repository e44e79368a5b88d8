import type { LogEntry } from '../../src/api/logEntries.ts';
import { createLoadEntries, loadTimes } from '../service/logs/loadEntries.ts';

const seed = 1;
const pageSize = 1000;

/** Pages as the sample service under load answers them, as the JSON that comes over the wire. Every entry has its own text. */
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

/** The entries of a page. */
export function parsePage(json: string): LogEntry[] {
  const { logs }: { logs: LogEntry[] } = JSON.parse(json);
  return logs;
}
