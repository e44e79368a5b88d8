import * as vscode from 'vscode';
import { Disposable } from '../disposable.ts';
import { getFileName } from '../fileName.ts';
import { offerRemedies } from '../offerRemedies.ts';
import type { ToProblem } from '../problem.ts';

/** The content of a file. */
export interface TextFile {
  readonly text: string;
  /** The time of the last change in milliseconds since the epoch. Increases with each change of the text. */
  readonly mtime: number;
}

/** Provides the files of a scheme. The editor shows the text of a `FileSystemError` in its own message. */
export interface TextFileSource {
  load(uri: vscode.Uri): Promise<TextFile>;
  /** Returns the text for the editor. Default: the text of `load`. */
  read?(uri: vscode.Uri): Promise<Pick<TextFile, 'text'>>;
  /**
   * Saves a text. After an error that isn't a `FileSystemError`, the document stays unsaved, and the error is shown.
   */
  save(uri: vscode.Uri, text: string): Promise<void>;
  readonly toProblem: ToProblem;
}

/** A file system for documents of the service. It doesn't support folders, new files, renaming, and deletion. */
export class TextFiles extends Disposable implements vscode.FileSystemProvider {
  readonly #source: TextFileSource;
  /**
   * Documents that couldn't be saved, or that changed while they were saved, by URI. The editor can report such a
   * document as saved until its text changes. `isReportedSaved`: whether the editor has done so.
   */
  readonly #unsaved = new Map<string, { isReportedSaved: boolean }>();
  /** Texts that the editor has written since it last reported their documents as saved, by URI. */
  readonly #writtenTexts = new Map<string, string>();
  readonly #onDidChangeFile = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#onDidChangeFile.event;

  constructor(source: TextFileSource) {
    super();
    this.#source = source;
    const { onDidSaveTextDocument, onDidChangeTextDocument, onDidCloseTextDocument } = vscode.workspace;
    const findUnsaved = ({ uri }: vscode.TextDocument) => this.#unsaved.get(uri.toString());
    this.register(
      onDidSaveTextDocument((document) => {
        const key = document.uri.toString();
        const unsaved = this.#unsaved.get(key);
        const writtenText = this.#writtenTexts.get(key);
        this.#writtenTexts.delete(key);
        if (unsaved) unsaved.isReportedSaved = true;
        else if (writtenText !== undefined && writtenText !== document.getText())
          this.#unsaved.set(key, { isReportedSaved: true });
      }),
    );
    this.register(
      onDidChangeTextDocument(({ document }) => {
        if (findUnsaved(document)?.isReportedSaved) this.#unsaved.delete(document.uri.toString());
      }),
    );
    this.register(
      onDidCloseTextDocument(({ uri }) => {
        this.#unsaved.delete(uri.toString());
        this.#writtenTexts.delete(uri.toString());
      }),
    );
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
    // The size is always 1. If both time and size changed, the editor wouldn't overwrite the file. `save` handles
    // changes by other users.
    return { type: vscode.FileType.File, ctime: 0, mtime, size: 1 };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text } = await (this.#source.read ?? this.#source.load)(uri);
    return new TextEncoder().encode(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    this.#unsaved.delete(uri.toString());
    this.#writtenTexts.set(uri.toString(), new TextDecoder().decode(content));
    try {
      await this.#source.save(uri, new TextDecoder('utf-8', { ignoreBOM: true }).decode(content));
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw withoutErrorName(error);
      const problem = this.#source.toProblem(error);
      const document = findOpenDocument(uri);
      const { forceDirty } = await import('./forceDirty.ts');
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

/**
 * Removes the name of an error, because the editor would show it before the text: `Unavailable (FileSystemError): …`.
 */
function withoutErrorName(error: unknown): unknown {
  if (!(error instanceof vscode.FileSystemError) || error.code !== 'Unavailable') return error;
  const unnamed = new Error(error.message);
  unnamed.name = '';
  return unnamed;
}
