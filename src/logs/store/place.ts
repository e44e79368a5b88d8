import type { LogEntry } from '../../api/logEntries.ts';
import { timeOf } from '../logRow.ts';
import type { Columns, PlacedEntry } from './columns.ts';
import type { Run, SlotList } from './slotList.ts';

/**
 * Where a fresh entry goes among rows of its millisecond when the reply has none of them: an older range goes before
 * what is there, a newer one after.
 */
export type Tie = 'before' | 'after';

/** What is there already. */
interface Present {
  readonly columns: Columns;
  readonly order: SlotList;
  /** Slots of entries without a time. */
  readonly undated: readonly number[];
  lowerBound(time: number): number;
}

/** A new entry; `place`: index of the row that it goes before, as things are. */
interface Fresh extends PlacedEntry {
  readonly place: number;
}

/** More rows in one millisecond than this are looked up by their text. */
const few = 8;

/**
 * Tells the new entries of a reply from those that are there, and finds their places: next to the neighbours that the
 * reply shows them with, else by `tie`. Rows never change their order among themselves.
 */
export function placeEntries(
  entries: readonly PlacedEntry[],
  tie: Tie,
  present: Present,
): { readonly fresh: readonly PlacedEntry[]; readonly runs: Run[] } {
  const { columns, order } = present;
  const fresh: Fresh[] = [];
  const metUndated = new Set<number>();
  for (const [time, group] of byTime(entries)) placeGroup(time, group);
  fresh.sort((a, b) => a.place - b.place);
  return { fresh, runs: runsOf(fresh) };

  function placeGroup(time: number, group: readonly PlacedEntry[]): void {
    const start = present.lowerBound(time);
    const known: number[] = [];
    for (let index = start; index < order.length && columns.times[order.at(index)] === time; index++) {
      known.push(order.at(index));
    }
    const find = known.length > few ? finderByText(known, columns) : finderByLook(known, columns);
    let waiting: PlacedEntry[] = [];
    let after: number | undefined;
    const put = (place: number): void => {
      for (const one of waiting) fresh.push({ ...one, place });
      waiting = [];
    };
    for (const one of group) {
      if (one.isUndated) {
        if (!isUndatedKnown(one.entry)) waiting.push(one);
        continue;
      }
      const found = find(one.entry);
      if (found === undefined) {
        waiting.push(one);
      } else {
        // Before the first one that is known; after that behind the one before it.
        put(after ?? start + found);
        after = Math.max(after ?? 0, start + found + 1);
      }
    }
    put(after ?? (tie === 'before' ? start : start + known.length));
  }

  /** Where it is does not matter: it has no time. */
  function isUndatedKnown(entry: LogEntry): boolean {
    const slot = present.undated.find((one) => !metUndated.has(one) && columns.isSame(one, entry));
    if (slot !== undefined) metUndated.add(slot);
    return slot !== undefined;
  }
}

/** Entries by their place in time, ascending, each group in the order of the reply. */
function byTime(entries: readonly PlacedEntry[]): [number, PlacedEntry[]][] {
  const groups = new Map<number, PlacedEntry[]>();
  for (const one of entries) {
    const group = groups.get(one.time);
    if (group) group.push(one);
    else groups.set(one.time, [one]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

/** Finds entries among the rows of one millisecond, each row once. Answers its index there. */
type Finder = (entry: LogEntry) => number | undefined;

function finderByLook(known: readonly number[], columns: Columns): Finder {
  const met = new Set<number>();
  return (entry) => {
    const found = known.findIndex(
      (slot, index) => !met.has(index) && columns.undated[slot] === 0 && columns.isSame(slot, entry),
    );
    if (found < 0) return undefined;
    met.add(found);
    return found;
  };
}

function finderByText(known: readonly number[], columns: Columns): Finder {
  const byText = new Map<string, number[]>();
  known.forEach((slot, index) => {
    if (columns.undated[slot] === 1) return;
    const text = columns.contents.at(slot) ?? '';
    const same = byText.get(text);
    if (same) same.push(index);
    else byText.set(text, [index]);
  });
  return (entry) => {
    const candidates = byText.get(entry.content ?? '') ?? [];
    const at = candidates.findIndex((index) => columns.isSame(known[index] ?? 0, entry));
    return at < 0 ? undefined : candidates.splice(at, 1)[0];
  };
}

function runsOf(fresh: readonly Fresh[]): Run[] {
  const runs: { at: number; count: number; place: number }[] = [];
  fresh.forEach(({ place }, placed) => {
    const last = runs.at(-1);
    if (last?.place === place) last.count++;
    else runs.push({ at: place + placed, count: 1, place });
  });
  return runs.map(({ at, count }) => ({ at, count }));
}

/** Entries with the times that give them their places: their own, else that of the entry before, else after. */
export function placed(entries: readonly LogEntry[], otherwise: () => number): PlacedEntry[] {
  const times = entries.map(timeOf);
  let last = times.find((time) => time !== undefined) ?? otherwise();
  return entries.map((entry, index) => {
    const time = times[index];
    last = time ?? last;
    return { entry, time: last, isUndated: time === undefined };
  });
}

/**
 * Entries with times that never go back, to follow one of the time `after` (ms). The first ones, when they have none,
 * get that of the first that has one; else the earliest there is, so that no later one is held back.
 */
export function appended(entries: readonly LogEntry[], after: number | undefined): PlacedEntry[] {
  const times = entries.map(timeOf);
  let last = after ?? times.find((time) => time !== undefined) ?? 0;
  return entries.map((entry, index) => {
    const time = times[index];
    last = Math.max(last, time ?? last);
    return { entry, time: last, isUndated: time === undefined };
  });
}
