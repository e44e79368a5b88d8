import type { LogEntry } from '../../api/logEntries.ts';
import { stringifyJson } from '../../api/stringifyJson.ts';
import { findFirstIndex } from '../../editor/webview/binarySearch.ts';
import { parseTimestamp } from '../logRow.ts';
import type { Columns, TimedEntries } from './columns.ts';
import type { SlotList, SlotRun } from './slotList.ts';

/**
 * The position of new entries relative to the rows of the same millisecond, if the response contains none of those
 * rows: `before` for an older range, `after` for a newer one.
 */
export type EqualTimePosition = 'before' | 'after';

/** The rows of the store before a merge. */
interface KnownRows {
  readonly columns: Columns;
  readonly order: SlotList;
  /** Slots of entries without a time. */
  readonly undatedSlots: readonly number[];
}

/**
 * Maximum number of rows of a millisecond that are compared one by one (at most 31, because a number stores which ones
 * were found). With more rows, a map finds them by their content.
 */
const maxLinearLookup = 8;

/**
 * Assigns a time to each entry: its own, that of the entry before it, that of the first entry with a time, or the
 * result of `getDefaultTime`.
 */
export function assignTimes(entries: readonly LogEntry[], getDefaultTime: () => number): TimedEntries {
  const times = new Float64Array(entries.length);
  const undatedFlags = new Uint8Array(entries.length);
  let last: number | undefined;
  entries.forEach((entry, index) => {
    const time = parseTimestamp(entry);
    if (time === undefined) {
      undatedFlags[index] = 1;
      last ??=
        parseTimestamp(entries.find((candidate) => parseTimestamp(candidate) !== undefined) ?? entry) ??
        getDefaultTime();
    } else {
      last = time;
    }
    times[index] = last;
  });
  return { entries, times, undatedFlags };
}

/**
 * Finds the new entries of a response, and their positions: next to the known rows that surround them in the response,
 * otherwise according to `positionAmongEqual`. Existing rows keep their order. `newIndices` contains the indexes of new
 * entries in the response, in the order of the rows.
 */
export function mergeEntries(
  response: TimedEntries,
  positionAmongEqual: EqualTimePosition,
  knownRows: KnownRows,
): { readonly newIndices: readonly number[]; readonly runs: SlotRun[] } {
  const { entries, times, undatedFlags } = response;
  const { columns, order } = knownRows;
  const newIndices: number[] = [];
  const runs: { at: number; count: number; positionBefore: number }[] = [];
  const matchedUndated = new Set<number>();
  const sorted = sortIndicesByTime(times);
  const timeAt = (index: number) => columns.times[order.at(index)] ?? 0;
  let from = 0;
  for (let first = 0, next = 0; first < sorted.length; first = next) {
    const time = times[sorted[first] ?? 0] ?? 0;
    while (next < sorted.length && times[sorted[next] ?? 0] === time) next++;
    if (from < order.length && timeAt(from) < time) {
      from = findFirstIndex(order.length, (index) => timeAt(index) >= time, from);
    }
    placeGroup(sorted.slice(first, next), time, from);
  }
  return { newIndices, runs: runs.map(({ at, count }) => ({ at, count })) };

  /** Determines the positions of the entries of one millisecond, whose first row is or would be at `start`. */
  function placeGroup(group: readonly number[], time: number, start: number): void {
    const knownSlots = listRowsAt(time, start);
    const find =
      knownSlots.length > maxLinearLookup
        ? createTextFinder(knownSlots, columns)
        : createLinearFinder(knownSlots, columns);
    const knownPositions = knownSlots.length === 0 ? [] : findKnownPositions(group, find);
    let pending: number[] = [];
    let nextPosition: number | undefined;
    const addPending = (position: number): void => {
      for (const index of pending) add(index, position);
      pending = [];
    };
    for (const [nth, index] of group.entries()) {
      const entry = entries[index];
      if (!entry) continue;
      if (undatedFlags[index] === 1) {
        if (!matchUndated(entry)) pending.push(index);
        continue;
      }
      const knownPosition = knownPositions[nth];
      if (knownPosition === undefined) {
        pending.push(index);
      } else {
        // Entries before the first known one go directly before it, others directly after the known one that precedes
        // them.
        addPending(nextPosition ?? start + knownPosition);
        nextPosition = Math.max(nextPosition ?? 0, start + knownPosition + 1);
      }
    }
    addPending(nextPosition ?? (positionAmongEqual === 'before' ? start : start + knownSlots.length));
  }

  function listRowsAt(time: number, start: number): readonly number[] {
    const slots: number[] = [];
    for (let index = start; index < order.length && timeAt(index) === time; index++) {
      slots.push(order.at(index));
    }
    return slots;
  }

  /** Finds the known rows of entries with a time. Exact matches come first, so that no other entry takes their row. */
  function findKnownPositions(group: readonly number[], find: EntryFinder): (number | undefined)[] {
    const findPosition = (index: number, isExact: boolean): number | undefined => {
      const entry = entries[index];
      return entry && undatedFlags[index] === 0 ? find(entry, isExact) : undefined;
    };
    const exact = group.map((index) => findPosition(index, true));
    return exact.map((position, nth) => position ?? findPosition(group[nth] ?? -1, false));
  }

  /** Adds an entry before the row that was at `position` before the merge. Must be called with ascending positions. */
  function add(index: number, position: number): void {
    const last = runs.at(-1);
    if (last?.positionBefore === position) last.count++;
    else runs.push({ at: position + newIndices.length, count: 1, positionBefore: position });
    newIndices.push(index);
  }

  /** Whether an entry without a time is already a row, at any position. Each row matches only once. */
  function matchUndated(entry: LogEntry): boolean {
    const slot = knownRows.undatedSlots.find(
      (candidate) => !matchedUndated.has(candidate) && columns.isSameEntry(candidate, entry),
    );
    if (slot !== undefined) matchedUndated.add(slot);
    return slot !== undefined;
  }
}

