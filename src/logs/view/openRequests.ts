import { canHideRows } from '../filter.ts';
import type { LogStore } from '../store/logStore.ts';
import type { FilteredRows } from './filteredRows.ts';

/** The expanded requests of a grouped list: those with matches, unless the user expanded or collapsed a request. */
export interface OpenRequests {
  /** Expands or collapses a request permanently, independent of the filter. */
  setOpen(requestId: string, isOpen: boolean): void;
  /**
   * Returns a function that returns whether the request with a code is expanded. Valid until the next change of the
   * store.
   */
  computeIsOpen(filteredRows: Pick<FilteredRows, 'filter' | 'slots' | 'hits'>): (code: number) => boolean;
}

/** `hasOnlySearchResults` returns whether all rows of the store are search results of the service. */
export function createOpenRequests({ columns }: LogStore, hasOnlySearchResults: () => boolean): OpenRequests {
  const setByUser = new Map<string, boolean>();
  return {
    setOpen: (requestId, isOpen) => void setByUser.set(requestId, isOpen),
    computeIsOpen(filteredRows) {
      const codesWithMatches = new Set<number>();
      for (const slot of findMatchedRows(filteredRows, hasOnlySearchResults()) ?? [])
        codesWithMatches.add(columns.requestCodes[slot] ?? 0);
      const isOpen = columns.requestIds.texts.map(
        (id, code) => setByUser.get(id) ?? codesWithMatches.has(code),
      );
      return (code) => isOpen[code] ?? false;
    },
  };
}

/** Returns the matching rows, or `undefined` without a search. A time range alone isn't a search. */
function findMatchedRows(
  { filter, slots, hits }: Pick<FilteredRows, 'filter' | 'slots' | 'hits'>,
  hasOnlySearchResults: boolean,
): Uint32Array | undefined {
  const { time: _, ...filterIgnoringTime } = filter;
  return canHideRows(filterIgnoringTime) || (hasOnlySearchResults && !hits) ? slots : hits?.slots;
}
