import { formatEditableMessage } from '../outgoingMessage.ts';
import type { ReplayState } from '../replayState.ts';

interface WritingDeps {
  readonly drafts: ReplayState['drafts'];
  /** Reads the JSON of a message. */
  readonly json: (index: number) => Promise<string | undefined>;
  readonly keep: (draft: ReplayState['drafts'][number]) => void;
  readonly changed: () => void;
}

/** Creates the edited texts of messages that can be sent again, by message index. */
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
    /** Returns the edited text; `undefined` until the original is loaded. */
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
