import type { MessageLine } from '../pageSchemas.ts';

/** A row, of which the line may not have come yet. */
export interface MessageItem {
  readonly id: number;
  readonly line?: MessageLine;
}

/** Lines that are kept: who scrolls back needn't wait for them. */
const mostKnown = 2000;

/** The lines that the page has, by the indexes of their messages; others are asked for. */
export function createMessageLines(
  lines: (indexes: readonly number[]) => Promise<readonly MessageLine[]>,
  onLines: () => void,
) {
  const known = new Map<number, MessageItem>();
  const asked = new Set<number>();
  /** Known, but of another text that was looked for. */
  let stale = new Set<number>();

  function learn(line: MessageLine): void {
    known.set(line.index, { id: line.index, line });
    stale.delete(line.index);
  }

  return {
    at: (index: number): MessageLine | undefined => known.get(index)?.line,
    item: (index: number): MessageItem => known.get(index) ?? { id: index },
    learn,
    /** Asks for those of these that are not there yet, and forgets others. */
    async want(indexes: readonly number[]): Promise<void> {
      if (known.size > mostKnown) {
        const drawn = new Set(indexes);
        for (const index of known.keys()) if (!drawn.has(index)) known.delete(index);
      }
      const missing = indexes.filter((index) => (!known.has(index) || stale.has(index)) && !asked.has(index));
      if (missing.length === 0) return;
      const of = stale;
      for (const index of missing) asked.add(index);
      const got = await lines(missing).catch(() => []);
      if (stale !== of) return;
      for (const index of missing) asked.delete(index);
      for (const line of got) learn(line);
      if (got.length > 0) onLines();
    },
    /** Another text is looked for: what it matches comes with the lines. */
    askAgain(): void {
      stale = new Set(known.keys());
      asked.clear();
    },
  };
}
