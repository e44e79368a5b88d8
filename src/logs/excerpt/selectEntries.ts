import type { LogExcerptLimits } from '../../domain/logExcerpt.ts';
import { levelGroups } from '../filter.ts';
import type { LogStore } from '../store/logStore.ts';

interface SelectableEntries {
  readonly store: LogStore;
  /** Slots of the store, in the order of time. */
  readonly slots: Uint32Array;
  readonly errorCount: number;
  /**
   * Returns the number of characters of an entry with its line feed, if the entry has at most `maxLength` characters.
   * Adds the header of the request with this code.
   */
  readonly getLength: (slot: number, code: number | undefined, maxLength: number) => number;
}

interface SelectedEntries {
  /** Maximum number of characters of each selected entry, by its slot. */
  readonly lengths: ReadonlyMap<number, number>;
  /** Index of the first slot after which all entries are selected. */
  readonly first: number;
  /** Whether a selected entry is before the newest ones, because it's an error or its request has one. */
  readonly isFirst: (slot: number) => boolean;
}

const errorLevel = levelGroups.indexOf('ERROR');

export const isError = ({ columns }: LogStore, slot: number): boolean => columns.levels[slot] === errorLevel;

/**
 * Selects the entries of an excerpt that fit into the limits: all entries, or the newest entry, the newest errors with
 * the other entries of their requests, and then the newest entries.
 */
export function selectEntries(
  entries: SelectableEntries,
  { text, entry, errors = 0 }: LogExcerptLimits,
): SelectedEntries {
  const newest = new Selection(entries);
  newest.addNewest(entry, text);
  const { errorCount, slots } = entries;
  // If all entries are errors, the newest ones are the most useful.
  const hasErrorPart = newest.first > 0 && errors > 0 && errorCount > 0 && errorCount < slots.length;
  if (!hasErrorPart) return newest;
  const selection = new Selection(entries);
  // The next excerpt ends before the newest entries, so there must be at least one.
  selection.addNewest(entry, text, 1);
  selection.addErrors(entry, Math.min(errors, text - selection.length));
  selection.addNewest(entry, text);
  return selection;
}

class Selection implements SelectedEntries {
  readonly lengths = new Map<number, number>();
  length = 0;
  first: number;
  readonly #entries: SelectableEntries;
  /** Code 0 is for entries without a request, which have no header. */
  readonly #shownRequests = new Set([0]);
  readonly #failedRequests = new Set<number>();
  readonly #errorSlots = new Set<number>();

  constructor(entries: SelectableEntries) {
    this.#entries = entries;
    this.first = entries.slots.length;
  }

  readonly isFirst = (slot: number): boolean =>
    this.#errorSlots.has(slot) || this.#failedRequests.has(this.#getRequest(slot));

  /** Adds at most `maxCount` of the newest entries, up to a total length. */
  addNewest(maxEntryLength: number, maxLength: number, maxCount = Infinity): void {
    const { slots } = this.#entries;
    for (let count = 0; this.first > 0 && count < maxCount; count++) {
      if (!this.#add(slots[this.first - 1] ?? 0, maxEntryLength, maxLength)) return;
      this.first--;
    }
  }

  /** Adds the newest errors with the other entries of their requests. A request gets at most a third of the length. */
  addErrors(maxEntryLength: number, maxAddedLength: number): void {
    const { store, slots } = this.#entries;
    const maxLength = this.length + maxAddedLength;
    const entryLength = Math.min(maxEntryLength, Math.floor(maxAddedLength / 5));
    const requests = Map.groupBy(slots, (slot) => this.#getRequest(slot));
    for (const slot of slots.toReversed()) {
      const request = this.#getRequest(slot);
      if (!isError(store, slot) || this.#failedRequests.has(request)) continue;
      const related = request === 0 ? [] : (requests.get(request) ?? []);
      const others = related.filter((one) => one !== slot);
      const added = [
        slot,
        ...others.filter((one) => isError(store, one)).reverse(),
        ...others.filter((one) => !isError(store, one)),
      ];
      const maxRequestLength = Math.min(maxLength, this.length + maxAddedLength / 3);
      const missing = added.findIndex((one) => !this.#add(one, entryLength, maxRequestLength));
      if (missing === 0) return;
      if (request === 0) this.#errorSlots.add(slot);
      else this.#failedRequests.add(request);
    }
  }

  /** Adds an entry, unless the total length would be exceeded. Returns whether the entry is selected. */
  #add(slot: number, maxEntryLength: number, maxLength: number): boolean {
    if (this.lengths.has(slot)) return true;
    const request = this.#getRequest(slot);
    const head = this.#shownRequests.has(request) ? undefined : request;
    const length = this.length + this.#entries.getLength(slot, head, maxEntryLength);
    if (length > maxLength) return false;
    this.length = length;
    this.lengths.set(slot, maxEntryLength);
    this.#shownRequests.add(request);
    return true;
  }

  #getRequest(slot: number): number {
    return this.#entries.store.columns.requestCodes[slot] ?? 0;
  }
}
