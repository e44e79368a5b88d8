import * as vscode from 'vscode';
import { truncateText } from '../../domain/plainText.ts';
import { Disposable } from '../../editor/disposable.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { toPathSegment } from '../../editor/serviceDocument/documentUri.ts';
import { TextFiles } from '../../editor/serviceDocument/textFiles.ts';
import { UserError } from '../../editor/userError.ts';
import { createEditorSchema } from './editorSchema.ts';
import {
  argumentSchemaScheme,
  argumentScheme,
  createArgumentPath,
  createSchemaUri,
  maxArgumentFiles,
} from './schemes.ts';

/** Delay between the last change of a document and its application, in milliseconds. */
const applyDelayMs = 150;
/** Maximum number of characters of a tool's name in a file name. */
const maxNameLength = 60;

interface ArgumentFileOptions {
  readonly name: string;
  /** JSON Schema of the arguments. */
  readonly schema: unknown;
  readonly text: string;
  /** Called when the user has changed the text. */
  readonly onTextChange: (text: string) => void;
}

/** A text that the user can edit in an editor and on the page. */
export interface ArgumentFile {
  readonly uri: vscode.Uri;
  readonly text: string;
  /** Whether the file still has its slot. After its document is closed, another file can get the slot. */
  readonly ownsSlot: boolean;
  /** Opens the document, or brings it to the front. */
  reveal(): Promise<void>;
  /** Replaces the text, after it changed on the page. */
  setText(text: string): Promise<void>;
  setSchema(schema: unknown): void;
  /** Applies the text, and closes the document. */
  close(): Promise<void>;
}

interface ArgumentFileEntry extends ArgumentFileOptions {
  readonly uri: vscode.Uri;
  readonly schemaUri: vscode.Uri;
  text: string;
  mtime: number;
  schema: unknown;
  /** Texts from the page that the editor might not show yet. */
  textsFromPage: readonly string[];
  /** The timer that applies the text. */
  applyTimer?: NodeJS.Timeout | undefined;
  /** Whether the document is saved only to replace its text, so that the saved text is outdated. */
  isOutdated?: boolean;
}

/**
 * Shows arguments of calls as documents, which the editor validates by the schema of the tool. The documents are files in memory that are
 * saved automatically, so that the editor doesn't prompt the user to save them, and doesn't back them up. `slots`: number of files.
 */
export class ArgumentFiles extends Disposable {
  readonly #entries: (ArgumentFileEntry | undefined)[];
  readonly #files: TextFiles;
  readonly #schemaChanged = this.register(new vscode.EventEmitter<vscode.Uri>());

