import type { LogEntry } from '../../api/logEntries.ts';
import { stringifyJson } from '../../api/stringifyJson.ts';
import { findFirstIndex } from '../../editor/webview/binarySearch.ts';
import { parseTimestamp } from '../logRow.ts';
import type { Columns, TimedEntries } from './columns.ts';
import type { SlotList, SlotRun } from './slotList.ts';

/**
 * Where a fresh entry goes among rows of its millisecond when the reply has none of them: an older range goes before
 * what is there, a newer one after.
 */
export type Tie = 'before' | 'after';

/** What is there already. */
interface KnownRows {
  readonly columns: Columns;
  readonly order: SlotList;
  /** Slots of entries without a time. */
  readonly undated: readonly number[];
}

/** More rows in one millisecond than this are looked up by their text. */
const maxLinearLookup = 8;

/** Gives each entry a time: its own, else that of the entry before it, else of the first dated one after it. */
export function assignTimes(entries: readonly LogEntry[], otherwise: () => number): TimedEntries {
  const times = new Float64Array(entries.length);
  const undated = new Uint8Array(entries.length);
  let last: number | undefined;
  entries.forEach((entry, index) => {
    const time = parseTimestamp(entry);
    if (time === undefined) {
      undated[index] = 1;
      last ??=
        parseTimestamp(entries.find((one) => parseTimestamp(one) !== undefined) ?? entry) ?? otherwise();
    } else {
      last = time;
    }
    times[index] = last;
  });
  return { entries, times, undated };
}

/**
 * Tells the new entries of a reply from those that are there, and finds their places: next to the neighbours that the
 * reply shows them with, else by `tie`. Rows never change their order among themselves. Answers the indices of the new
 * ones, in the order of the rows.
 */
export function mergeEntries(
  reply: TimedEntries,
  tie: Tie,
  present: KnownRows,
): { readonly fresh: readonly number[]; readonly runs: SlotRun[] } {
  const { entries, times, undated } = reply;
  const { columns, order } = present;
  const fresh: number[] = [];
  const runs: { at: number; count: number; place: number }[] = [];
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
  return { fresh, runs: runs.map(({ at, count }) => ({ at, count })) };

  /** Entries of one millisecond, whose first row is, or would be, at `start`. */
  function placeGroup(group: readonly number[], time: number, start: number): void {
    const known: number[] = [];
    for (let index = start; index < order.length && timeAt(index) === time; index++)
      known.push(order.at(index));
    const find =
      known.length > maxLinearLookup ? createTextFinder(known, columns) : createLinearFinder(known, columns);
    const places = known.length === 0 ? [] : findKnownPlaces(group, find);
    let waiting: number[] = [];
    let after: number | undefined;
    const put = (place: number): void => {
      for (const index of waiting) add(index, place);
      waiting = [];
    };
    for (const [nth, index] of group.entries()) {
      const entry = entries[index];
      if (!entry) continue;
      if (undated[index] === 1) {
        if (!matchUndated(entry)) waiting.push(index);
        continue;
      }
      const found = places[nth];
      if (found === undefined) {
        waiting.push(index);
      } else {
        // Before the first one that is known; after that behind the one before it.
        put(after ?? start + found);
        after = Math.max(after ?? 0, start + found + 1);
      }
    }
    put(after ?? (tie === 'before' ? start : start + known.length));
  }

  /** The rows of dated entries: first of those that are the same in everything, so that no other one takes their row. */
  function findKnownPlaces(group: readonly number[], find: EntryFinder): (number | undefined)[] {
    const found = (index: number, isExact: boolean): number | undefined => {
      const entry = entries[index];
      return entry && undated[index] === 0 ? find(entry, isExact) : undefined;
    };
    const exact = group.map((index) => found(index, true));
    return exact.map((place, nth) => place ?? found(group[nth] ?? -1, false));
  }

  /** `place`: index of the row that it goes before, as things are. Comes in ascending order. */
  function add(index: number, place: number): void {
    const last = runs.at(-1);
    if (last?.place === place) last.count++;
    else runs.push({ at: place + fresh.length, count: 1, place });
    fresh.push(index);
  }

  /** Where it is doesn't matter: it has no time. */
  function matchUndated(entry: LogEntry): boolean {
    const slot = present.undated.find((one) => !matchedUndated.has(one) && columns.isSameEntry(one, entry));
    if (slot !== undefined) matchedUndated.add(slot);
    return slot !== undefined;
  }
}

/** Indices in order of time; of equal times in their own order. */
function sortIndicesByTime(times: Float64Array): number[] {
  const indices = Array.from(times.keys());
  const isSorted = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
  return isSorted ? indices : indices.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
}

/** Finds entries among the rows of one millisecond, each row once. Answers its index there. */
type EntryFinder = (entry: LogEntry, isExact: boolean) => number | undefined;

function createLinearFinder(known: readonly number[], columns: Columns): EntryFinder {
  let met = 0;
  return (entry, isExact) => {
    const found = known.findIndex(
      (slot, index) =>
        (met & (1 << index)) === 0 &&
        columns.undated[slot] === 0 &&
        (!isExact || columns.hasSameExtraFields(slot, entry)) &&
        columns.isSameEntry(slot, entry),
    );
    if (found < 0) return undefined;
    met |= 1 << found;
    return found;
  };
}

function createTextFinder(known: readonly number[], columns: Columns): EntryFinder {
  const byText = new Map<string, number[]>();
  known.forEach((slot, index) => {
    if (columns.undated[slot] === 1) return;
    const text = columns.contents.at(slot) ?? '';
    const same = byText.get(text);
    if (same) same.push(index);
    else byText.set(text, [index]);
  });
  return (entry, isExact) => {
    const candidates = byText.get(entry.content ?? '') ?? [];
    const at = candidates.findIndex((index) => {
      const slot = known[index] ?? 0;
      return (!isExact || columns.hasSameExtraFields(slot, entry)) && columns.isSameEntry(slot, entry);
    });
    return at < 0 ? undefined : candidates.splice(at, 1)[0];
  };
}

/**
 * Times that never go back, to follow one of the time `after` (ms). The first entries, when they have none, get that of
 * the first that has one; else the earliest there is, so that no later one is held back.
 */
export function assignAscendingTimes(entries: readonly LogEntry[], after: number | undefined): TimedEntries {
  const own = entries.map(parseTimestamp);
  let last = after ?? own.find((time) => time !== undefined) ?? 0;
  const times = Float64Array.from(own, (time) => {
    last = Math.max(last, time ?? last);
    return last;
  });
  const told = entries.map((entry, index) =>
    (own[index] ?? times[index]) === times[index] ? entry : keepOwnTimestamp(entry),
  );
  return { entries: told, times, undated: Uint8Array.from(own, (time) => (time === undefined ? 1 : 0)) };
}

/** So that it is still known when it has another one here. */
function keepOwnTimestamp(entry: LogEntry): LogEntry {
  const { timestamp, extraFields = '{}' } = entry;
  return extraFields === ''
    ? entry
    : { ...entry, extraFields: stringifyJson({ timestamp, ...JSON.parse(extraFields) }) };
}
