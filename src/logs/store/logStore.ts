import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';
import { type LevelGroup, levelGroups } from '../filter.ts';
import type { Gap, LogRow } from '../logRow.ts';
import { type Columns, createColumns, gapLevel, type TimedEntries } from './columns.ts';
import { assignAscendingTimes, assignTimes, mergeEntries, type Tie } from './mergeEntries.ts';
import { createSlotList, findFirstIndex, type SlotRun } from './slotList.ts';

/** A change in the order of the rows. The columns still contain the data of a removed slot. */
export type StoreChange =
  | { readonly kind: 'inserted'; readonly runs: readonly SlotRun[] }
  | { readonly kind: 'removed'; readonly at: number; readonly slot: number }
  /** The first `count` rows are gone, and all slots are others now: `slots` by the old ones; `noSlot` for what is gone. */
  | { readonly kind: 'trimmed'; readonly count: number; readonly slots: Uint32Array };

export const noSlot = 0xffffffff;

/** The rows of a panel, sorted by time, and within a millisecond in the order of the service. A gap is a row. */
export interface LogStore {
  readonly columns: Columns;
  /** Number of rows, including gaps. */
  readonly length: number;
  /** Number of entries. */
  readonly entryCount: number;
  /** Number of requests of the entries. */
  readonly requestCount: number;
  /** The slots of all rows in order, valid until the next change. */
  readonly order: Uint32Array;
  readonly counts: Readonly<Record<LevelGroup, number>>;
  /** Gaps by slot. */
  readonly gaps: ReadonlyMap<number, Gap>;
  row(slot: number): LogRow;
  /** Returns the slot of a row by its ID, or `undefined` if it was removed. */
  findSlot(id: number): number | undefined;
  /** Returns the index of an existing row. */
  indexOf(slot: number): number;
  /** Returns the index of the first row at or after `time` (milliseconds). */
  lowerBound(time: number): number;
  /**
   * Adds a response, which is a consistent part of the log, in order. Identical entries within a response are different
   * entries, but entries of earlier responses are recognized. Returns the runs of new rows.
   */
  add(entries: readonly LogEntry[], tie?: Tie): SlotRun[];
  /**
   * Adds new entries after all others in the given order. Times never decrease: an entry with no time or an earlier one
   * gets the time of the entry before it.
   */
  append(entries: readonly LogEntry[]): void;
  addGap(gap: Gap): number;
  /** Does nothing if the gap doesn't exist. */
  changeGap(slot: number, gap: Gap): void;
  removeGap(slot: number): void;
  /** Removes the first rows, unless `holdSlots` is in effect. Returns whether it did. */
  trim(count: number): boolean;
  /** Keeps all slots unchanged until the returned function is called. */
  holdSlots(): () => void;
  clear(): void;
}

/**
 * Creates an empty store. `clear` doesn't reset the IDs, so they are never reused. `now` (milliseconds) is the time of
 * undated entries without a dated neighbor. `onChange` is called after each change.
 */
