import type { ArgumentDraft, InspectorItem } from '../pageSchemas.ts';
import { isDeepEqual, isJsonObject, type JsonValue, tryParseJson } from '../schema/json.ts';
import type { ArgumentFile, ArgumentFiles } from './argumentFiles.ts';

interface EditingDeps {
  readonly files: Pick<ArgumentFiles, 'create'>;
  readonly item: (key: string) => InspectorItem | undefined;
  /** To the page that is there; one that comes begins with all that was typed. */
  readonly show: (typed: ArgumentDraft) => void;
}

/** What was typed on a page, as its form and as documents: two sides of the arguments of each item. */
export function createArgumentEditing({ files, item, show }: EditingDeps) {
  const typed = new Map<string, ArgumentDraft>();
  const open = new Map<string, ArgumentFile>();

  async function edit(now: ArgumentDraft): Promise<void> {
    const { key } = now;
    const asked = item(key);
    if (!asked) return;
    typed.set(key, now);
    const known = open.get(key);
    const file = known?.ownsSlot ? known : create(key, asked, formatArguments(now, ''));
    open.set(key, file);
    await file.setText(formatArguments(now, file.text));
    await file.reveal();
  }

  const create = (key: string, { name, input }: InspectorItem, text: string): ArgumentFile =>
    files.create({
      name,
      schema: input,
      text,
      typed: (written) => {
        const next: ArgumentDraft = { key, side: 'form', ...typed.get(key), text: written };
        typed.set(key, next);
        show(next);
      },
    });

  return {
    on: {
      editJson: ({ typed: now }: { readonly typed: ArgumentDraft }) => edit(now),
      typed({ typed: now }: { readonly typed: ArgumentDraft }) {
        typed.set(now.key, now);
        const file = open.get(now.key);
        void file?.setText(formatArguments(now, file.text));
      },
    },
    /** For a page that comes. */
    get all(): readonly ArgumentDraft[] {
      return [...typed.values()];
    },
    /** The server may offer the same with another schema. */
    describe() {
      for (const [key, file] of open) {
        const input = item(key)?.input;
        if (input !== undefined) file.setSchema(input);
      }
    },
    dispose() {
      for (const file of open.values()) void file.close();
    },
  };
}

/** As it was written, if that says the same. */
function formatArguments({ text, value }: ArgumentDraft, before: string): string {
  if (text !== undefined) return text;
  const now = value as JsonValue | undefined;
  const written = tryParseJson(before);
  if (isJsonObject(written) && isDeepEqual(written, now)) return before;
  return `${JSON.stringify(now ?? {}, undefined, 2)}\n`;
}
