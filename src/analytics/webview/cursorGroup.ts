/** The time range at the cursor of a chart, in milliseconds since the epoch, with its text. */
export interface CursorRange {
  readonly from: number;
  /** The end, which the range doesn't include. */
  readonly to: number;
  readonly text: string;
}

/** The charts of a page, which all show their values at the cursor of one of them. */
export interface CursorGroup {
  /**
   * Adds a chart. `show` is called with the range at the cursor of another chart, or with `undefined` if there is none.
   * Returns a function that shares the range at the chart's own cursor.
   */
  add(show: (range: CursorRange | undefined) => void): (range: CursorRange | undefined) => void;
}

export function createCursorGroup(): CursorGroup {
  const members = new Set<(range: CursorRange | undefined) => void>();
  return {
    add(show) {
      members.add(show);
      return (range) => {
        for (const showInOther of members) if (showInOther !== show) showInOther(range);
      };
    },
  };
}

/** Returns the first and the last interval that overlap a range, or `undefined` if there are none. */
export function findIntervals(
  { times, ends }: { readonly times: readonly number[]; readonly ends: readonly number[] },
  { from, to }: Pick<CursorRange, 'from' | 'to'>,
): readonly [number, number] | undefined {
  const first = times.findIndex((time, index) => time < to && (ends[index] ?? time) > from);
  const last = times.findLastIndex((time, index) => time < to && (ends[index] ?? time) > from);
  return first < 0 ? undefined : [first, last];
}
