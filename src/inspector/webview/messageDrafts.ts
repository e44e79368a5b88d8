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
export function createMessageDrafts({ drafts, json, keep, changed }: WritingDeps) {
  const texts = new Map(drafts.map(({ index, text }) => [index, text]));
  const originals = new Map<number, string>();
  const requested = new Set<number>();

  async function loadOriginal(index: number): Promise<void> {
    requested.add(index);
    const text = await json(index).catch(() => undefined);
    if (text !== undefined) originals.set(index, formatEditableMessage(text));
    changed();
  }

  return {
    /** `undefined`: it isn't there yet. */
    text(index: number): string | undefined {
      if (!requested.has(index)) void loadOriginal(index);
      return texts.get(index) ?? originals.get(index);
    },
    isChanged: (index: number): boolean => texts.has(index) && texts.get(index) !== originals.get(index),
    setText(index: number, text: string): void {
      texts.set(index, text);
      keep({ index, text });
      changed();
    },
    reset(index: number): void {
      const text = originals.get(index);
      if (text !== undefined) this.setText(index, text);
    },
  };
}
