import type { MessageLine } from '../pageSchemas.ts';

/** A row whose line might not be loaded yet. */
export interface MessageItem {
  readonly id: number;
  readonly line?: MessageLine;
  /** Whether the response is invalid. Absent if it hasn't been validated. */
  readonly hasInvalidResponse?: boolean;
}

/** Maximum number of cached lines. Scrolling back to cached lines doesn't wait for the host. */
const maxCachedLines = 2000;

export type MessageLineCache = ReturnType<typeof createMessageLineCache>;

/** Creates a cache of message lines by index, which requests missing lines from the host. */
export function createMessageLineCache(
  readLines: (indexes: readonly number[]) => Promise<readonly MessageLine[]>,
  onLines: () => void,
) {
  const cache = new Map<number, MessageItem>();
  const requestedIndexes = new Set<number>();
  /** Indexes of cached lines that were requested for another text or before a response arrived. */
  let outdatedIndexes = new Set<number>();

  function add(line: MessageLine): void {
    cache.set(line.index, { ...cache.get(line.index), id: line.index, line });
    outdatedIndexes.delete(line.index);
  }

  return {
    getLine: (index: number): MessageLine | undefined => cache.get(index)?.line,
    getItem: (index: number): MessageItem => cache.get(index) ?? { id: index },
    add,
    /** Stores whether the response to a request is invalid. The cached line keeps it when it's loaded again. */
    setInvalid(index: number, hasInvalidResponse: boolean): void {
      const item = cache.get(index);
      if (item) cache.set(index, { ...item, hasInvalidResponse });
    },
    /** Requests lines that aren't cached, and removes lines out of view if the cache is full. */
    async request(indexes: readonly number[]): Promise<void> {
      if (cache.size > maxCachedLines) {
        const neededIndexes = new Set(indexes);
        for (const index of cache.keys()) if (!neededIndexes.has(index)) cache.delete(index);
      }
      const missingIndexes = indexes.filter(
        (index) => (!cache.has(index) || outdatedIndexes.has(index)) && !requestedIndexes.has(index),
      );
      if (missingIndexes.length === 0) return;
      const outdatedIndexesAtRequest = outdatedIndexes;
      for (const index of missingIndexes) requestedIndexes.add(index);
      const loaded = await readLines(missingIndexes).catch(() => []);
      if (outdatedIndexes !== outdatedIndexesAtRequest) return;
      for (const index of missingIndexes) requestedIndexes.delete(index);
      for (const line of loaded) add(line);
      if (loaded.length > 0) onLines();
    },
    /** Marks the lines of requests without a response as outdated, because their responses might have arrived. */
    invalidateOpenRequests(): void {
      for (const [index, { line }] of cache)
        if (line?.kind === 'request' && line.pairIndex === undefined) outdatedIndexes.add(index);
    },
    /** Marks all lines as outdated, because lines contain the matches of the searched text. */
    invalidate(): void {
      outdatedIndexes = new Set(cache.keys());
      requestedIndexes.clear();
    },
  };
}
