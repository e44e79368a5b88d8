import type { Insert, LogRow } from './logRow.ts';

/** Where a fresh row goes among rows of the same millisecond: before those already there, or after. */
export type Tie = 'before' | 'after';

/**
 * Finds the places of `fresh` among `rows`, both in order of time, as runs in ascending order. Rows never
 * change their order among themselves.
 */
export function placeRows(rows: readonly LogRow[], fresh: readonly LogRow[], tie: Tie): Insert[] {
  const inserts: Insert[] = [];
  let run: { at: number; rows: LogRow[]; place: number } | undefined;
  let from = 0;
  fresh.forEach((row, placed) => {
    const place = tie === 'before' ? lowerBound(rows, row.time, from) : upperBound(rows, row.time, from);
    from = place;
    if (run?.place === place) {
      run.rows.push(row);
    } else {
      run = { at: place + placed, rows: [row], place };
      inserts.push(run);
    }
  });
  return inserts.map(({ at, rows: placed }) => ({ at, rows: placed }));
}

/** Puts runs into place. Host and webview use the same code, so that both always hold the same order. */
export function applyInserts(rows: LogRow[], inserts: readonly Insert[]): LogRow[] {
  const [only] = inserts;
  if (!only) return rows;
  if (inserts.length === 1 && only.at === rows.length) {
    for (const row of only.rows) rows.push(row);
    return rows;
  }
  const result: LogRow[] = [];
  let next = 0;
  for (const { at, rows: placed } of inserts) {
    while (result.length < at && next < rows.length) {
      const row = rows[next++];
      if (row) result.push(row);
    }
    for (const row of placed) result.push(row);
  }
  for (const row of rows.slice(next)) result.push(row);
  return result;
}

/** Index of the first row at or after `time`. */
export function lowerBound(rows: readonly LogRow[], time: number, from = 0): number {
  return search(rows, from, (row) => row.time >= time);
}

/** Index of the first row after `time`. */
export function upperBound(rows: readonly LogRow[], time: number, from = 0): number {
  return search(rows, from, (row) => row.time > time);
}

function search(rows: readonly LogRow[], from: number, isReached: (row: LogRow) => boolean): number {
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row && isReached(row)) high = middle;
    else low = middle + 1;
  }
  return low;
}