export function createLogStore(
  now: () => number,
  onChange: (change: StoreChange) => void = () => undefined,
): LogStore {
  const columns = createColumns();
  const order = createSlotList();
  const gaps = new Map<number, Gap>();
  let undated: number[] = [];
  let counts = createZeroCounts();
  let holders = 0;

  const timeAt = (index: number) => columns.times[order.at(index)] ?? 0;
  const lowerBound = (time: number) => findFirstIndex(order.length, (index) => timeAt(index) >= time);
  const upperBound = (time: number) => findFirstIndex(order.length, (index) => timeAt(index) > time);

  function indexOf(slot: number): number {
    const time = columns.times[slot] ?? 0;
    for (let index = lowerBound(time); index < order.length && timeAt(index) === time; index++) {
      if (order.at(index) === slot) return index;
    }
    return -1;
  }

  function insertGap(slot: number): void {
    const at = upperBound(columns.times[slot] ?? 0);
    const runs = [{ at, count: 1 }];
    order.insert(runs, [slot]);
    onChange({ kind: 'inserted', runs });
  }

  function insert(reply: TimedEntries, fresh: readonly number[], runs: readonly SlotRun[]): void {
    const first = columns.size;
    columns.add(reply, fresh);
    const slots = fresh.map((_, index) => first + index);
    order.insert(runs, slots);
    for (const slot of slots) {
      const group = levelGroups[columns.levels[slot] ?? gapLevel];
      if (group) counts[group]++;
      if (columns.undated[slot] === 1) undated.push(slot);
    }
    onChange({ kind: 'inserted', runs });
  }

  function addGap(gap: Gap): number {
    const slot = columns.addGap(gap.from);
    gaps.set(slot, gap);
    insertGap(slot);
    return slot;
  }

  function removeRow(slot: number): void {
    const at = indexOf(slot);
    order.removeAt(at);
    onChange({ kind: 'removed', at, slot });
  }

  return {
    columns,
    get length() {
      return order.length;
    },
    get entryCount() {
      return order.length - gaps.size;
    },
    get requestCount() {
      // The first text means no request. All others belong to an entry.
      return columns.requests.texts.length - 1;
    },
    get order() {
      return order.slots;
    },
    get counts() {
      return counts;
    },
    gaps,
    row(slot) {
      const { types, methods, requests, extraFields, contents } = columns;
      const gap = gaps.get(slot);
      const requestId = requests.text(columns.requestCodes[slot] ?? 0);
      const method = methods.text(columns.methodCodes[slot] ?? 0);
      const content = contents.at(slot);
      const fields = extraFields.text(columns.extraFieldCodes[slot] ?? 0);
      const duration = columns.durations[slot] ?? Number.NaN;
      return {
        id: columns.ids[slot] ?? 0,
        time: columns.times[slot] ?? 0,
        ...(columns.undated[slot] === 1 && { undated: true as const }),
        type: types.text(columns.typeCodes[slot] ?? 0) ?? '',
        ...omitUndefined({ requestId, content, method }),
        ...(!Number.isNaN(duration) && { durationInMs: duration }),
        ...omitUndefined({ extraFields: fields }),
        ...(gap && { gap }),
      };
    },
    findSlot(id) {
      const slot = findFirstIndex(columns.size, (one) => (columns.ids[one] ?? 0) >= id);
      return slot < columns.size && columns.ids[slot] === id ? slot : undefined;
    },
    indexOf,
    lowerBound,
    add(entries, tie = 'after') {
      const reply = assignTimes(entries, () => (order.length > 0 ? timeAt(order.length - 1) : now()));
      const { fresh, runs } = mergeEntries(reply, tie, { columns, order, undated });
      if (fresh.length > 0) insert(reply, fresh, runs);
      return runs;
    },
    append(entries) {
      if (entries.length === 0) return;
      const last = order.length > 0 ? timeAt(order.length - 1) : undefined;
      const runs = [{ at: order.length, count: entries.length }];
      insert(assignAscendingTimes(entries, last), [...entries.keys()], runs);
    },
    addGap,
    changeGap(slot, gap) {
      if (!gaps.has(slot)) return;
      removeRow(slot);
      gaps.set(slot, gap);
      columns.setTime(slot, gap.from);
      insertGap(slot);
    },
    removeGap(slot) {
      if (!gaps.delete(slot)) return;
      removeRow(slot);
    },
    trim(count) {
      if (holders > 0 || count <= 0) return false;
      const cut: Gap[] = [];
      for (const slot of order.slots.subarray(0, count)) {
        const group = levelGroups[columns.levels[slot] ?? gapLevel];
        if (group) counts[group]--;
        const gap = gaps.get(slot);
        if (gap) cut.push(gap);
        gaps.delete(slot);
      }
      const kept = order.slots.slice(count);
      const slots = new Uint32Array(columns.size).fill(noSlot);
      const ascending = kept.slice().sort();
      ascending.forEach((slot, index) => {
        slots[slot] = index;
      });
      columns.keepOnly(ascending);
      const now = (slot: number) => slots[slot] ?? noSlot;
      order.reset(kept.map(now));
      undated = undated.map(now).filter((slot) => slot !== noSlot);
      const moved = [...gaps].map(([slot, gap]) => [now(slot), gap] as const);
      gaps.clear();
      for (const [slot, gap] of moved) gaps.set(slot, gap);
      onChange({ kind: 'trimmed', count, slots });
      // A removed gap can extend into the remaining rows.
      const from = order.length > 0 ? timeAt(0) : Number.POSITIVE_INFINITY;
      for (const gap of cut) if (gap.until > from) addGap({ ...gap, from });
      return true;
    },
    holdSlots() {
      let isHeld = true;
      holders++;
      return () => {
        if (isHeld) holders--;
        isHeld = false;
      };
    },
    clear() {
      columns.clear();
      order.reset();
      gaps.clear();
      undated = [];
      counts = createZeroCounts();
    },
  };
}

function createZeroCounts(): Record<LevelGroup, number> {
  return { ERROR: 0, WARNING: 0, INFO: 0, DEBUG: 0, OTHER: 0 };
}