  constructor(toProblem: ToProblem, slots = maxArgumentFiles) {
    super();
    this.#entries = Array.from({ length: slots }, () => undefined);
    this.#files = this.register(
      new TextFiles({
        load: async (uri) => this.#getEntry(uri),
        save: async (uri, text) => applyTypedText(this.#getEntry(uri), text),
        toProblem,
      }),
    );
    const { workspace, window } = vscode;
    this.register(
      workspace.registerFileSystemProvider(argumentScheme, this.#files, { isCaseSensitive: true }),
    );
    this.register(
      workspace.registerTextDocumentContentProvider(argumentSchemaScheme, {
        onDidChange: this.#schemaChanged.event,
        provideTextDocumentContent: (uri) =>
          createEditorSchema(
            this.#entries.find((candidate) => candidate && isSameUri(candidate.schemaUri, uri))?.schema,
          ),
      }),
    );
    this.register(workspace.onDidChangeTextDocument(({ document }) => this.#onDidChange(document)));
    this.register(window.onDidChangeActiveTextEditor(() => this.#applyAll()));
  }

  create(options: ArgumentFileOptions): ArgumentFile {
    const slot = this.#findSlot();
    const file = `${toPathSegment(truncateText(options.name, maxNameLength))}.json`;
    const entry: ArgumentFileEntry = {
      ...options,
      uri: vscode.Uri.from({ scheme: argumentScheme, path: createArgumentPath(slot, file) }),
      schemaUri: vscode.Uri.parse(createSchemaUri(slot)),
      mtime: Date.now(),
      textsFromPage: [options.text],
    };
    this.#entries[slot] = entry;
    // The editor might still have the schema of the previous file in this slot.
    this.#schemaChanged.fire(entry.schemaUri);
    const ownsSlot = (): boolean => this.#entries[slot] === entry;
    return {
      uri: entry.uri,
      get text() {
        return entry.text;
      },
      get ownsSlot() {
        return ownsSlot();
      },
      // The editor keeps a document that `openTextDocument` opened for minutes after the user closes it, but not one
      // that a command opened.
      reveal: async () =>
        void (await vscode.commands.executeCommand('vscode.open', entry.uri, createBesideOptions())),
      setText: (text) => this.#replaceText(entry, text),
      setSchema: (schema) => {
        const isChanged = createEditorSchema(schema) !== createEditorSchema(entry.schema);
        entry.schema = schema;
        if (isChanged) this.#schemaChanged.fire(entry.schemaUri);
      },
      close: async () => {
        await this.#apply(entry, { mustSave: true });
        await closeTabs(entry.uri);
        if (ownsSlot()) this.#entries[slot] = undefined;
      },
    };
  }

  /** Returns a free slot, or one whose document was closed. Throws a `UserError` if there is none. */
  #findSlot(): number {
    const free = this.#entries.indexOf(undefined);
    const slot =
      free >= 0 ? free : this.#entries.findIndex((candidate) => candidate && !findDocument(candidate.uri));
    if (slot >= 0) return slot;
    throw new UserError(
      vscode.l10n.t(
        '{0} JSON editors for arguments are already open. Close one of them first.',
        this.#entries.length,
      ),
    );
  }

  #getEntry(uri: vscode.Uri): ArgumentFileEntry {
    const entry = this.#entries.find((candidate) => candidate && isSameUri(candidate.uri, uri));
    if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
    return entry;
  }

  #onDidChange(document: vscode.TextDocument): void {
    const entry = this.#entries.find((candidate) => candidate && isSameUri(candidate.uri, document.uri));
    if (!entry) return;
    const text = document.getText();
    // The editor shows a text from the page. An undo can also lead to a saved text, but only after the user has typed.
    if (!document.isDirty && entry.textsFromPage.includes(text)) return;
    entry.textsFromPage = [];
    clearApplyTimer(entry);
    entry.applyTimer = setTimeout(() => void this.#apply(entry), applyDelayMs);
  }

  /** Applies the text of a document, and saves it, unless saving would change the text while the user types. */
  async #apply(entry: ArgumentFileEntry, { mustSave = false } = {}): Promise<void> {
    const document = findDocument(entry.uri);
    if (!document) return;
    if (entry.applyTimer !== undefined) applyTypedText(entry, document.getText());
    clearApplyTimer(entry);
    const isTyping = vscode.window.activeTextEditor?.document === document;
    if (this.#files.isUnsaved(document) && (mustSave || !isTyping || !isChangedOnSave(document)))
      await document.save();
  }

  /** Applies the texts of all documents. Called when the focus has moved to another editor. */
  #applyAll(): void {
    for (const entry of this.#entries) {
      const document = entry && findDocument(entry.uri);
      if (entry && document && this.#files.isUnsaved(document)) void this.#apply(entry);
    }
  }

  async #replaceText(entry: ArgumentFileEntry, text: string): Promise<void> {
    const document = findDocument(entry.uri);
    if (text === (document?.getText() ?? entry.text)) return;
    clearApplyTimer(entry);
    if (document && this.#files.isUnsaved(document)) {
      // The editor reloads a file only if its document is saved.
      entry.isOutdated = true;
      try {
        await document.save();
      } finally {
        entry.isOutdated = false;
      }
    }
    writeText(entry, text);
    entry.textsFromPage = [...entry.textsFromPage.slice(-4), text];
    this.#files.notify(entry.uri);
  }

  override dispose(): void {
    for (const entry of this.#entries) if (entry) clearApplyTimer(entry);
    super.dispose();
  }
}

function applyTypedText(entry: ArgumentFileEntry, text: string): void {
  if (entry.isOutdated || text === entry.text) return;
  writeText(entry, text);
  entry.onTextChange(text);
}

function clearApplyTimer(entry: ArgumentFileEntry): void {
  clearTimeout(entry.applyTimer);
  entry.applyTimer = undefined;
}

function writeText(entry: ArgumentFileEntry, text: string): void {
  entry.text = text;
  entry.mtime = Math.max(Date.now(), entry.mtime + 1);
}

const isSameUri = (a: vscode.Uri, b: vscode.Uri): boolean => a.toString() === b.toString();

function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((candidate) => isSameUri(candidate.uri, uri));
}

/** Returns options that open a document beside the page, so that the page stays visible. */
const createBesideOptions = () => ({ viewColumn: vscode.ViewColumn.Beside, preview: false });

async function closeTabs(uri: vscode.Uri): Promise<void> {
  const { tabGroups } = vscode.window;
  const fileTabs = tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && isSameUri(input.uri, uri));
  if (fileTabs.length > 0) await tabGroups.close(fileTabs, true);
}

/** Whether the user's settings make the editor change a document when it is saved. */
function isChangedOnSave({ uri, languageId }: vscode.TextDocument): boolean {
  const { getConfiguration } = vscode.workspace;
  const editorSettings = getConfiguration('editor', { uri, languageId });
  const actions = editorSettings.get<Readonly<Record<string, unknown>>>('codeActionsOnSave') ?? {};
  return (
    editorSettings.get('formatOnSave') === true ||
    getConfiguration('files', { uri, languageId }).get('trimTrailingWhitespace') === true ||
    Object.values(actions).some((trigger) => trigger !== false && trigger !== 'never')
  );
}
