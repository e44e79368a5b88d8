import type { ListItem, ReplyOf } from '../protocol.ts';
import { type ListEdit, shiftIndex } from '../view/listEdits.ts';

/** Indices, both included. */
interface IndexRange {
  readonly first: number;
  readonly last: number;
}

/** Items that are asked for beyond each end of what is wanted, so that scrolling finds them here. */
const prefetchMargin = 80;
/** More than these aren't kept. */
const maxItems = 2000;
/** After a jump, what lies around the view is asked for when it has stayed for this long, in ms. */
const settleMs = 100;

interface WantedRange extends IndexRange {
  readonly isAtEnd: boolean;
}

/** So many whole contents are kept. */
const maxTexts = 100;

export type ItemCache = ReturnType<typeof createItemCache>;

/**
 * What the page has of the list, none at first: its length, and the items near the view. The list itself is the host's.
 * `onItems`: some have come.
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
  /** The last range that was all here. */
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

  /** Lets go of what is far from where the view was last. */
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
    /** Index of an item that is here, by its id; -1. */
    indexOf(id: number): number {
      for (const [index, item] of kept) if (item.id === id) return index;
      return -1;
    },
    /** What a regular expression matches in an item, as far as it is known. */
    matchesOf: (id: number) => matches.get(id) ?? [],
    /** Asks for the whole content of an item that came without the end of it. */
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
      // As another item it is drawn again.
      for (const [index, item] of kept) if (fresh.has(item.id)) kept.set(index, { ...item });
      onItems();
    },
    /** Whether all from `first` to `last` (included) are here; if not, asks for them. */
    ensureLoaded(first: number, last: number, isAtEnd: boolean): boolean {
      near = { first, last, isAtEnd };
      let isComplete = true;
      for (let index = first; index <= last; index++) isComplete &&= kept.has(index);
      if (!isComplete || isStale) {
        // A bar that is dragged leaves each place at once: what no one sees would come for nothing.
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
    /** The items of a range that are here without a break around those in view, and the index of the first one. */
    around(range: IndexRange, inView: IndexRange) {
      const shown: ListItem[] = [];
      let first = range.last + 1;
      for (let index = range.last; index >= range.first; index--) {
        const item = kept.get(index);
        if (!item && index <= inView.last) break;
        if (!item) {
          // What lies behind a break can't be drawn.
          shown.length = 0;
          continue;
        }
        shown.unshift(item);
        first = index;
      }
      return { shown, first };
    },
    /** The list has changed. `end`: its last items. `stale`: what is here may look different now. */
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
    /** Another list. */
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