/** Returns the indexes of the times, sorted by time. The sort is stable. */
function sortIndicesByTime(times: Float64Array): number[] {
  const indices = Array.from(times.keys());
  const isSorted = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
  return isSorted ? indices : indices.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
}

/** Returns the index of an entry among the rows of one millisecond. Each row is found only once. */
type EntryFinder = (entry: LogEntry, isExact: boolean) => number | undefined;

function createLinearFinder(knownSlots: readonly number[], columns: Columns): EntryFinder {
  let foundBits = 0;
  return (entry, isExact) => {
    const knownIndex = knownSlots.findIndex(
      (slot, index) =>
        (foundBits & (1 << index)) === 0 &&
        columns.undatedFlags[slot] === 0 &&
        (!isExact || columns.hasSameExtraFields(slot, entry)) &&
        columns.isSameEntry(slot, entry),
    );
    if (knownIndex < 0) return undefined;
    foundBits |= 1 << knownIndex;
    return knownIndex;
  };
}

function createTextFinder(knownSlots: readonly number[], columns: Columns): EntryFinder {
  const byText = new Map<string, number[]>();
  knownSlots.forEach((slot, index) => {
    if (columns.undatedFlags[slot] === 1) return;
    const text = columns.contents.getText(slot) ?? '';
    const indexes = byText.get(text);
    if (indexes) indexes.push(index);
    else byText.set(text, [index]);
  });
  return (entry, isExact) => {
    const candidates = byText.get(entry.content ?? '') ?? [];
    const position = candidates.findIndex((index) => {
      const slot = knownSlots[index] ?? 0;
      return (!isExact || columns.hasSameExtraFields(slot, entry)) && columns.isSameEntry(slot, entry);
    });
    return position < 0 ? undefined : candidates.splice(position, 1)[0];
  };
}

/**
 * Assigns times that never decrease, beginning with `after` (milliseconds since the epoch). Without `after`, leading
 * entries without a time get the time of the first entry that has one, or 0, so that they don't push later entries
 * forward.
 */
export function assignAscendingTimes(entries: readonly LogEntry[], after: number | undefined): TimedEntries {
  const ownTimes = entries.map(parseTimestamp);
  let last = after ?? ownTimes.find((time) => time !== undefined) ?? 0;
  const times = Float64Array.from(ownTimes, (time) => {
    last = Math.max(last, time ?? last);
    return last;
  });
  const markedEntries = entries.map((entry, index) =>
    (ownTimes[index] ?? times[index]) === times[index] ? entry : keepOwnTimestamp(entry),
  );
  return {
    entries: markedEntries,
    times,
    undatedFlags: Uint8Array.from(ownTimes, (time) => (time === undefined ? 1 : 0)),
  };
}

/** Keeps the original timestamp in the extra fields, because the entry is sorted by another time. */
function keepOwnTimestamp(entry: LogEntry): LogEntry {
  const { timestamp, extraFields = '{}' } = entry;
  return extraFields === ''
    ? entry
    : { ...entry, extraFields: stringifyJson({ timestamp, ...JSON.parse(extraFields) }) };
}
