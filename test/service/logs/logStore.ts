import type { LoadEntries } from './loadEntries.ts';
import { createLogColumns, type LogColumns } from './logColumns.ts';
import { type LogEntry, type LogFilter, passesLevels, passesSearch } from './logEntry.ts';

/** A part of the entries from `since` to `until` (inclusive), in milliseconds since the epoch. */
interface PageQuery {
  readonly since: number;
  readonly until: number;
  readonly filter: LogFilter;
  /** Number of matching entries to skip. */
  readonly offset: number;
  readonly limit: number;
}

/**
 * The entries of an environment, ascending by timestamp. Entries of one millisecond are in the order of
 * arrival.
 */
export interface LogStore {
  readonly size: number;
  add(entries: readonly LogEntry[]): void;
  /** Adds load entries, with numbers from `first` on. */
  addLoad(first: number, times: Float64Array): void;
  page(query: PageQuery): { readonly entries: LogEntry[]; readonly isLast: boolean };
  /** Returns the entries from `since` to `until` (inclusive), in milliseconds since the epoch. */
  between(since: number, until: number, filter: LogFilter): LogEntry[];
  /** Returns the newest `count` entries, ascending. */
  latest(count: number, filter: LogFilter): LogEntry[];
}

interface LogStoreOptions {
  /**
   * Maximum number of entries. Above it, the oldest tenth is deleted, because a service can run for a long
   * time.
   */
  readonly capacity: number;
  /** The entries with the numbers of `addLoad`. */
  readonly load?: LoadEntries;
}

export function createLogStore({ capacity, load }: LogStoreOptions): LogStore {
  const columns = createLogColumns();
  /** The added entries, with numbers below 0. Load entries are created on demand. */
  const writtenEntries = new Map<number, LogEntry>();
  let lastWritten = 0;
  let version = 0;
  /** The position after the last page. While nothing changes, a search can continue there. */
  let resume = { key: '', offset: 0, index: 0 };

  const changed = (): void => {
    version++;
    if (columns.size <= capacity) return;
    const surplus = columns.size - Math.floor(capacity * 0.9);
    for (let index = 0; index < surplus; index++) writtenEntries.delete(columns.numberAt(index));
    columns.dropFirst(surplus);
  };

  const { entryAt, passes } = createEntryReader(columns, writtenEntries, load);

  const page: LogStore['page'] = ({ since, until, filter, offset, limit }) => {
    const end = columns.firstAfter(until);
    const start = columns.firstAfter(since - 1);
    if (filter.levels === undefined && filter.search === undefined) {
      const from = Math.min(start + offset, end);
      const to = Math.min(from + limit, end);
      return { entries: createRange(from, to).map(entryAt), isLast: to === end };
    }
    const key = JSON.stringify([version, since, until, filter]);
    const isNext = resume.key === key && resume.offset === offset;
    let skip = isNext ? 0 : offset;
    const entries: LogEntry[] = [];
    for (let index = isNext ? resume.index : start; index < end; index++) {
      if (!passes(filter, index) || skip-- > 0) continue;
      if (entries.length === limit) {
        resume = { key, offset: offset + limit, index };
        return { entries, isLast: false };
      }
      entries.push(entryAt(index));
    }
    return { entries, isLast: true };
  };

  return {
    get size() {
      return columns.size;
    },
    add: (added) => {
      const numbers = added.map((entry) => {
        writtenEntries.set(--lastWritten, entry);
        return lastWritten;
      });
      columns.insert(
        added.map(({ timestamp }) => Date.parse(timestamp)),
        numbers,
      );
      changed();
    },
    addLoad: (first, times) => {
      columns.insert(
        times,
        times.map((_, index) => first + index),
      );
      changed();
    },
    page,
    between: (since, until, filter) =>
      page({ since, until, filter, offset: 0, limit: Number.POSITIVE_INFINITY }).entries,
    latest: (count, filter) => {
      const matches: LogEntry[] = [];
      for (let index = columns.size - 1; index >= 0 && matches.length < count; index--) {
        if (passes(filter, index)) matches.push(entryAt(index));
      }
      return matches.reverse();
    },
  };
}

/** Reads added entries, and creates load entries on demand. */
function createEntryReader(
  columns: LogColumns,
  writtenEntries: ReadonlyMap<number, LogEntry>,
  load: LoadEntries | undefined,
) {
  return {
    entryAt(index: number): LogEntry {
      const number = columns.numberAt(index);
      const entry = writtenEntries.get(number) ?? load?.entry(number, columns.timeAt(index));
      if (!entry) throw new Error(`No entry ${number}`);
      return entry;
    },
    /** Whether the entry at an index matches a filter. Doesn't create the whole entry. */
    passes(filter: LogFilter, index: number): boolean {
      const number = columns.numberAt(index);
      const added = number < 0 ? writtenEntries.get(number) : undefined;
      if (!passesLevels(filter, added?.type ?? load?.type(number) ?? '')) return false;
      return (
        filter.search === undefined || passesSearch(filter, added ? added.content : load?.content(number))
      );
    },
  };
}

function createRange(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
