import { type LogEntry, type LogFilter, passes } from './logEntry.ts';

/** An environment's entries, ascending by timestamp; entries of one millisecond stay in the order of arrival. */
export interface LogStore {
  readonly size: number;
  add(entries: readonly LogEntry[]): void;
  /** Those from `since` to `until`, both included, in milliseconds since the epoch. */
  between(since: number, until: number, filter: LogFilter): LogEntry[];
  /** The newest `count`, ascending. */
  latest(count: number, filter: LogFilter): LogEntry[];
}

/** Above this, the oldest entries go: a service left running must not grow without end. */
const capacity = 200_000;

export function createLogStore(): LogStore {
  let entries: LogEntry[] = [];
  let times: number[] = [];

  const addOne = (entry: LogEntry): void => {
    const time = Date.parse(entry.timestamp);
    const isNewest = times.length === 0 || time >= (times.at(-1) ?? 0);
    const index = isNewest ? times.length : firstAfter(times, time);
    entries.splice(index, 0, entry);
    times.splice(index, 0, time);
  };

  return {
    get size() {
      return entries.length;
    },
    add: (added) => {
      for (const entry of added) addOne(entry);
      if (entries.length > capacity) {
        entries = entries.slice(-capacity * 0.9);
        times = times.slice(-capacity * 0.9);
      }
    },
    between: (since, until, filter) =>
      entries
        .slice(firstAfter(times, since - 1), firstAfter(times, until))
        .filter((entry) => passes(filter, entry)),
    latest: (count, filter) => {
      const found: LogEntry[] = [];
      for (let index = entries.length - 1; index >= 0 && found.length < count; index--) {
        const entry = entries[index];
        if (entry && passes(filter, entry)) found.push(entry);
      }
      return found.reverse();
    },
  };
}

/** The first index whose time is after `time`. */
function firstAfter(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
