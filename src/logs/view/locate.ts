import type { LogStore } from '../store/logStore.ts';
import { headBit } from './requests.ts';

/** The position of a row in a list. */
export interface ViewPosition {
  readonly index: number;
  /** Whether the row is at this position. Otherwise, it's where the row would be. */
  readonly isExact: boolean;
  /** Whether the item represents the row: the header of its collapsed request, or the first row instead of a header. */
  readonly isStandIn?: true;
}

/** Finds a row in a list that is grouped by request. `isShown` is whether the filter shows it. */
export function locateInGroups(
  list: Uint32Array,
  { columns }: LogStore,
  slot: number | undefined,
  { time, isHead, isShown }: { readonly time: number; readonly isHead: boolean; readonly isShown: boolean },
): ViewPosition {
  const request = slot === undefined ? 0 : (columns.requestCodes[slot] ?? 0);
  const row = slot === undefined || isHead ? -1 : list.indexOf(slot);
  if (row >= 0) return { index: row, isExact: true };
  const head = list.findIndex(
    (code) => request !== 0 && code >= headBit && columns.requestCodes[code - headBit] === request,
  );
  if (head >= 0) return { index: head, isExact: isHead, ...(!isHead && isShown && { isStandIn: true }) };
  const later = list.findIndex((code) => (columns.times[code % headBit] ?? 0) >= time);
  return { index: later < 0 ? list.length : later, isExact: false };
}
