import { formatEditableMessage } from '../outgoingMessage.ts';
import type { ReplayState } from '../replayState.ts';

interface MessageDraftsOptions {
  readonly drafts: ReplayState['drafts'];
  /** Reads the JSON of a message. */
  readonly readJson: (index: number) => Promise<string | undefined>;
  readonly save: (draft: ReplayState['drafts'][number]) => void;
  readonly onChange: () => void;
}

export type MessageDrafts = ReturnType<typeof createMessageDrafts>;

/** Creates the texts of messages that the user edits to send them again, by message index. */
export function createMessageDrafts({ drafts, readJson, save, onChange }: MessageDraftsOptions) {
  const texts = new Map(drafts.map(({ index, text }) => [index, text]));
  const originalTexts = new Map<number, string>();
  const requestedIndexes = new Set<number>();

  async function loadOriginal(index: number): Promise<void> {
    requestedIndexes.add(index);
    const text = await readJson(index).catch(() => undefined);
    if (text !== undefined) originalTexts.set(index, formatEditableMessage(text));
    onChange();
  }

  return {
    /** Returns the edited text; `undefined` until the original is loaded. */
    getText(index: number): string | undefined {
      if (!requestedIndexes.has(index)) void loadOriginal(index);
      return texts.get(index) ?? originalTexts.get(index);
    },
    isChanged: (index: number): boolean => texts.has(index) && texts.get(index) !== originalTexts.get(index),
    setText(index: number, text: string): void {
      texts.set(index, text);
      save({ index, text });
      onChange();
    },
    reset(index: number): void {
      const text = originalTexts.get(index);
      if (text !== undefined) this.setText(index, text);
    },
  };
}
