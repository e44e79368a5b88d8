import type { IndexRange } from '../../editor/webview/listSelection.ts';
import { createLiteralPattern } from '../../editor/webview/literalPattern.ts';
import type { TextQuery } from '../../editor/webview/textQuery.ts';
import type { ListItem, ReplyOf } from '../protocol.ts';
import { type ListEdit, shiftIndex } from '../view/listEdits.ts';

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
 * The length of the list, and a cache of the items near the viewport. The host has the complete list. `onItems` is
 * called when cached items have changed.
 */
export class ItemCache {
  readonly #sendRequest: (first: number, count: number, isAtEnd: boolean) => Promise<ReplyOf<'items'>>;
  readonly #onItems: () => void;
  readonly #requestText: (id: number) => Promise<ReplyOf<'text'>>;
  #length = 0;
  #items = new Map<number, ListItem>();
  #matches = new Map<number, readonly string[]>();
  #texts = new Map<number, string>();
  readonly #pendingTextIds = new Set<number>();
  #isRequesting = false;
  #isStale = false;
  #lastRange: RequestedRange = { first: 0, last: 0, isAtEnd: false };
  /** The last range of which all items were cached. */
  #lastCompleteRange: IndexRange;
  #requestedRange: (RequestedRange & { readonly margin: number }) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    request: (first: number, count: number, isAtEnd: boolean) => Promise<ReplyOf<'items'>>,
    onItems: () => void,
    requestText: (id: number) => Promise<ReplyOf<'text'>>,
  ) {
    this.#sendRequest = request;
    this.#onItems = onItems;
    this.#requestText = requestText;
    this.#lastCompleteRange = this.#lastRange;
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): ListItem | undefined {
    return this.#items.get(index);
  }

  /** Returns the index of a cached item by its ID, or -1. */
  indexOf(id: number): number {
    for (const [index, item] of this.#items) if (item.id === id) return index;
    return -1;
  }

  /** Returns the known matches of a regular expression in an item. */
  getMatches(id: number): readonly string[] {
    return this.#matches.get(id) ?? [];
  }

  /** Requests the complete content of a truncated item. */
  requestFullText(id: number): void {
    if (this.#pendingTextIds.has(id)) return;
    this.#pendingTextIds.add(id);
    this.#loadText(id)
      // Drawing the row again repeats the request.
      .catch(() => undefined)
      .finally(() => this.#pendingTextIds.delete(id));
  }

  addMatches(newMatches: readonly { readonly id: number; readonly texts: readonly string[] }[]): void {
    const added = new Map(newMatches.map(({ id, texts }) => [id, texts]));
    this.#matches = this.#matches.size > maxItems ? added : new Map([...this.#matches, ...added]);
    // The list draws an item again only if it is another object.
    for (const [index, item] of this.#items) if (added.has(item.id)) this.#items.set(index, { ...item });
    this.#onItems();
  }

  /** Returns whether all items of a range are cached, both ends included. Requests missing ones. */
  ensureLoaded(first: number, last: number, isAtEnd: boolean): boolean {
    this.#lastRange = { first, last, isAtEnd };
    let isComplete = true;
    for (let index = first; index <= last; index++) isComplete &&= this.#items.has(index);
    if (!isComplete || this.#isStale) {
      // While the scroll bar is dragged, only the visible items are requested. Requests for the items around them would
      // delay them.
      const isNear =
        first <= this.#lastCompleteRange.last + prefetchMargin &&
        last >= this.#lastCompleteRange.first - prefetchMargin;
      const isJump = !isNear && !isAtEnd;
      clearTimeout(this.#timer);
      this.#timer = isJump ? setTimeout(() => this.#requestSurroundings(), settleMs) : undefined;
      this.#requestedRange = { ...this.#lastRange, margin: isJump ? 0 : prefetchMargin };
      this.#startRequests();
    }
    if (isComplete) this.#lastCompleteRange = this.#lastRange;
    return isComplete;
  }

  /**
   * Returns the cached items of a range up to the first missing one on each side of the visible items, and the index of
   * the first item.
   */
  getContinuousItems(
    range: IndexRange,
    inView: IndexRange,
  ): { readonly items: readonly ListItem[]; readonly first: number } {
    const items: ListItem[] = [];
    let first = range.last + 1;
    for (let index = range.last; index >= range.first; index--) {
      const item = this.#items.get(index);
      if (!item && index <= inView.last) break;
      if (!item) {
        // Items after a missing one can't be drawn.
        items.length = 0;
        continue;
      }
      items.unshift(item);
      first = index;
    }
    return { items, first };
  }

  /**
   * Applies a change of the list. `end` contains the last items of the list. With `isStale`, cached items can be
   * outdated.
   */
  applyChange(
    edits: readonly ListEdit[],
    newLength: number,
    end: readonly ListItem[] | undefined,
    isStale: boolean,
  ): void {
    this.#length = newLength;
    this.#isStale ||= isStale;
    const isInsertionOnly = edits.every(({ at, removed }) => removed === 0 && !this.#items.has(at));
    const [edit] = edits;
    if (!(isInsertionOnly && edits.length === 1 && edit && edit.at + edit.inserted === this.#length)) {
      const movedItems = new Map<number, ListItem>();
      for (const [index, item] of this.#items) {
        const next = shiftIndex(index, edits);
        if (!next.isGone) movedItems.set(next.index, item);
      }
      this.#items = movedItems;
    }
    end?.forEach((item, index) => {
      this.#items.set(this.#length - end.length + index, this.#withCompleteContent(item));
    });
    if (end) this.#lastRange = { first: this.#length - end.length, last: this.#length, isAtEnd: true };
    this.#prune();
  }

  /** Replaces the list. */
  reset(newLength: number): void {
    this.#length = newLength;
    this.#items = new Map();
    this.#matches = new Map();
    this.#texts = new Map();
    this.#requestedRange = undefined;
    clearTimeout(this.#timer);
  }

  async #requestItems(): Promise<void> {
    while (this.#requestedRange) {
      const { first, last, isAtEnd, margin } = this.#requestedRange;
      this.#requestedRange = undefined;
      const from = Math.max(0, first - margin);
      const to = Math.min(this.#length - 1, last + margin);
      this.#isStale = false;
      const reply = await this.#sendRequest(from, to - from + 1, isAtEnd);
      reply.items.forEach((item, index) => {
        this.#items.set(reply.first + index, this.#withCompleteContent(item));
      });
      this.#prune();
      this.#onItems();
    }
  }

  /** Removes items far from the viewport. */
  #prune(): void {
    if (this.#items.size <= maxItems) return;
    const { first, last } = this.#lastRange;
    this.#items = new Map(
      [...this.#items].filter(([index]) => index >= first - prefetchMargin && index <= last + prefetchMargin),
    );
  }

  #withCompleteContent(item: ListItem): ListItem {
    const { isCut, ...more } = item;
    const content = isCut && this.#texts.get(item.id);
    return content === undefined ? item : { ...more, content };
  }

  async #loadText(id: number): Promise<void> {
    const { content } = await this.#requestText(id);
    if (content === undefined) return;
    this.#texts = new Map([...this.#texts, [id, content] as const].slice(-maxTexts));
    for (const [index, item] of this.#items)
      if (item.id === id) this.#items.set(index, this.#withCompleteContent(item));
    this.#onItems();
  }

  #startRequests(): void {
    if (this.#isRequesting) return;
    this.#isRequesting = true;
    this.#requestItems()
      // The status line reports the failure. Drawing missing items again repeats the request.
      .catch(() => undefined)
      .finally(() => {
        this.#isRequesting = false;
      });
  }

  #requestSurroundings(): void {
    this.#requestedRange ??= { ...this.#lastRange, margin: prefetchMargin };
    this.#startRequests();
  }
}

/** Maximum length of a highlighted text. Engines reject patterns with more than 32,767 characters. */
const maxPatternLength = 1000;

/**
 * Creates a function that returns the pattern to highlight in the item with this ID: the search text, or the known
 * matches of a regular expression.
 */
export function createHighlighter(
  items: Pick<ItemCache, 'getMatches'>,
  find: () => TextQuery,
): (id: number) => RegExp | undefined {
  let cached: { readonly find: TextQuery; readonly pattern: RegExp | undefined } | undefined;
  return (id) => {
    const query = find();
    if (query.isRegex) return createLiteralPattern(items.getMatches(id), true);
    if (cached?.find !== query) {
      cached = {
        find: query,
        pattern: createLiteralPattern([query.text.trim().slice(0, maxPatternLength)], query.isCaseSensitive),
      };
    }
    return cached.pattern;
  };
}
