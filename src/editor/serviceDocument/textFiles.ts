import * as vscode from 'vscode';
import { Disposable } from '../disposable.ts';
import { getFileName } from '../fileName.ts';
import { offerRemedies } from '../offerRemedies.ts';
import type { ToProblem } from '../problem.ts';

/** A text that is provided as a file. */
export interface TextFile {
  readonly text: string;
  /** In ms since 1970. Increases with each change of the text. */
  readonly mtime: number;
}

/** The source of the files of a scheme. A `FileSystemError` has a text for the editor's own message. */
export interface TextFileSource {
  load(uri: vscode.Uri): Promise<TextFile>;
  /** Returns the text. Default: `load`. */
  read?(uri: vscode.Uri): Promise<Pick<TextFile, 'text'>>;
  /** Saves a text. Any other error leaves the document unsaved, and is shown with its remedies. */
  save(uri: vscode.Uri, text: string): Promise<void>;
  readonly toProblem: ToProblem;
}

/**
 * Texts of the service as files that the editor reads and saves. There are no folders, no new files, and no renaming.
 */
export class TextFiles extends Disposable implements vscode.FileSystemProvider {
  readonly #source: TextFileSource;
  /**
   * Documents whose save failed. The editor reports them as saved, which is wrong until their next change. Their text
   * isn't changed to fix that, because a save at that moment would leave the document unsaved.
   */
  readonly #unsaved = new Map<string, { isReportedSaved: boolean }>();
  readonly #onDidChangeFile = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#onDidChangeFile.event;

  constructor(source: TextFileSource) {
    super();
    this.#source = source;
    const { onDidSaveTextDocument, onDidChangeTextDocument, onDidCloseTextDocument } = vscode.workspace;
    const findUnsaved = ({ uri }: vscode.TextDocument) => this.#unsaved.get(uri.toString());
    this.register(
      onDidSaveTextDocument((document) => {
        const unsaved = findUnsaved(document);
        if (unsaved) unsaved.isReportedSaved = true;
      }),
    );
    this.register(
      onDidChangeTextDocument(({ document }) => {
        if (findUnsaved(document)?.isReportedSaved) this.#unsaved.delete(document.uri.toString());
      }),
    );
    this.register(onDidCloseTextDocument(({ uri }) => this.#unsaved.delete(uri.toString())));
  }

  /** Whether a document is unsaved, even if the editor reports it as saved. */
  isUnsaved({ uri, isDirty }: vscode.TextDocument): boolean {
    return isDirty || this.#unsaved.has(uri.toString());
  }

  /** Makes the editor read a document again, unless it has unsaved changes. */
  notify(uri: vscode.Uri): void {
    this.#onDidChangeFile.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { mtime } = await this.#source.load(uri);
    // The size is constant: if it changed as well, the editor would refuse to overwrite a newer file. Changes by
    // others are handled when the document is saved.
    return { type: vscode.FileType.File, ctime: 0, mtime, size: 1 };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text } = await (this.#source.read ?? this.#source.load)(uri);
    return new TextEncoder().encode(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    this.#unsaved.delete(uri.toString());
    try {
      await this.#source.save(uri, new TextDecoder('utf-8', { ignoreBOM: true }).decode(content));
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw withoutErrorName(error);
      const problem = this.#source.toProblem(error);
      const document = findOpenDocument(uri);
      if (!document || !(await forceDirty(document))) {
        throw withoutErrorName(
          vscode.FileSystemError.Unavailable(problem?.message ?? vscode.l10n.t('Canceled.')),
        );
      }
      this.#unsaved.set(uri.toString(), { isReportedSaved: false });
      if (!problem) {
        vscode.window.setStatusBarMessage(vscode.l10n.t('Nothing was sent.'), 5000);
        return;
      }
      const message = problem.isInformational
        ? problem.message
        : vscode.l10n.t("Failed to save '{0}': {1}", getFileName(uri), problem.message);
      // Not awaited, so that the document can be used while the message is open.
      void offerRemedies({ ...problem, message }, () => findOpenDocument(uri)?.save());
    }
  }

  readDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
  delete(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
  rename(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
}

function findOpenDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Removes the name of an error, which the editor shows before its text: `Unavailable (FileSystemError): …`. */
function withoutErrorName(error: unknown): unknown {
  if (!(error instanceof vscode.FileSystemError) || error.code !== 'Unavailable') return error;
  const unnamed = new Error(error.message);
  unnamed.name = '';
  return unnamed;
}

type TextEdit = Pick<vscode.TextEditorEdit, 'insert' | 'delete'>;

const noUndoStops = { undoStopBefore: false, undoStopAfter: false };
const maxTries = 5;

/**
 * Changes a document without changing its text, and returns whether that succeeded. A document that changes while it's
 * saved stays unsaved. The only other way to end a save is an error, which the editor shows even after a cancellation.
 */
async function forceDirty(document: vscode.TextDocument): Promise<boolean> {
  const { version } = document;
  for (let tries = 0; document.version === version && tries < maxTries; tries++) {
    const end = document.lineAt(document.lineCount - 1).range.end;
    const added = new vscode.Range(end, end.translate(0, 1));
    // Rejected while the user types, which is a change as well.
    if (await applyTextEdit(document, (edit) => edit.insert(end, ' '))) {
      await applyTextEdit(document, (edit) => edit.delete(added));
    }
  }
  return document.version !== version;
}

/** Edits in the text editor if there is one, so that the edit is undone together with the previous ones. */
async function applyTextEdit(
  document: vscode.TextDocument,
  buildEdit: (edit: TextEdit) => void,
): Promise<boolean> {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  try {
    if (editor) return await editor.edit(buildEdit, noUndoStops);
  } catch {
    // The text editor was closed in the meantime.
  }
  const edit = new vscode.WorkspaceEdit();
  buildEdit({
    insert: (position, text) => edit.insert(document.uri, position, text),
    delete: (range) => edit.delete(document.uri, range as vscode.Range),
  });
  return vscode.workspace.applyEdit(edit);
}
