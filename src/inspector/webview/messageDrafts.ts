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

/** Creates the edited texts of messages that can be sent again, by message index. */
export function createMessageDrafts({ drafts, readJson, save, onChange }: MessageDraftsOptions) {
  const texts = new Map(drafts.map(({ index, text }) => [index, text]));
  const originals = new Map<number, string>();
  const requested = new Set<number>();

  async function loadOriginal(index: number): Promise<void> {
    requested.add(index);
    const text = await readJson(index).catch(() => undefined);
    if (text !== undefined) originals.set(index, formatEditableMessage(text));
    onChange();
  }

  return {
    /** Returns the edited text; `undefined` until the original is loaded. */
    getText(index: number): string | undefined {
      if (!requested.has(index)) void loadOriginal(index);
      return texts.get(index) ?? originals.get(index);
    },
    isChanged: (index: number): boolean => texts.has(index) && texts.get(index) !== originals.get(index),
    setText(index: number, text: string): void {
      texts.set(index, text);
      save({ index, text });
      onChange();
    },
    reset(index: number): void {
      const text = originals.get(index);
      if (text !== undefined) this.setText(index, text);
    },
  };
}
