import * as vscode from 'vscode';
import { Disposable } from './disposable.ts';

/** A text as a file. */
export interface TextFile {
  readonly text: string;
  /** ms since 1970; grows with each text that is another one. */
  readonly mtime: number;
}

/** What a file of this scheme is. `load` and `save` reject with words for the editor's own message. */
export interface Files {
  load(uri: vscode.Uri): Promise<TextFile>;
  /** For its text; as `load` where absent. */
  read?(uri: vscode.Uri): Promise<Pick<TextFile, 'text'>>;
  save(uri: vscode.Uri, text: string): Promise<void>;
}

/** Texts of the service as files that the editor reads and saves; folders, new files and renaming there are none. */
export class TextFiles extends Disposable implements vscode.FileSystemProvider {
  readonly #files: Files;
  readonly #onDidChangeFile = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#onDidChangeFile.event;

  constructor(files: Files) {
    super();
    this.#files = files;
  }

  /** The editor reads a document anew, if its user has changed nothing there. */
  tell(uri: vscode.Uri): void {
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
    try {
      await this.#files.save(uri, new TextDecoder('utf-8', { ignoreBOM: true }).decode(content));
    } catch (error) {
      throw plain(error);
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

/** The editor writes the name of an error before its words: `Unavailable (FileSystemError): …`. Ours need none. */
function plain(error: unknown): unknown {
  if (!(error instanceof vscode.FileSystemError) || error.code !== 'Unavailable') return error;
  const said = new Error(error.message);
  said.name = '';
  return said;
}
