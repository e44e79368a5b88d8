import * as vscode from 'vscode';
import { Disposable } from '../disposable.ts';
import { getFileName } from '../fileName.ts';
import { offerRemedies } from '../offerRemedies.ts';
import type { ToProblem } from '../problem.ts';
import { forceDirty } from '../touch.ts';

/** A text as a file. */
export interface TextFile {
  readonly text: string;
  /** ms since 1970; grows with each text that is another one. */
  readonly mtime: number;
}

/** What a file of this scheme is. A `FileSystemError` has words for the editor's own message. */
export interface TextFileSource {
  load(uri: vscode.Uri): Promise<TextFile>;
  /** For its text; as `load` where absent. */
  read?(uri: vscode.Uri): Promise<Pick<TextFile, 'text'>>;
  /** What else it rejects with leaves the document unsaved: its words and its remedies are told here. */
  save(uri: vscode.Uri, text: string): Promise<void>;
  readonly toProblem: ToProblem;
}

/** Texts of the service as files that the editor reads and saves; folders, new files and renaming there are none. */
export class TextFiles extends Disposable implements vscode.FileSystemProvider {
  readonly #files: TextFileSource;
  /**
   * Documents whose save was given up. The editor tells extensions that they are saved, which is wrong until their next
   * change. They aren't changed for that: whoever saves again at that moment would have a document that stays unsaved.
   */
  readonly #unsaved = new Map<string, { isToldSaved: boolean }>();
  readonly #onDidChangeFile = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#onDidChangeFile.event;

  constructor(files: TextFileSource) {
    super();
    this.#files = files;
    const { onDidSaveTextDocument, onDidChangeTextDocument, onDidCloseTextDocument } = vscode.workspace;
    const of = ({ uri }: vscode.TextDocument) => this.#unsaved.get(uri.toString());
    this.register(
      onDidSaveTextDocument((document) => {
        const unsaved = of(document);
        if (unsaved) unsaved.isToldSaved = true;
      }),
    );
    this.register(
      onDidChangeTextDocument(({ document }) => {
        if (of(document)?.isToldSaved) this.#unsaved.delete(document.uri.toString());
      }),
    );
    this.register(onDidCloseTextDocument(({ uri }) => this.#unsaved.delete(uri.toString())));
  }

  /** Also while the editor says that it is saved. */
  isUnsaved({ uri, isDirty }: vscode.TextDocument): boolean {
    return isDirty || this.#unsaved.has(uri.toString());
  }

  /** The editor reads a document again, if its user has changed nothing there. */
  notify(uri: vscode.Uri): void {
    this.#onDidChangeFile.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { mtime } = await this.#files.load(uri);
    // Always the same size: where it differs as well, the editor would refuse to save over a newer file. What others
    // have changed is for our own question.
    return { type: vscode.FileType.File, ctime: 0, mtime, size: 1 };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text } = await (this.#files.read ?? this.#files.load)(uri);
    return new TextEncoder().encode(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    this.#unsaved.delete(uri.toString());
    try {
      await this.#files.save(uri, new TextDecoder('utf-8', { ignoreBOM: true }).decode(content));
    } catch (error) {
      if (error instanceof vscode.FileSystemError) throw withoutErrorName(error);
      const problem = this.#files.toProblem(error);
      const document = findOpenDocument(uri);
      if (!document || !(await forceDirty(document))) {
        throw withoutErrorName(
          vscode.FileSystemError.Unavailable(problem?.message ?? vscode.l10n.t('Canceled.')),
        );
      }
      this.#unsaved.set(uri.toString(), { isToldSaved: false });
      if (!problem) {
        vscode.window.setStatusBarMessage(vscode.l10n.t('Nothing was sent.'), 5000);
        return;
      }
      const message = problem.isInformational
        ? problem.message
        : vscode.l10n.t("Failed to save '{0}': {1}", getFileName(uri), problem.message);
      // Not awaited: the document is used while the message stands.
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
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
}

/** The editor writes the name of an error before its words: `Unavailable (FileSystemError): …`. Ours need none. */
function withoutErrorName(error: unknown): unknown {
  if (!(error instanceof vscode.FileSystemError) || error.code !== 'Unavailable') return error;
  const unnamed = new Error(error.message);
  unnamed.name = '';
  return unnamed;
}
