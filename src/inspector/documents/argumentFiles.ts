import * as vscode from 'vscode';
import { truncateText } from '../../domain/plainText.ts';
import { Disposable } from '../../editor/disposable.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { toPathSegment } from '../../editor/serviceDocument/documentUri.ts';
import { TextFiles } from '../../editor/serviceDocument/textFiles.ts';
import { UserError } from '../../editor/userError.ts';
import { isChangedOnSave } from './changesWhenSaved.ts';
import { createEditorSchema } from './editorSchema.ts';
import {
  argumentSchemaScheme,
  argumentScheme,
  createArgumentPath,
  createSchemaUri,
  maxArgumentFiles,
} from './schemes.ts';

/** Milliseconds without a key, after which a text is taken over. */
const pauseMs = 150;
/** Longer names are cut. */
const maxNameLength = 60;

interface FileDeps {
  readonly name: string;
  /** JSON Schema of what it may say. */
  readonly schema: unknown;
  readonly text: string;
  /** A person has typed this. */
  readonly typed: (text: string) => void;
}

/** A text that a person edits here while it changes elsewhere. */
export interface ArgumentFile {
  readonly uri: vscode.Uri;
  readonly text: string;
  /** Another one may take the place of one whose document was closed. */
  readonly ownsSlot: boolean;
  /** Brings its document to the front. */
  reveal(): Promise<void>;
  /** It has this text now, from elsewhere. */
  setText(text: string): Promise<void>;
  setSchema(schema: unknown): void;
  /** Closes its document, which loses nothing: all of it was taken over. */
  close(): Promise<void>;
}

interface ArgumentFileEntry extends FileDeps {
  readonly uri: vscode.Uri;
  readonly schemaUri: vscode.Uri;
  text: string;
  mtime: number;
  schema: unknown;
  /** Texts from elsewhere, which the editor may still be about to show. */
  given: readonly string[];
  /** Runs after the next pause. */
  pause?: NodeJS.Timeout | undefined;
  /** It is saved to be given another text: what it says now is of before. */
  isOutdated?: boolean;
}

/**
 * Arguments as documents of the editor, which checks them by the schema of their tool. They are files that save themselves
 * into memory: what is typed is taken over at once, so that nobody is asked to save, and the editor backs nothing up.
 */
export class ArgumentFiles extends Disposable {
  readonly #entries: (ArgumentFileEntry | undefined)[];
  readonly #files: TextFiles;
  readonly #schemaChanged = this.register(new vscode.EventEmitter<vscode.Uri>());

