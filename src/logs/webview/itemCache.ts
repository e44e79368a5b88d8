import { createLiteralPattern } from '../../editor/webview/literalPattern.ts';
import type { TextQuery } from '../../editor/webview/textQuery.ts';
import type { ListItem, ReplyOf } from '../protocol.ts';
import { type ListEdit, shiftIndex } from '../view/listEdits.ts';

/** A range of indexes, both ends included. */
interface IndexRange {
  readonly first: number;
  readonly last: number;
}

/** Number of items that are requested beyond each end of the range, for scrolling. */
const prefetchMargin = 80;
/** Maximum number of items in the cache. */
const maxItems = 2000;
/** Delay in milliseconds before the items around the viewport are requested after a jump. */
const settleMs = 100;

interface RequestedRange extends IndexRange {
  readonly isAtEnd: boolean;
}

/** Maximum number of complete contents in the cache. */
const maxTexts = 100;

/**
 * A cache of the page with the length of the list, and the items near the viewport. The host has the complete list.
 * `onItems` is called when items have arrived.
 */
export class ItemCache {
  readonly #request: (first: number, count: number, isAtEnd: boolean) => Promise<ReplyOf<'items'>>;
  readonly #onItems: () => void;
  readonly #requestText: (id: number) => Promise<ReplyOf<'text'>>;
  #length = 0;
  #kept = new Map<number, ListItem>();
  #matches = new Map<number, readonly string[]>();
  #texts = new Map<number, string>();
  readonly #askedTexts = new Set<number>();
  #isAsking = false;
  #isStale = false;
  #near: RequestedRange = { first: 0, last: 0, isAtEnd: false };
  /** The last range that was complete. */
  #seen: IndexRange;
  #wanted: (RequestedRange & { readonly margin: number }) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    request: (first: number, count: number, isAtEnd: boolean) => Promise<ReplyOf<'items'>>,
    onItems: () => void,
    requestText: (id: number) => Promise<ReplyOf<'text'>>,
  ) {
    this.#request = request;
    this.#onItems = onItems;
    this.#requestText = requestText;
    this.#seen = this.#near;
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): ListItem | undefined {
    return this.#kept.get(index);
  }

  /** Returns the index of a cached item by its ID, or -1. */
  indexOf(id: number): number {
    for (const [index, item] of this.#kept) if (item.id === id) return index;
    return -1;
  }

  /** Returns the known matches of a regular expression in an item. */
  getMatches(id: number): readonly string[] {
    return this.#matches.get(id) ?? [];
  }

  /** Requests the complete content of a truncated item. */
  requestFullText(id: number): void {
    if (this.#askedTexts.has(id)) return;
    this.#askedTexts.add(id);
    this.#askText(id)
      // Drawn again, it is asked for again.
      .catch(() => undefined)
      .finally(() => this.#askedTexts.delete(id));
  }

  addMatches(found: readonly { readonly id: number; readonly texts: readonly string[] }[]): void {
    const fresh = new Map(found.map(({ id, texts }) => [id, texts]));
    this.#matches = this.#matches.size > maxItems ? fresh : new Map([...this.#matches, ...fresh]);
    // A new object makes the list draw the item again.
    for (const [index, item] of this.#kept) if (fresh.has(item.id)) this.#kept.set(index, { ...item });
    this.#onItems();
  }

  /** Returns whether all items of a range are cached, both ends included. Requests missing ones. */
  ensureLoaded(first: number, last: number, isAtEnd: boolean): boolean {
    this.#near = { first, last, isAtEnd };
    let isComplete = true;
    for (let index = first; index <= last; index++) isComplete &&= this.#kept.has(index);
    if (!isComplete || this.#isStale) {
      // While a scroll bar is dragged, items around each position would arrive too late.
      const isNear = first <= this.#seen.last + prefetchMargin && last >= this.#seen.first - prefetchMargin;
      const isJump = !isNear && !isAtEnd;
      clearTimeout(this.#timer);
      this.#timer = isJump ? setTimeout(() => this.#askAround(), settleMs) : undefined;
      this.#wanted = { ...this.#near, margin: isJump ? 0 : prefetchMargin };
      this.#askSoon();
    }
    if (isComplete) this.#seen = this.#near;
    return isComplete;
  }

  /** Returns the cached items of a range, without a break around the visible ones, and the index of the first. */
  getContinuousItems(
    range: IndexRange,
    inView: IndexRange,
  ): { readonly shown: readonly ListItem[]; readonly first: number } {
    const shown: ListItem[] = [];
    let first = range.last + 1;
    for (let index = range.last; index >= range.first; index--) {
      const item = this.#kept.get(index);
      if (!item && index <= inView.last) break;
      if (!item) {
        // Items before a break can't be drawn.
        shown.length = 0;
        continue;
      }
      shown.unshift(item);
      first = index;
    }
    return { shown, first };
  }

  /** Applies a change of the list. `end` contains its last items. With `stale`, cached items can be outdated. */
  applyChange(
    edits: readonly ListEdit[],
    newLength: number,
    end: readonly ListItem[] | undefined,
    stale: boolean,
  ): void {
    this.#length = newLength;
    this.#isStale ||= stale;
    const isPlain = edits.every(({ at, removed }) => removed === 0 && !this.#kept.has(at));
    const [only] = edits;
    if (!(isPlain && edits.length === 1 && only && only.at + only.inserted === this.#length)) {
      const moved = new Map<number, ListItem>();
      for (const [index, item] of this.#kept) {
        const next = shiftIndex(index, edits);
        if (!next.isGone) moved.set(next.index, item);
      }
      this.#kept = moved;
    }
    end?.forEach((item, index) => {
      this.#kept.set(this.#length - end.length + index, this.#withWholeContent(item));
    });
    if (end) this.#near = { first: this.#length - end.length, last: this.#length, isAtEnd: true };
    this.#prune();
  }

  /** Replaces the list. */
  reset(newLength: number): void {
    this.#length = newLength;
    this.#kept = new Map();
    this.#matches = new Map();
    this.#texts = new Map();
    this.#wanted = undefined;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    while (this.#wanted) {
      const { first, last, isAtEnd, margin } = this.#wanted;
      this.#wanted = undefined;
      const from = Math.max(0, first - margin);
      const to = Math.min(this.#length - 1, last + margin);
      this.#isStale = false;
      const reply = await this.#request(from, to - from + 1, isAtEnd);
      reply.items.forEach((item, index) => {
        this.#kept.set(reply.first + index, this.#withWholeContent(item));
      });
      this.#prune();
      this.#onItems();
    }
  }

  /** Removes items far from the viewport. */
  #prune(): void {
    if (this.#kept.size <= maxItems) return;
    const { first, last } = this.#near;
    this.#kept = new Map(
      [...this.#kept].filter(([index]) => index >= first - prefetchMargin && index <= last + prefetchMargin),
    );
  }

  #withWholeContent(item: ListItem): ListItem {
    const { isCut, ...more } = item;
    const content = isCut && this.#texts.get(item.id);
    return content === undefined ? item : { ...more, content };
  }

  async #askText(id: number): Promise<void> {
    const { content } = await this.#requestText(id);
    if (content === undefined) return;
    this.#texts = new Map([...this.#texts, [id, content] as const].slice(-maxTexts));
    for (const [index, item] of this.#kept)
      if (item.id === id) this.#kept.set(index, this.#withWholeContent(item));
    this.#onItems();
  }

  #askSoon(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#ask()
      // The status line reports the failure. Missing items are requested again when they are drawn again.
      .catch(() => undefined)
      .finally(() => {
        this.#isAsking = false;
      });
  }

  #askAround(): void {
    this.#wanted ??= { ...this.#near, margin: prefetchMargin };
    this.#askSoon();
  }
}

/** Maximum length of a highlighted text. Engines reject patterns with more than 32,767 characters. */
const maxPatternLength = 1000;

/**
 * Creates a function that returns the pattern to highlight in the item with an ID: the search text, or the matches of a
 * regular expression.
 */
export function createHighlighter(
  items: Pick<ItemCache, 'getMatches'>,
  find: () => TextQuery,
): (id: number) => RegExp | undefined {
  let known: { readonly find: TextQuery; readonly pattern: RegExp | undefined } | undefined;
  return (id) => {
    const wanted = find();
    if (wanted.isRegex) return createLiteralPattern(items.getMatches(id), true);
    if (known?.find !== wanted) {
      known = {
        find: wanted,
        pattern: createLiteralPattern(
          [wanted.text.trim().slice(0, maxPatternLength)],
          wanted.isCaseSensitive,
        ),
      };
    }
    return known.pattern;
  };
}
