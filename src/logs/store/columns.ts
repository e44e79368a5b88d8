import type { LogEntry } from '../../api/logEntries.ts';
import { levelGroups, toLevelGroup } from '../filter.ts';
import { createInterner, type Interner } from './interner.ts';
import { createTextColumn, type TextColumn } from './textColumn.ts';

/** Entries with the times in milliseconds by which they are sorted. `undated` is 1 if that isn't their own time. */
export interface TimedEntries {
  readonly entries: readonly LogEntry[];
  readonly times: Float64Array;
  readonly undated: Uint8Array;
}

/** The fields of all entries by slot, in the order of their arrival. A slot takes about 64 bytes besides its texts. */
export interface Columns {
  /** Number of slots in use. */
  readonly size: number;
  /** Ascending IDs of rows, which are never reused. */
  readonly ids: Uint32Array;
  /** Milliseconds since the epoch. The typed arrays are longer than `size`, and valid until slots are added. */
  readonly times: Float64Array;
  /** Milliseconds, or NaN. */
  readonly durations: Float64Array;
  /** Codes of `types`, `methods`, `requests`, and `extraFields`. 0 means none. */
  readonly typeCodes: Uint32Array;
  readonly methodCodes: Uint32Array;
  readonly requestCodes: Uint32Array;
  readonly extraFieldCodes: Uint32Array;
  /** Indexes of level groups, or `gapLevel`. */
  readonly levels: Uint8Array;
  /** 1 if the service returned no valid time. */
  readonly undated: Uint8Array;
  readonly types: Interner;
  readonly methods: Interner;
  readonly requests: Interner;
  readonly extraFields: Interner;
  readonly contents: TextColumn;
  /** Approximate size of all texts. */
  readonly bytes: number;
  /** Approximate maximum size of the texts of a slot. */
  bytesOf(slot: number): number;
  /** Adds the entries with these `indices` and their times. The first one gets the slot `size`. */
  add(reply: TimedEntries, indices: readonly number[]): void;
  /** Adds a slot for entries that aren't loaded, and returns it. */
  addGap(time: number): number;
  setTime(slot: number, time: number): void;
  /** Removes all other slots. The remaining ones are renumbered in the same order. `slots` are ascending. */
  keepOnly(slots: Uint32Array): void;
  /** Whether an entry can be the one in a slot. Entries have no IDs, so all fields are compared. */
  isSameEntry(slot: number, entry: LogEntry): boolean;
  /** Whether the extra fields are also the same. They can change from one response to the next. */
  hasSameExtraFields(slot: number, entry: LogEntry): boolean;
  clear(): void;
}

/** The value in `levels` for a gap. */
export const gapLevel = 255;

/** Creates empty columns. `clear` doesn't reset the IDs. */
export function createColumns(): Columns {
  const types = createInterner();
  const methods = createInterner();
  const requests = createInterner();
  const extraFields = createInterner();
  const contents = createTextColumn();
  let size = 0;
  let nextId = 1;
  let all = allocate(0);

  /** Cache by code of the type, because there are few types. */
  let levelByType: number[] = [];
  function levelOf(code: number, type: string): number {
    levelByType[code] ??= levelGroups.indexOf(toLevelGroup(type));
    return levelByType[code];
  }

  function reserve(wanted: number): void {
    if (wanted <= all.times.length) return;
    const larger = allocate(Math.max(1024, wanted, Math.ceil(all.times.length * 1.5)));
    for (const name of names) larger[name].set(all[name]);
    all = larger;
  }

  return {
    get size() {
      return size;
    },
    get ids() {
      return all.ids;
    },
    get times() {
      return all.times;
    },
    get durations() {
      return all.durations;
    },
    get typeCodes() {
      return all.type;
    },
    get methodCodes() {
      return all.method;
    },
    get requestCodes() {
      return all.request;
    },
    get extraFieldCodes() {
      return all.odd;
    },
    get levels() {
      return all.level;
    },
    get undated() {
      return all.undated;
    },
    types,
    methods,
    requests,
    extraFields,
    contents,
    get bytes() {
      const shared = [types, methods, requests, extraFields].reduce(
        (sum, { characterCount }) => sum + characterCount,
        0,
      );
      return contents.bytes + shared;
    },
    bytesOf: (slot) => contents.bytesOf(slot) + (extraFields.text(all.odd[slot] ?? 0)?.length ?? 0),
    add({ entries, times, undated }, indices) {
      reserve(size + indices.length);
      contents.add(indices.map((index) => entries[index]?.content));
      for (const index of indices) {
        const entry = entries[index];
        if (!entry) continue;
        const slot = size++;
        all.ids[slot] = nextId++;
        all.times[slot] = times[index] ?? 0;
        all.durations[slot] = entry.durationInMs ?? Number.NaN;
        const type = types.getOrAddCode(entry.type);
        all.type[slot] = type;
        all.method[slot] = methods.getOrAddCode(entry.method);
        all.request[slot] = requests.getOrAddCode(entry.requestId);
        all.odd[slot] = extraFields.getOrAddCode(entry.extraFields);
        all.level[slot] = levelOf(type, entry.type);
        all.undated[slot] = undated[index] ?? 0;
      }
    },
    addGap(time) {
      reserve(size + 1);
      contents.add([undefined]);
      all.ids[size] = nextId++;
      all.times[size] = time;
      all.durations[size] = Number.NaN;
      all.type[size] = 0;
      all.method[size] = 0;
      all.request[size] = 0;
      all.odd[size] = 0;
      all.undated[size] = 0;
      all.level[size] = gapLevel;
      return size++;
    },
    setTime(slot, time) {
      all.times[slot] = time;
    },
    keepOnly(slots) {
      const kept = allocate(slots.length);
      for (const name of names) {
        const [from, to] = [all[name], kept[name]];
        slots.forEach((slot, index) => {
          to[index] = from[slot] ?? 0;
        });
      }
      types.keepOnly(kept.type);
      levelByType = [];
      methods.keepOnly(kept.method);
      requests.keepOnly(kept.request);
      extraFields.keepOnly(kept.odd);
      contents.keepOnly(slots);
      size = slots.length;
      all = kept;
    },
    isSameEntry(slot, entry) {
      const { durationInMs } = entry;
      return (
        all.type[slot] === types.findCode(entry.type) &&
        all.request[slot] === requests.findCode(entry.requestId) &&
        all.method[slot] === methods.findCode(entry.method) &&
        Object.is(all.durations[slot], durationInMs ?? Number.NaN) &&
        contents.lengthOf(slot) === (entry.content?.length ?? 0) &&
        contents.at(slot) === entry.content
      );
    },
    hasSameExtraFields: (slot, entry) => all.odd[slot] === extraFields.findCode(entry.extraFields),
    clear() {
      size = 0;
      levelByType = [];
      all = allocate(0);
      for (const part of [types, methods, requests, extraFields, contents]) part.clear();
    },
  };
}

const names = ['ids', 'times', 'durations', 'type', 'method', 'request', 'odd', 'level', 'undated'] as const;

function allocate(capacity: number) {
  return {
    ids: new Uint32Array(capacity),
    times: new Float64Array(capacity),
    durations: new Float64Array(capacity),
    type: new Uint32Array(capacity),
    method: new Uint32Array(capacity),
    request: new Uint32Array(capacity),
    odd: new Uint32Array(capacity),
    level: new Uint8Array(capacity),
    undated: new Uint8Array(capacity),
  };
}