  constructor(toProblem: ToProblem, places = maxArgumentFiles) {
    super();
    this.#entries = Array.from({ length: places }, () => undefined);
    this.#files = this.register(
      new TextFiles({
        load: async (uri) => this.#at(uri),
        save: async (uri, text) => acceptTypedText(this.#at(uri), text),
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
          createEditorSchema(this.#entries.find((one) => one && isSameUri(one.schemaUri, uri))?.schema),
      }),
    );
    this.register(workspace.onDidChangeTextDocument(({ document }) => this.#changed(document)));
    this.register(window.onDidChangeActiveTextEditor(() => this.#settle()));
  }

  create(deps: FileDeps): ArgumentFile {
    const place = this.#freePlace();
    const file = `${toPathSegment(truncateText(deps.name, maxNameLength))}.json`;
    const entry: ArgumentFileEntry = {
      ...deps,
      uri: vscode.Uri.from({ scheme: argumentScheme, path: createArgumentPath(place, file) }),
      schemaUri: vscode.Uri.parse(createSchemaUri(place)),
      mtime: Date.now(),
      given: [deps.text],
    };
    this.#entries[place] = entry;
    // The editor may still have the one of before.
    this.#schemaChanged.fire(entry.schemaUri);
    const isKept = (): boolean => this.#entries[place] === entry;
    return {
      uri: entry.uri,
      get text() {
        return entry.text;
      },
      get ownsSlot() {
        return isKept();
      },
      // By command: what an extension opens itself, the editor keeps for minutes after it was closed.
      reveal: async () =>
        void (await vscode.commands.executeCommand('vscode.open', entry.uri, showBesidePage())),
      setText: (text) => this.#show(entry, text),
      setSchema: (schema) => {
        const isOther = createEditorSchema(schema) !== createEditorSchema(entry.schema);
        entry.schema = schema;
        if (isOther) this.#schemaChanged.fire(entry.schemaUri);
      },
      close: async () => {
        await this.#take(entry, { mustSave: true });
        await closeTabs(entry.uri);
        if (isKept()) this.#entries[place] = undefined;
      },
    };
  }

  /** One that is free, else one whose document was closed. */
  #freePlace(): number {
    const free = this.#entries.indexOf(undefined);
    const place = free >= 0 ? free : this.#entries.findIndex((one) => one && !findDocument(one.uri));
    if (place >= 0) return place;
    throw new UserError(
      vscode.l10n.t(
        '{0} JSON editors for arguments are already open. Close one of them first.',
        this.#entries.length,
      ),
    );
  }

  #at(uri: vscode.Uri): ArgumentFileEntry {
    const entry = this.#entries.find((one) => one && isSameUri(one.uri, uri));
    if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
    return entry;
  }

  #changed(document: vscode.TextDocument): void {
    const entry = this.#entries.find((one) => one && isSameUri(one.uri, document.uri));
    if (!entry) return;
    const text = document.getText();
    // The editor shows what it was given. Who undoes comes back to a saved text as well, but typed before that.
    if (!document.isDirty && entry.given.includes(text)) return;
    entry.given = [];
    clearPause(entry);
    entry.pause = setTimeout(() => void this.#take(entry), pauseMs);
  }

  /** Takes over what its document says, and saves that, unless the editor would change it while a person types. */
  async #take(entry: ArgumentFileEntry, { mustSave = false } = {}): Promise<void> {
    const document = findDocument(entry.uri);
    if (!document) return;
    if (entry.pause !== undefined) acceptTypedText(entry, document.getText());
    clearPause(entry);
    const isTyping = vscode.window.activeTextEditor?.document === document;
    if (document.isDirty && (mustSave || !isTyping || !isChangedOnSave(document))) await document.save();
  }

  /** Another editor has the focus. */
  #settle(): void {
    for (const entry of this.#entries) {
      if (entry && findDocument(entry.uri)?.isDirty) void this.#take(entry);
    }
  }

  async #show(entry: ArgumentFileEntry, text: string): Promise<void> {
    const document = findDocument(entry.uri);
    if (text === (document?.getText() ?? entry.text)) return;
    clearPause(entry);
    if (document?.isDirty) {
      // The editor reads no file again whose document isn't saved.
      entry.isOutdated = true;
      try {
        await document.save();
      } finally {
        entry.isOutdated = false;
      }
    }
    writeText(entry, text);
    entry.given = [...entry.given.slice(-4), text];
    this.#files.notify(entry.uri);
  }

  override dispose(): void {
    for (const entry of this.#entries) if (entry) clearPause(entry);
    super.dispose();
  }
}

/** A person has typed this. */
function acceptTypedText(entry: ArgumentFileEntry, text: string): void {
  if (entry.isOutdated || text === entry.text) return;
  writeText(entry, text);
  entry.typed(text);
}

function clearPause(entry: ArgumentFileEntry): void {
  clearTimeout(entry.pause);
  entry.pause = undefined;
}

function writeText(entry: ArgumentFileEntry, text: string): void {
  entry.text = text;
  entry.mtime = Math.max(Date.now(), entry.mtime + 1);
}

const isSameUri = (a: vscode.Uri, b: vscode.Uri): boolean => a.toString() === b.toString();

function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((one) => isSameUri(one.uri, uri));
}

/** So that the page stays in view. */
const showBesidePage = () => ({ viewColumn: vscode.ViewColumn.Beside, preview: false });

async function closeTabs(uri: vscode.Uri): Promise<void> {
  const { tabGroups } = vscode.window;
  const ours = tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && isSameUri(input.uri, uri));
  if (ours.length > 0) await tabGroups.close(ours, true);
}
