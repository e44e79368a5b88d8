import type { LogEntry } from '../../api/logEntries.ts';
import { levelGroups, toLevelGroup } from '../filter.ts';
import { Interner } from './interner.ts';
import { TextColumn } from './textColumn.ts';

/**
 * Entries with the times (milliseconds since the epoch) by which they are sorted. A flag in `undatedFlags` is 1 if an
 * entry has no valid time of its own.
 */
export interface TimedEntries {
  readonly entries: readonly LogEntry[];
  readonly times: Float64Array;
  readonly undatedFlags: Uint8Array;
}

/** The value in `levels` for a gap. */
export const gapLevel = 255;

/** The fields of all entries by slot, in the order of their arrival. A slot takes about 64 bytes besides its texts. */
export class Columns {
  readonly types = new Interner();
  readonly methods = new Interner();
  readonly requestIds = new Interner();
  readonly extraFields = new Interner();
  readonly contents = new TextColumn();
  #size = 0;
  #nextId = 1;
  #all = allocate(0);
  /** The level index for each type code, as a cache. There are few types. */
  #levelByType: number[] = [];

  /** Number of slots in use. */
  get size(): number {
    return this.#size;
  }

  /** Ascending IDs of rows, which are never reused. */
  get ids(): Uint32Array {
    return this.#all.ids;
  }

  /** Milliseconds since the epoch. The typed arrays are longer than `size`, and valid until slots are added. */
  get times(): Float64Array {
    return this.#all.times;
  }

  /** Milliseconds, or NaN. */
  get durations(): Float64Array {
    return this.#all.durations;
  }

  /** Codes of `types`, `methods`, `requests`, and `extraFields`. 0 means none. */
  get typeCodes(): Uint32Array {
    return this.#all.typeCodes;
  }

  get methodCodes(): Uint32Array {
    return this.#all.methodCodes;
  }

  get requestCodes(): Uint32Array {
    return this.#all.requestCodes;
  }

  get extraFieldCodes(): Uint32Array {
    return this.#all.extraFieldCodes;
  }

  /** Indexes of level groups, or `gapLevel`. */
  get levels(): Uint8Array {
    return this.#all.levels;
  }

  /** 1 if the service returned no valid time. */
  get undatedFlags(): Uint8Array {
    return this.#all.undated;
  }

  /** Approximate size of all texts in bytes. */
  get textBytes(): number {
    const shared = [this.types, this.methods, this.requestIds, this.extraFields].reduce(
      (sum, { characterCount }) => sum + characterCount,
      0,
    );
    return this.contents.totalBytes + shared;
  }

