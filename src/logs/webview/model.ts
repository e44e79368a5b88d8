import { type Filter, groupOf, type LevelGroup, matcher, noFilter } from '../filter.ts';
import { applyInserts, lowerBound } from '../inserts.ts';
import type { Insert, LogRow } from '../logRow.ts';

/** The page's copy of the loaded rows, and those of them that the filter lets through. */
export interface Model {
  readonly rows: readonly LogRow[];
  readonly shown: readonly LogRow[];
  readonly filter: Filter;
  /** Loaded rows by level button. */
  readonly counts: Readonly<Record<LevelGroup, number>>;
  reset(rows: readonly LogRow[]): void;
  /** Answers how many of the rows are shown after the last one shown before. */
  insert(inserts: readonly Insert[]): number;
  setFilter(filter: Filter): void;
  /** Index of the row among those shown; -1 if it is not. */
  indexOf(row: { readonly id: number; readonly time: number }): number;
}

/** Makes a model without rows. */
export function createModel(): Model {
  let rows: LogRow[] = [];
  let shown: LogRow[] = [];
  let filter = noFilter;
  let matches = matcher(filter);
  let counts = noCounts();

  function count(fresh: readonly LogRow[]): void {
    for (const { type } of fresh) counts[groupOf(type)]++;
  }

  return {
    get rows() {
      return rows;
    },
    get shown() {
      return shown;
    },
    get filter() {
      return filter;
    },
    get counts() {
      return counts;
    },
    reset(next) {
      rows = [...next];
      shown = rows.filter(matches);
      counts = noCounts();
      count(rows);
    },
    insert(inserts) {
      const last = shown.at(-1);
      rows = applyInserts(rows, inserts);
      for (const { rows: fresh } of inserts) count(fresh);
      const tail = inserts.at(-1);
      const isTailOnly = inserts.length === 1 && tail && tail.at + tail.rows.length === rows.length;
      if (isTailOnly) for (const row of tail.rows.filter(matches)) shown.push(row);
      else shown = rows.filter(matches);
      return last ? shown.length - 1 - shown.lastIndexOf(last) : shown.length;
    },
    setFilter(next) {
      filter = next;
      matches = matcher(next);
      shown = rows.filter(matches);
    },
    indexOf({ id, time }) {
      for (let index = lowerBound(shown, time); shown[index]?.time === time; index++) {
        if (shown[index]?.id === id) return index;
      }
      return -1;
    },
  };
}

function noCounts(): Record<LevelGroup, number> {
  return { ERROR: 0, WARNING: 0, INFO: 0, DEBUG: 0, OTHER: 0 };
}
