import type { MessageLine } from '../pageSchemas.ts';

/** A row, of which the line may not have come yet. */
export interface MessageItem {
  readonly id: number;
  readonly line?: MessageLine;
}

/** Lines that are kept: who scrolls back needn't wait for them. */
const maxCachedLines = 2000;

/** The lines that the page has, by the indexes of their messages; others are asked for. */
export function createMessageLineCache(
  lines: (indexes: readonly number[]) => Promise<readonly MessageLine[]>,
  onLines: () => void,
) {
  const cache = new Map<number, MessageItem>();
  const requested = new Set<number>();
  /** Known, but of another text that was looked for. */
  let stale = new Set<number>();

  function add(line: MessageLine): void {
    cache.set(line.index, { id: line.index, line });
    stale.delete(line.index);
  }

  return {
    at: (index: number): MessageLine | undefined => cache.get(index)?.line,
    item: (index: number): MessageItem => cache.get(index) ?? { id: index },
    learn: add,
    /** Asks for those of these that are not there yet, and forgets others. */
    async request(indexes: readonly number[]): Promise<void> {
      if (cache.size > maxCachedLines) {
        const drawn = new Set(indexes);
        for (const index of cache.keys()) if (!drawn.has(index)) cache.delete(index);
      }
      const missing = indexes.filter(
        (index) => (!cache.has(index) || stale.has(index)) && !requested.has(index),
      );
      if (missing.length === 0) return;
      const of = stale;
      for (const index of missing) requested.add(index);
      const got = await lines(missing).catch(() => []);
      if (stale !== of) return;
      for (const index of missing) requested.delete(index);
      for (const line of got) add(line);
      if (got.length > 0) onLines();
    },
    /** Another text is looked for: what it matches comes with the lines. */
    invalidate(): void {
      stale = new Set(cache.keys());
      requested.clear();
    },
  };
}