  /**
   * Returns the approximate size of the texts of a slot in bytes. The true size can be lower, because slots can share
   * extra fields.
   */
  countTextBytes(slot: number): number {
    return (
      this.contents.countBytes(slot) +
      (this.extraFields.getText(this.#all.extraFieldCodes[slot] ?? 0)?.length ?? 0)
    );
  }

  /** Adds the entries with these `indices` and their times. The first one gets the slot `size`. */
  add({ entries, times, undatedFlags }: TimedEntries, indices: readonly number[]): void {
    this.#reserve(this.#size + indices.length);
    this.contents.add(indices.map((index) => entries[index]?.content));
    for (const index of indices) {
      const entry = entries[index];
      if (!entry) continue;
      const slot = this.#size++;
      this.#all.ids[slot] = this.#nextId++;
      this.#all.times[slot] = times[index] ?? 0;
      this.#all.durations[slot] = entry.durationInMs ?? Number.NaN;
      const type = this.types.getOrAddCode(entry.type);
      this.#all.typeCodes[slot] = type;
      this.#all.methodCodes[slot] = this.methods.getOrAddCode(entry.method);
      this.#all.requestCodes[slot] = this.requestIds.getOrAddCode(entry.requestId);
      this.#all.extraFieldCodes[slot] = this.extraFields.getOrAddCode(entry.extraFields);
      this.#all.levels[slot] = this.#getLevel(type, entry.type);
      this.#all.undated[slot] = undatedFlags[index] ?? 0;
    }
  }

  /** Adds a slot for a gap that begins at `time`, and returns it. */
  addGap(time: number): number {
    this.#reserve(this.#size + 1);
    this.contents.add([undefined]);
    this.#all.ids[this.#size] = this.#nextId++;
    this.#all.times[this.#size] = time;
    this.#all.durations[this.#size] = Number.NaN;
    this.#all.typeCodes[this.#size] = 0;
    this.#all.methodCodes[this.#size] = 0;
    this.#all.requestCodes[this.#size] = 0;
    this.#all.extraFieldCodes[this.#size] = 0;
    this.#all.undated[this.#size] = 0;
    this.#all.levels[this.#size] = gapLevel;
    return this.#size++;
  }

  setTime(slot: number, time: number): void {
    this.#all.times[slot] = time;
  }

  /** Removes all other slots. The remaining ones are renumbered in the same order. `slots` are ascending. */
  keepOnly(slots: Uint32Array): void {
    const remaining = allocate(slots.length);
    for (const name of columnNames) {
      const [from, to] = [this.#all[name], remaining[name]];
      slots.forEach((slot, index) => {
        to[index] = from[slot] ?? 0;
      });
    }
    this.types.keepOnly(remaining.typeCodes);
    this.#levelByType = [];
    this.methods.keepOnly(remaining.methodCodes);
    this.requestIds.keepOnly(remaining.requestCodes);
    this.extraFields.keepOnly(remaining.extraFieldCodes);
    this.contents.keepOnly(slots);
    this.#size = slots.length;
    this.#all = remaining;
  }

  /**
   * Whether an entry can be the one in a slot. Entries have no IDs, so all fields are compared, except for the time and
   * the extra fields.
   */
  isSameEntry(slot: number, entry: LogEntry): boolean {
    const { durationInMs } = entry;
    return (
      this.#all.typeCodes[slot] === this.types.findCode(entry.type) &&
      this.#all.requestCodes[slot] === this.requestIds.findCode(entry.requestId) &&
      this.#all.methodCodes[slot] === this.methods.findCode(entry.method) &&
      Object.is(this.#all.durations[slot], durationInMs ?? Number.NaN) &&
      this.contents.getLength(slot) === (entry.content?.length ?? 0) &&
      this.contents.getText(slot) === entry.content
    );
  }

  /** Whether an entry has the extra fields of a slot. They can change from one response to the next. */
  hasSameExtraFields(slot: number, entry: LogEntry): boolean {
    return this.#all.extraFieldCodes[slot] === this.extraFields.findCode(entry.extraFields);
  }

  clear(): void {
    this.#size = 0;
    this.#levelByType = [];
    this.#all = allocate(0);
    for (const part of [this.types, this.methods, this.requestIds, this.extraFields, this.contents])
      part.clear();
  }

  #getLevel(code: number, type: string): number {
    this.#levelByType[code] ??= levelGroups.indexOf(toLevelGroup(type));
    return this.#levelByType[code];
  }

  #reserve(capacity: number): void {
    if (capacity <= this.#all.times.length) return;
    const larger = allocate(Math.max(1024, capacity, Math.ceil(this.#all.times.length * 1.5)));
    for (const name of columnNames) larger[name].set(this.#all[name]);
    this.#all = larger;
  }
}

const columnNames = [
  'ids',
  'times',
  'durations',
  'typeCodes',
  'methodCodes',
  'requestCodes',
  'extraFieldCodes',
  'levels',
  'undated',
] as const;

function allocate(capacity: number) {
  return {
    ids: new Uint32Array(capacity),
    times: new Float64Array(capacity),
    durations: new Float64Array(capacity),
    typeCodes: new Uint32Array(capacity),
    methodCodes: new Uint32Array(capacity),
    requestCodes: new Uint32Array(capacity),
    extraFieldCodes: new Uint32Array(capacity),
    levels: new Uint8Array(capacity),
    undated: new Uint8Array(capacity),
  };
}
