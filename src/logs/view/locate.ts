import type { LogStore } from '../store/logStore.ts';
import { headBit } from './requests.ts';

/** Where a row is in a list. */
export interface ViewPosition {
  readonly index: number;
  /** It is the row itself; else where it would be. */
  readonly isExact: boolean;
  /** What is there stands for it: the head that it is folded into, or the first row of what it was the head of. */
  readonly isStandIn?: true;
}

/** Finds a row in a list that is grouped by request. `isShown`: the filter lets it through. */
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
