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

interface WantedRange extends IndexRange {
  readonly isAtEnd: boolean;
}

/** Maximum number of complete contents in the cache. */
const maxTexts = 100;

export type ItemCache = ReturnType<typeof createItemCache>;

/**
 * A cache of the page with the length of the list, and the items near the viewport. The host has the complete list.
 * `onItems` is called when items have arrived.
 */
export function createItemCache(
  request: (first: number, count: number, isAtEnd: boolean) => Promise<ReplyOf<'items'>>,
  onItems: () => void,
  requestText: (id: number) => Promise<ReplyOf<'text'>>,
) {
  let length = 0;
  let kept = new Map<number, ListItem>();
  let matches = new Map<number, readonly string[]>();
  let texts = new Map<number, string>();
  const askedTexts = new Set<number>();
  let isAsking = false;
  let isStale = false;
  let near: WantedRange = { first: 0, last: 0, isAtEnd: false };
  /** The last range that was complete. */
  let seen: IndexRange = near;
  let wanted: (WantedRange & { readonly getContinuousItems: number }) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    while (wanted) {
      const { first, last, isAtEnd, getContinuousItems } = wanted;
      wanted = undefined;
      const from = Math.max(0, first - getContinuousItems);
      const to = Math.min(length - 1, last + getContinuousItems);
      isStale = false;
      const reply = await request(from, to - from + 1, isAtEnd);
      reply.items.forEach((item, index) => {
        kept.set(reply.first + index, withWholeContent(item));
      });
      prune();
      onItems();
    }
  }

  /** Removes items far from the viewport. */
  function prune(): void {
    if (kept.size <= maxItems) return;
    const { first, last } = near;
    kept = new Map(
      [...kept].filter(([index]) => index >= first - prefetchMargin && index <= last + prefetchMargin),
    );
  }

  function withWholeContent(item: ListItem): ListItem {
    const { isCut, ...more } = item;
    const content = isCut && texts.get(item.id);
    return content === undefined ? item : { ...more, content };
  }

  async function askText(id: number): Promise<void> {
    const { content } = await requestText(id);
    if (content === undefined) return;
    texts = new Map([...texts, [id, content] as const].slice(-maxTexts));
    for (const [index, item] of kept) if (item.id === id) kept.set(index, withWholeContent(item));
    onItems();
  }

  function askSoon(): void {
    if (isAsking) return;
    isAsking = true;
    ask()
      // Why it failed is told elsewhere; what is missing is asked for again when it is drawn again.
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }

  function askAround(): void {
    wanted ??= { ...near, getContinuousItems: prefetchMargin };
    askSoon();
  }

  return {
    get length(): number {
      return length;
    },
    at: (index: number) => kept.get(index),
    /** Returns the index of a cached item by its ID, or -1. */
    indexOf(id: number): number {
      for (const [index, item] of kept) if (item.id === id) return index;
      return -1;
    },
    /** Returns the known matches of a regular expression in an item. */
    matchesOf: (id: number) => matches.get(id) ?? [],
    /** Requests the complete content of a truncated item. */
    wantText(id: number): void {
      if (askedTexts.has(id)) return;
      askedTexts.add(id);
      askText(id)
        // Drawn again, it is asked for again.
        .catch(() => undefined)
        .finally(() => askedTexts.delete(id));
    },
    addMatches(found: readonly { readonly id: number; readonly texts: readonly string[] }[]): void {
      const fresh = new Map(found.map(({ id, texts }) => [id, texts]));
      matches = matches.size > maxItems ? fresh : new Map([...matches, ...fresh]);
      // A new object makes the list draw the item again.
      for (const [index, item] of kept) if (fresh.has(item.id)) kept.set(index, { ...item });
      onItems();
    },
    /** Returns whether all items of a range are cached, both ends included. Requests missing ones. */
    ensureLoaded(first: number, last: number, isAtEnd: boolean): boolean {
      near = { first, last, isAtEnd };
      let isComplete = true;
      for (let index = first; index <= last; index++) isComplete &&= kept.has(index);
      if (!isComplete || isStale) {
        // While a scroll bar is dragged, items around each position would arrive too late.
        const isNear = first <= seen.last + prefetchMargin && last >= seen.first - prefetchMargin;
        const isJump = !isNear && !isAtEnd;
        clearTimeout(timer);
        timer = isJump ? setTimeout(askAround, settleMs) : undefined;
        wanted = { ...near, getContinuousItems: isJump ? 0 : prefetchMargin };
        askSoon();
      }
      if (isComplete) seen = near;
      return isComplete;
    },
    /** Returns the cached items of a range, without a break around the visible ones, and the index of the first. */
    around(range: IndexRange, inView: IndexRange) {
      const shown: ListItem[] = [];
      let first = range.last + 1;
      for (let index = range.last; index >= range.first; index--) {
        const item = kept.get(index);
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
    },
    /** Applies a change of the list. `end` contains its last items. With `stale`, cached items can be outdated. */
    apply(
      edits: readonly ListEdit[],
      newLength: number,
      end: readonly ListItem[] | undefined,
      stale: boolean,
    ): void {
      length = newLength;
      isStale ||= stale;
      const isPlain = edits.every(({ at, removed }) => removed === 0 && !kept.has(at));
      const [only] = edits;
      if (!(isPlain && edits.length === 1 && only && only.at + only.inserted === length)) {
        const moved = new Map<number, ListItem>();
        for (const [index, item] of kept) {
          const next = shiftIndex(index, edits);
          if (!next.isGone) moved.set(next.index, item);
        }
        kept = moved;
      }
      end?.forEach((item, index) => {
        kept.set(length - end.length + index, withWholeContent(item));
      });
      if (end) near = { first: length - end.length, last: length, isAtEnd: true };
      prune();
    },
    /** Replaces the list. */
    reset(newLength: number): void {
      length = newLength;
      kept = new Map();
      matches = new Map();
      texts = new Map();
      wanted = undefined;
      clearTimeout(timer);
    },
  };
}
