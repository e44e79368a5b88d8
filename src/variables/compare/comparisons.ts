import * as vscode from 'vscode';
import type { Connection } from '../../auth/connection.ts';
import { Disposable } from '../../editor/disposable.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { TextFiles } from '../../editor/serviceDocument/textFiles.ts';
import { UserError } from '../../editor/userError.ts';
import {
  type ComparedSource,
  type ComparisonAddress,
  compareScheme,
  isLocalFile,
  parseSideUri,
  sideUri,
} from './comparisonAddress.ts';
import type { ReadSide, SideVariables } from './readSide.ts';
import type { ComparisonTexts } from './renderComparison.ts';

interface ComparisonsDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly readSide: ReadSide;
}

type ReadOptions = Parameters<ReadSide>[1];

interface RenderedComparison extends ComparisonTexts {
  /** In ms since 1970. Increases when the content changes. */
  readonly mtime: number;
  /** The reason why a side couldn't be read. */
  readonly failure?: unknown;
}

interface OpenComparison extends vscode.Disposable {
  readonly address: ComparisonAddress;
  rendered: Promise<RenderedComparison>;
}

/**
 * Comparisons as pairs of read-only documents. They are files of a file system provider, because the editor doesn't
 * restore virtual documents after a reload.
 */
export class Comparisons extends Disposable {
  readonly #deps: ComparisonsDeps;
  readonly #files: TextFiles;
  /** By comparison ID. */
  readonly #kept = new Map<string, OpenComparison>();
  #mtime = 0;

