import * as vscode from 'vscode';
import type { FeatureContext } from '../../context.ts';
import { Disposable } from '../../editor/disposable.ts';
import { TextFiles } from '../../editor/serviceDocument/textFiles.ts';
import { UserError } from '../../editor/userError.ts';
import type { ReadVariablesOptions, VariableAccess } from '../variableAccess.ts';
import {
  type ComparedSource,
  type ComparisonSources,
  compareScheme,
  createSideUri,
  isLocalFile,
  parseSideUri,
} from './comparisonUri.ts';
import type { SourceContent } from './readComparedSource.ts';
import type { ComparisonDocuments } from './renderComparison.ts';

interface RenderedComparison extends ComparisonDocuments {
  /** The modification time in milliseconds since the epoch. Increases when the content changes. */
  readonly mtime: number;
  /** The reason why a side couldn't be read. Absent if both were read. */
  readonly failure?: unknown;
}

interface OpenComparison extends vscode.Disposable {
  readonly sources: ComparisonSources;
  rendered: Promise<RenderedComparison>;
}

/**
 * Comparisons as pairs of read-only documents. The documents are files of a file system provider, because the editor
 * doesn't restore virtual documents after a reload.
 */
export class Comparisons extends Disposable {
  readonly #context: Pick<FeatureContext, 'connection' | 'toProblem'>;
  readonly #access: Pick<VariableAccess, 'read'>;
  readonly #files: TextFiles;
  /** The open comparisons, by ID (see `comparisonId`). */
  readonly #open = new Map<string, OpenComparison>();
  #mtime = 0;

