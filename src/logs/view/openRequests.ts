import { canHideRows } from '../filter.ts';
import type { LogStore } from '../store/logStore.ts';
import type { FilteredRows } from './filteredRows.ts';

/** Which requests of a grouped list are open: those in which something is found, and what a person opens or closes. */
interface OpenRequests {
  /** By hand: that stays, whatever is filtered. */
  set(requestId: string, isOpen: boolean): void;
  /** By code of the request; valid until the next change of the store. */
  computeIsOpen(filteredRows: Pick<FilteredRows, 'filter' | 'slots' | 'hits'>): (code: number) => boolean;
}

/** Makes a list in which nothing was opened by hand. `isAllFound`: all rows of the store are what the service found. */
export function createOpenRequests({ columns }: LogStore, isAllFound: () => boolean): OpenRequests {
  const byHand = new Map<string, boolean>();
  return {
    set: (requestId, isOpen) => void byHand.set(requestId, isOpen),
    computeIsOpen(filteredRows) {
      const hasFound = new Set<number>();
      for (const slot of findMatchedRows(filteredRows, isAllFound()) ?? [])
        hasFound.add(columns.requestCodes[slot] ?? 0);
      const isOpen = columns.requests.texts.map((id, code) => byHand.get(id) ?? hasFound.has(code));
      return (code) => isOpen[code] ?? false;
    },
  };
}

/** The rows that are looked for; undefined: none are. Who chooses a time alone looks for no row in it. */
function findMatchedRows(
  { filter, slots, hits }: Pick<FilteredRows, 'filter' | 'slots' | 'hits'>,
  isAllFound: boolean,
): Uint32Array | undefined {
  const { time: _, ...atAnyTime } = filter;
  return canHideRows(atAnyTime) || (isAllFound && !hits) ? slots : hits?.slots;
}
