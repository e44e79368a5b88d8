/** The columns by which requests can be sorted. */
export const sortColumns = ['time', 'duration', 'errors'] as const;
export type SortColumn = (typeof sortColumns)[number];

/** The order of a list that is grouped by request. */
export interface RequestSort {
  readonly by: SortColumn;
  readonly isDescending: boolean;
}

export const timeOrder: RequestSort = { by: 'time', isDescending: false };

/** Whether new entries are added at the end, so that the list can follow them. */
export function isTimeOrder({ by, isDescending }: RequestSort): boolean {
  return by === 'time' && !isDescending;
}

/** Returns the order after the user selects a column: first the highest values, except for the time. */
export function toggleSort({ by, isDescending }: RequestSort, column: SortColumn): RequestSort {
  return { by: column, isDescending: by === column ? !isDescending : column !== 'time' };
}

/** Whether a list with these options isn't in the order of time, so that it can't follow new entries. */
export function isOutOfTimeOrder({
  isGrouped,
  sort,
}: {
  readonly isGrouped: boolean;
  readonly sort: RequestSort;
}): boolean {
  return isGrouped && !isTimeOrder(sort);
}
