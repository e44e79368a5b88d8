import { type Filter, levelGroups } from '../filter.ts';
import { gapLevel } from '../store/columns.ts';
import type { LogStore } from '../store/store.ts';

/** Whether a row meets all of the filter but its text. What is not loaded is never filtered out. */
export function condition(filter: Filter, { columns }: LogStore): (slot: number) => boolean {
  const { levels, requestId, time } = filter;
  const isShown = levelGroups.map((group) => levels.length === 0 || levels.includes(group));
  const [from, until] = [time?.from ?? -Infinity, time?.until ?? Infinity];
  return (slot) => {
    const level = columns.level[slot] ?? gapLevel;
    if (level === gapLevel) return true;
    if (!isShown[level]) return false;
    // The code of a request that is not loaded yet is not known before.
    if (requestId !== undefined && columns.request[slot] !== columns.requests.find(requestId)) return false;
    const at = columns.times[slot] ?? 0;
    return at >= from && at <= until;
  };
}
