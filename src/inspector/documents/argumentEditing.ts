import type { ArgumentDraft, InspectorItem } from '../pageSchemas.ts';
import { isDeepEqual, isJsonObject, type JsonValue, tryParseJson } from '../schema/json.ts';
import type { ArgumentFile, ArgumentFiles } from './argumentFiles.ts';

interface ArgumentEditingOptions {
  readonly files: Pick<ArgumentFiles, 'create'>;
  readonly findItem: (key: string) => InspectorItem | undefined;
  /** Sends a draft to the page, if it is shown. The state of a page that is shown later contains all drafts. */
  readonly sendToPage: (draft: ArgumentDraft) => void;
}

/** Synchronizes the arguments of each item between the form of the page and a document of the editor. */
export function createArgumentEditing({ files, findItem, sendToPage }: ArgumentEditingOptions) {
  const drafts = new Map<string, ArgumentDraft>();
  const openFiles = new Map<string, ArgumentFile>();

  async function edit(draft: ArgumentDraft): Promise<void> {
    const { key } = draft;
    const editedItem = findItem(key);
    if (!editedItem) return;
    drafts.set(key, draft);
    const openFile = openFiles.get(key);
    const file = openFile?.ownsSlot ? openFile : createFile(key, editedItem, formatArguments(draft, ''));
    openFiles.set(key, file);
    await file.setText(formatArguments(draft, file.text));
    await file.reveal();
  }

  const createFile = (key: string, { name, inputSchema }: InspectorItem, text: string): ArgumentFile =>
    files.create({
      name,
      schema: inputSchema,
      text,
      onTextChange: (typedText) => {
        const draft: ArgumentDraft = { key, view: 'form', ...drafts.get(key), text: typedText };
        drafts.set(key, draft);
        sendToPage(draft);
      },
    });

  return {
    messageHandlers: {
      editJson: ({ draft }: { readonly draft: ArgumentDraft }) => edit(draft),
      saveArguments({ draft }: { readonly draft: ArgumentDraft }) {
        drafts.set(draft.key, draft);
        const file = openFiles.get(draft.key);
        void file?.setText(formatArguments(draft, file.text));
      },
    },
    get savedDrafts(): readonly ArgumentDraft[] {
      return [...drafts.values()];
    },
    /** Updates the schemas of open documents from the current items. */
    updateSchemas() {
      for (const [key, file] of openFiles) {
        const inputSchema = findItem(key)?.inputSchema;
        if (inputSchema !== undefined) file.setSchema(inputSchema);
      }
    },
    dispose() {
      for (const file of openFiles.values()) void file.close();
    },
  };
}

/** Returns the JSON of a draft. Returns the previous text unchanged if it has the same value, to preserve its formatting. */
function formatArguments({ text, value }: ArgumentDraft, previousText: string): string {
  if (text !== undefined) return text;
  const current = value as JsonValue | undefined;
  const previous = tryParseJson(previousText);
  if (isJsonObject(previous) && isDeepEqual(previous, current)) return previousText;
  return `${JSON.stringify(current ?? {}, undefined, 2)}\n`;
}