  constructor(deps: ComparisonsDeps) {
    super();
    this.#deps = deps;
    this.#files = this.register(
      new TextFiles({
        load: (uri) => this.#load(uri),
        save: () => Promise.reject(vscode.FileSystemError.NoPermissions()),
        toProblem: deps.toProblem,
      }),
    );
    const { workspace } = vscode;
    this.register(
      workspace.registerFileSystemProvider(compareScheme, this.#files, {
        isCaseSensitive: true,
        isReadonly: true,
      }),
    );
    this.register(workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri)));
    this.register(deps.connection.onDidChange(() => this.refreshAll()));
  }

  override dispose(): void {
    for (const kept of this.#kept.values()) kept.dispose();
    this.#kept.clear();
    super.dispose();
  }

  /** Reads both sides. Throws a `UserError` if the comparison belongs to another service. */
  async read(
    { baseUrl, left, right }: ComparisonAddress,
    options?: ReadOptions,
  ): Promise<{ readonly left: SideVariables; readonly right: SideVariables }> {
    if (baseUrl !== this.#deps.connection.baseUrl) {
      throw new UserError(
        vscode.l10n.t(
          "This comparison belongs to {0}, which isn't the current service.",
          new URL(baseUrl).host,
        ),
      );
    }
    const { readSide } = this.#deps;
    const [lefts, rights] = await Promise.all([readSide(left, options), readSide(right, options)]);
    return { left: lefts, right: rights };
  }

  /** Opens a comparison in a diff editor. Rejects if a side can't be read. */
  async open(address: ComparisonAddress, options?: ReadOptions): Promise<void> {
    const [left, right] = [sideUri(address, 'left'), sideUri(address, 'right')];
    try {
      await this.reload(address, options);
    } catch (error) {
      this.#close(left);
      throw error;
    }
    const { comparisonTitle } = await import('./comparisonTexts.ts');
    await vscode.commands.executeCommand('vscode.diff', left, right, comparisonTitle(address), {
      preview: false,
    });
  }

  /** Reads both sides again. Rejects if a side can't be read; the documents then show the reason. */
  async reload(address: ComparisonAddress, options?: ReadOptions): Promise<void> {
    const kept = this.#kept.get(comparisonId(address));
    const { failure } = await (kept ? this.#again(kept, options) : this.#keep(address, options).rendered);
    if (failure !== undefined) throw failure;
  }

  refreshAll(): void {
    this.#refresh(() => true);
  }

  environmentChanged(environmentId: string): void {
    this.#refresh((place) => !isLocalFile(place) && place.environmentId === environmentId);
  }

  fileChanged({ path }: vscode.Uri): void {
    this.#refresh((place) => isLocalFile(place) && place.file.path === path);
  }

  /** Reloads the open comparisons with a matching source. */
  #refresh(concerns: (place: ComparedSource) => boolean): void {
    for (const kept of this.#kept.values()) {
      const { left, right } = kept.address;
      if (concerns(left) || concerns(right)) this.#again(kept).catch(() => undefined);
    }
  }

  async #load(uri: vscode.Uri): Promise<{ readonly text: string; readonly mtime: number }> {
    const address = parseSideUri(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const made = await (this.#kept.get(comparisonId(address)) ?? this.#keep(address)).rendered;
    return { text: made[address.side], mtime: made.mtime };
  }

  #keep(address: ComparisonAddress, options?: ReadOptions): OpenComparison {
    const watches = [address.left, address.right]
      .filter(isLocalFile)
      .map(({ file }) => watchFile(file, () => this.fileChanged(file)));
    const kept: OpenComparison = {
      address,
      rendered: this.#make(address, options),
      dispose: () => vscode.Disposable.from(...watches).dispose(),
    };
    this.#kept.set(comparisonId(address), kept);
    return kept;
  }

  async #again(kept: OpenComparison, options?: ReadOptions): Promise<RenderedComparison> {
    const before = kept.rendered;
    const next = this.#make(kept.address, options).then(async (made) => {
      const was = await before;
      const isSame = was.left === made.left && was.right === made.right;
      return isSame ? { ...made, mtime: was.mtime } : made;
    });
    kept.rendered = next;
    const made = await next;
    this.#files.notify(sideUri(kept.address, 'left'));
    this.#files.notify(sideUri(kept.address, 'right'));
    return made;
  }

  /** Rejects only if a lazily loaded module can't be loaded. */
  async #make(address: ComparisonAddress, options?: ReadOptions): Promise<RenderedComparison> {
    const [{ compareSides }, { renderComparison }, { failureHeader, comparisonHeader, groupIntoSections }] =
      await Promise.all([
        import('./compareSides.ts'),
        import('./renderComparison.ts'),
        import('./comparisonTexts.ts'),
      ]);
    this.#mtime = Math.max(Date.now(), this.#mtime + 1);
    const mtime = this.#mtime;
    try {
      const sides = await this.read(address, options);
      const rows = compareSides(sides.left, sides.right);
      const sections = groupIntoSections(address, sides, rows);
      return { ...renderComparison(comparisonHeader(address, sides, sections), sections), mtime };
    } catch (failure) {
      const said = this.#deps.toProblem(failure)?.message ?? vscode.l10n.t('Canceled.');
      return { ...renderComparison(failureHeader(address, said), []), mtime, failure };
    }
  }

  #close(uri: vscode.Uri): void {
    const address = parseSideUri(uri);
    if (!address) return;
    const id = comparisonId(address);
    const isOpen = vscode.workspace.textDocuments.some((document) => {
      const other = parseSideUri(document.uri);
      return other !== undefined && comparisonId(other) === id;
    });
    if (isOpen) return;
    this.#kept.get(id)?.dispose();
    this.#kept.delete(id);
  }
}

function comparisonId(address: ComparisonAddress): string {
  return sideUri(address, 'left').toString();
}

function watchFile(file: vscode.Uri, changed: () => void): vscode.Disposable {
  // Watches the folder, because the file name can contain glob characters.
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), '*');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const hear = ({ path }: vscode.Uri): void => {
    if (path === file.path) changed();
  };
  watcher.onDidChange(hear);
  watcher.onDidCreate(hear);
  watcher.onDidDelete(hear);
  return watcher;
}
