import type { MessageLine } from '../pageSchemas.ts';

/** A row whose line might not be loaded yet. */
export interface MessageItem {
  readonly id: number;
  readonly line?: MessageLine;
}

/** Maximum number of cached lines, so that scrolling back doesn't wait. */
const maxCachedLines = 2000;

export type MessageLineCache = ReturnType<typeof createMessageLineCache>;

/** Creates a cache of message lines by index, which requests missing lines from the host. */
export function createMessageLineCache(
  readLines: (indexes: readonly number[]) => Promise<readonly MessageLine[]>,
  onLines: () => void,
) {
  const cache = new Map<number, MessageItem>();
  const requested = new Set<number>();
  /** Indexes of cached lines with matches of a previous text. */
  let stale = new Set<number>();

  function add(line: MessageLine): void {
    cache.set(line.index, { id: line.index, line });
    stale.delete(line.index);
  }

  return {
    getLine: (index: number): MessageLine | undefined => cache.get(index)?.line,
    getItem: (index: number): MessageItem => cache.get(index) ?? { id: index },
    add,
    /** Requests lines that aren't cached, and removes lines out of view if the cache is full. */
    async request(indexes: readonly number[]): Promise<void> {
      if (cache.size > maxCachedLines) {
        const drawn = new Set(indexes);
        for (const index of cache.keys()) if (!drawn.has(index)) cache.delete(index);
      }
      const missing = indexes.filter(
        (index) => (!cache.has(index) || stale.has(index)) && !requested.has(index),
      );
      if (missing.length === 0) return;
      const staleBefore = stale;
      for (const index of missing) requested.add(index);
      const loaded = await readLines(missing).catch(() => []);
      if (stale !== staleBefore) return;
      for (const index of missing) requested.delete(index);
      for (const line of loaded) add(line);
      if (loaded.length > 0) onLines();
    },
    /** Marks all lines as outdated, because lines contain the matches of the searched text. */
    invalidate(): void {
      stale = new Set(cache.keys());
      requested.clear();
    },
  };
}
