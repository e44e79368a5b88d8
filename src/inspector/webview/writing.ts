import { formatEditableMessage } from '../outgoingMessage.ts';
import type { ReplayState } from '../replayState.ts';

interface WritingDeps {
  readonly drafts: ReplayState['drafts'];
  /** The text of a message, by its index. */
  readonly json: (index: number) => Promise<string | undefined>;
  readonly keep: (draft: ReplayState['drafts'][number]) => void;
  readonly changed: () => void;
}

/** What is typed of messages that are edited before they are sent again, by their indexes. */
export function createWriting({ drafts, json, keep, changed }: WritingDeps) {
  const typed = new Map(drafts.map(({ index, text }) => [index, text]));
  const begun = new Map<number, string>();
  const asked = new Set<number>();

  async function begin(index: number): Promise<void> {
    asked.add(index);
    const text = await json(index).catch(() => undefined);
    if (text !== undefined) begun.set(index, formatEditableMessage(text));
    changed();
  }

  return {
    /** `undefined`: it isn't there yet. */
    textOf(index: number): string | undefined {
      if (!asked.has(index)) void begin(index);
      return typed.get(index) ?? begun.get(index);
    },
    isChanged: (index: number): boolean => typed.has(index) && typed.get(index) !== begun.get(index),
    type(index: number, text: string): void {
      typed.set(index, text);
      keep({ index, text });
      changed();
    },
    reset(index: number): void {
      const text = begun.get(index);
      if (text !== undefined) this.type(index, text);
    },
  };
}