  constructor(
    context: Pick<FeatureContext, 'connection' | 'toProblem'>,
    access: Pick<VariableAccess, 'read'>,
  ) {
    super();
    this.#context = context;
    this.#access = access;
    this.#files = this.register(
      new TextFiles({
        load: (uri) => this.#load(uri),
        save: () => Promise.reject(vscode.FileSystemError.NoPermissions()),
        toProblem: context.toProblem,
      }),
    );
    const { workspace } = vscode;
    this.register(
      workspace.registerFileSystemProvider(compareScheme, this.#files, {
        isCaseSensitive: true,
        isReadonly: true,
      }),
    );
    this.register(workspace.onDidCloseTextDocument(({ uri }) => this.#disposeIfClosed(uri)));
    this.register(context.connection.onDidChange(() => this.refreshAll()));
  }

  override dispose(): void {
    for (const comparison of this.#open.values()) comparison.dispose();
    this.#open.clear();
    super.dispose();
  }

  /** Reads both sides. Throws a `UserError` if the comparison belongs to another service. */
  async read(
    { baseUrl, left, right }: ComparisonSources,
    options?: ReadVariablesOptions,
  ): Promise<{ readonly left: SourceContent; readonly right: SourceContent }> {
    if (baseUrl !== this.#context.connection.baseUrl) {
      throw new UserError(
        vscode.l10n.t(
          "This comparison belongs to {0}, which isn't the current service.",
          new URL(baseUrl).host,
        ),
      );
    }
    const [leftSide, rightSide] = await Promise.all([
      this.readSource(left, options),
      this.readSource(right, options),
    ]);
    return { left: leftSide, right: rightSide };
  }

  /** Reads the variables of an environment or of a `.env` file. */
  async readSource(source: ComparedSource, options?: ReadVariablesOptions): Promise<SourceContent> {
    const { readComparedSource } = await import('./readComparedSource.ts');
    return readComparedSource(source, this.#access, options);
  }

  /** Opens a comparison in a diff editor. Rejects if a side can't be read. */
  async open(sources: ComparisonSources, options?: ReadVariablesOptions): Promise<void> {
    const [left, right] = [createSideUri(sources, 'left'), createSideUri(sources, 'right')];
    try {
      await this.reload(sources, options);
    } catch (error) {
      this.#disposeIfClosed(left);
      throw error;
    }
    const { comparisonTitle } = await import('./comparisonTexts.ts');
    await vscode.commands.executeCommand('vscode.diff', left, right, comparisonTitle(sources), {
      preview: false,
    });
  }

  /**
   * Reads both sides again, and updates the documents. If a side can't be read, the documents show the reason, and the
   * promise rejects.
   */
  async reload(sources: ComparisonSources, options?: ReadVariablesOptions): Promise<void> {
    const comparison = this.#open.get(comparisonId(sources));
    const { failure } = await (comparison
      ? this.#update(comparison, options)
      : this.#add(sources, options).rendered);
    if (failure !== undefined) throw failure;
  }

  refreshAll(): void {
    this.#refresh(() => true);
  }

  refreshEnvironment(environmentId: string): void {
    this.#refresh((source) => !isLocalFile(source) && source.environmentId === environmentId);
  }

  refreshFile({ path }: vscode.Uri): void {
    this.#refresh((source) => isLocalFile(source) && source.file.path === path);
  }

  /** Reloads the open comparisons that have an affected source. */
  #refresh(isAffected: (source: ComparedSource) => boolean): void {
    for (const comparison of this.#open.values()) {
      const { left, right } = comparison.sources;
      if (isAffected(left) || isAffected(right)) this.#update(comparison).catch(() => undefined);
    }
  }

  async #load(uri: vscode.Uri): Promise<{ readonly text: string; readonly mtime: number }> {
    const sources = parseSideUri(uri);
    if (!sources) throw vscode.FileSystemError.FileNotFound(uri);
    const rendered = await (this.#open.get(comparisonId(sources)) ?? this.#add(sources)).rendered;
    return { text: rendered[sources.side], mtime: rendered.mtime };
  }

  #add(sources: ComparisonSources, options?: ReadVariablesOptions): OpenComparison {
    const watches = [sources.left, sources.right]
      .filter(isLocalFile)
      .map(({ file }) => watchFile(file, () => this.refreshFile(file)));
    const comparison: OpenComparison = {
      sources,
      rendered: this.#readAndRender(sources, options),
      dispose: () => vscode.Disposable.from(...watches).dispose(),
    };
    this.#open.set(comparisonId(sources), comparison);
    return comparison;
  }

  async #update(comparison: OpenComparison, options?: ReadVariablesOptions): Promise<RenderedComparison> {
    const previousRender = comparison.rendered;
    const next = this.#readAndRender(comparison.sources, options).then(async (rendered) => {
      const previous = await previousRender;
      const isSame = previous.left === rendered.left && previous.right === rendered.right;
      return isSame ? { ...rendered, mtime: previous.mtime } : rendered;
    });
    comparison.rendered = next;
    const rendered = await next;
    this.#files.notify(createSideUri(comparison.sources, 'left'));
    this.#files.notify(createSideUri(comparison.sources, 'right'));
    return rendered;
  }

  /**
   * Reads and renders both sides. If a side can't be read, renders the reason. Rejects only if a lazily loaded module
   * can't be loaded.
   */
  async #readAndRender(
    sources: ComparisonSources,
    options?: ReadVariablesOptions,
  ): Promise<RenderedComparison> {
    const [{ compareSides }, { renderComparison }, texts] = await Promise.all([
      import('./compareSides.ts'),
      import('./renderComparison.ts'),
      import('./comparisonTexts.ts'),
    ]);
    const names = texts.sideNameLines(sources);
    this.#mtime = Math.max(Date.now(), this.#mtime + 1);
    const mtime = this.#mtime;
    try {
      const sides = await this.read(sources, options);
      const rows = compareSides(sides.left, sides.right);
      const sections = texts.groupIntoSections(sources, sides, rows);
      return { ...renderComparison(names, texts.comparisonHeader(sides, sections), sections), mtime };
    } catch (failure) {
      const message = this.#context.toProblem(failure)?.message ?? vscode.l10n.t('Canceled.');
      return { ...renderComparison(names, texts.failureHeader(message), []), mtime, failure };
    }
  }

  #disposeIfClosed(uri: vscode.Uri): void {
    const sources = parseSideUri(uri);
    if (!sources) return;
    const id = comparisonId(sources);
    const isOpen = vscode.workspace.textDocuments.some((document) => {
      const other = parseSideUri(document.uri);
      return other !== undefined && comparisonId(other) === id;
    });
    if (isOpen) return;
    this.#open.get(id)?.dispose();
    this.#open.delete(id);
  }
}

function comparisonId(sources: ComparisonSources): string {
  return createSideUri(sources, 'left').toString();
}

function watchFile(file: vscode.Uri, onChange: () => void): vscode.Disposable {
  // Watches the folder, because the file name can contain glob characters.
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), '*');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const onEvent = ({ path }: vscode.Uri): void => {
    if (path === file.path) onChange();
  };
  watcher.onDidChange(onEvent);
  watcher.onDidCreate(onEvent);
  watcher.onDidDelete(onEvent);
  return watcher;
}
