import * as vscode from 'vscode';
import { getStringArgument } from '../editor/arguments.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withViewProgress } from '../editor/progress.ts';
import { ContextKeyId, ViewId } from '../ids.ts';
import { AttentionMarks } from './attentionMarks.ts';
import { createDeploymentLabels } from './deploymentLabels.ts';
import { type Branch, type Node, rootNode } from './node.ts';
import { type LoadedRows, RowCache } from './rowCache.ts';
import { StaleRows } from './staleRows.ts';
import { loadChildren, toTreeItem } from './treeItems.ts';

interface ExplorerOptions {
  /** Called whenever rows are requested. */
  readonly getBranches: () => readonly Branch[];
  /** Whether rows are shown. If not, the tree is empty and the welcome view is visible. */
  readonly canShowRows: () => Promise<boolean>;
  readonly toProblem: ToProblem;
  /** Adds state to a row that changes without a read. */
  readonly decorate: (row: Node) => Node;
  /** Called when the editor draws a row. */
  readonly onDidRender: (row: Node) => void;
  /** Returns the root rows that a filter hides. Problems in them count. */
  readonly getHiddenRows: () => readonly Node[];
}

/** Time in ms that rows wait for the rows below open rows before the editor draws them. */
const maxChildrenWaitMs = 2000;

/**
 * The Projects view. It requests rows from branches when their parent is opened, and doesn't depend on a feature. Rows
 * are identified by ID: while a row is read again, the editor has the old object for it, and features have the old or
 * the new one.
 */
export class Explorer extends Disposable implements vscode.TreeDataProvider<Node> {
  readonly #options: ExplorerOptions;
  readonly #abort = new AbortController();
  /** The parent of each returned row. */
  readonly #parents = new WeakMap<object, Node>();
  readonly #onDidChangeTreeData = this.register(new vscode.EventEmitter<Node | Node[] | undefined>());
  readonly #view: vscode.TreeView<Node>;
  /** Whether the user opened or closed a row, by ID. A row that returns after a failure keeps this state. */
  readonly #isOpen = new Map<string, boolean>();
  readonly #marks: AttentionMarks;
  readonly #states = createDeploymentLabels(vscode.env.language, () => Date.now());
  #loaded = new RowCache();
  /** Rows that are shown while they can't be read again. */
  #staleRows = new StaleRows();
  /** Distinguishes a tree without rows from a tree that is still loading. */
  readonly #isEmpty = new ContextKey<boolean>(ContextKeyId.isEmpty);
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
  /** The last drawn rows by ID. */
  readonly #rendered = new Map<string, Node>();
  /** IDs of the rows that are redrawn next. */
  readonly #due = new Set<string>();
  /** Pending reads of the rows below a row, by its ID. The editor is notified of the change once they are done. */
  readonly #pending = new Map<string, Promise<void>>();
  readonly #onDidChangeVisibility = this.register(new vscode.EventEmitter<void>());
  readonly onDidChangeVisibility = this.#onDidChangeVisibility.event;

  constructor(options: ExplorerOptions) {
    super();
    this.#options = options;
    this.#view = this.register(
      vscode.window.createTreeView(ViewId.projects, { treeDataProvider: this, showCollapseAll: true }),
    );
    this.register(this.#view.onDidExpandElement(({ element }) => this.#isOpen.set(element.id, true)));
    this.register(this.#view.onDidCollapseElement(({ element }) => this.#isOpen.set(element.id, false)));
    this.register(this.#view.onDidChangeVisibility(() => this.#onDidChangeVisibility.fire()));
    this.#marks = this.register(new AttentionMarks((badge) => (this.#view.badge = badge)));
    this.register({ dispose: () => this.#abort.abort() });
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** The text after the name of the view. */
  set description(text: string | undefined) {
    this.#view.description = text ?? '';
  }

  /** Refreshes the parent of a row, so that the row itself is read again. */
  refreshParent(row: Node): void {
    this.refresh(this.getParent(row));
  }

  /**
   * Reads a row and the rows below it again, or the whole tree. Expansion and selection survive because IDs are stable.
   */
  refresh(row?: unknown): void {
    const target = this.#isRow(row) ? row : rootNode;
    this.#loaded.invalidate(target);
    this.#drawAgain(target);
  }

  /**
   * Redraws a row after the rows below it are read. When a change is reported, the editor drops its elements for these
   * rows until it has requested them, and would run commands of their menus without an argument.
   */
  #drawAgain(row: Node): void {
    this.#pending.delete(row.id);
    if (!this.isVisible || !this.#isShown(row)) {
      this.#draw(row);
      return;
    }
    const pending = this.#loadOpen(row)
      .catch(() => undefined)
      .then(() => {
        // Another refresh or another service has replaced this one.
        if (this.#pending.get(row.id) !== pending) return;
        this.#pending.delete(row.id);
        this.#draw(row);
      });
    this.#pending.set(row.id, pending);
    void withViewProgress(ViewId.projects, () => pending);
  }

  #draw(row: Node): void {
    if (row === rootNode) {
      this.#due.clear();
      this.#onDidChangeTreeData.fire(undefined);
    } else this.redraw(row);
  }

  /** Loads the rows below `parent` and below open rows, but waits at most `maxWaitMs` for the latter. */
  async #loadOpen(parent: Node): Promise<void> {
    const rows = await this.getChildren(parent);
    const pendingLoads = rows.filter((row) => this.#isOpenRow(row)).map((row) => this.#loadOpen(row));
    if (pendingLoads.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxChildrenWaitMs);
    await Promise.race([Promise.all(pendingLoads), promise]).finally(() => clearTimeout(timer));
  }

  #isOpenRow(row: Node): boolean {
    return this.#isOpen.get(row.id) ?? row.isExpanded ?? false;
  }

  /** Whether the rows below a row are in the tree: the row and all its parents are open. */
  #isShown(row: Node): boolean {
    if (row === rootNode) return this.#loaded.hasReadChildren(rootNode);
    return this.#isOpenRow(row) && this.#isShown(this.#parents.get(row) ?? rootNode);
  }

  /** Redraws a row without a read. */
  redraw(row: Node): void {
    // Changes are reported together, because each report closes an open menu of these rows.
    if (this.#due.size === 0) {
      setTimeout(() => {
        const dueRows = [...this.#due].flatMap((id) => this.#rendered.get(id) ?? []);
        this.#due.clear();
        if (dueRows.length > 0) this.#onDidChangeTreeData.fire(dueRows);
      });
    }
    this.#due.add(row.id);
  }

  /** Redraws rows with outdated relative times. Nothing is read. */
  updateRelativeTimes(): void {
    for (const row of this.#states.takeOutdated()) this.redraw(row);
  }

  /** Removes all rows after the service or the account has changed. */
  reset(): void {
    this.#loaded = new RowCache();
    this.#staleRows = new StaleRows();
    this.#pending.clear();
    this.#rendered.clear();
    this.#onDidChangeTreeData.fire(undefined);
  }

  /** Filters and marks the root rows again. Unchanged rows aren't read again. */
  refreshRoot(): void {
    this.#loaded.invalidateChildren(rootNode);
    this.#drawAgain(rootNode);
  }

  /** Returns the drawn rows of a kind, of one environment or of all. */
  getRenderedRows(kind: string, environmentId?: string): readonly Node[] {
    return [...this.#rendered.values()].filter(
      (row) =>
        row.kind === kind &&
        (environmentId === undefined || getStringArgument(row, 'environmentId') === environmentId),
    );
  }

  /** The message above the rows. */
  set message(text: string | undefined) {
    this.#view.message = text ?? '';
  }

  getParent(node: Node): Node | undefined {
    const parent = this.#parents.get(node);
    return parent === rootNode ? undefined : parent;
  }

  getChildren(parent: Node = rootNode): Promise<Node[]> {
    return this.#loaded.get(parent, (canUseCache, newest) => this.#load(newest, canUseCache));
  }

  async #load(parent: Node, canUseCache: boolean): Promise<LoadedRows> {
    const { getBranches, toProblem, canShowRows, decorate, getHiddenRows } = this.#options;
    const staleRows = this.#staleRows;
    const isRoot = parent === rootNode;
    if (isRoot && !(await canShowRows())) {
      this.#isEmpty.set(false);
      this.#marks.updateChildren(rootNode, []);
      return { rows: [], staleRows: new Set() };
    }
    const { signal } = this.#abort;
    const rows = await loadChildren(
      { branches: getBranches(), toProblem, signal, staleRows },
      parent,
      canUseCache,
    );
    this.#marks.updateChildren(parent, [...rows, ...(isRoot ? getHiddenRows() : [])].map(decorate));
    if (isRoot) this.#isEmpty.set(rows.length === 0);
    for (const row of rows) this.#parents.set(row, parent);
    return { rows, staleRows: staleRows.listStale(parent) };
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { getBranches, decorate, onDidRender } = this.#options;
    this.#rendered.set(node.id, node);
    onDidRender(node);
    const row = decorate(node);
    const state = this.#states.render(node, row);
    this.#marks.updateRow(row, this.#parents.get(node));
    return toTreeItem(
      row,
      getBranches().some(({ parentKind }) => parentKind === node.kind),
      this.#isOpen.get(node.id),
      state,
    );
  }

  /**
   * Reveals, selects, and expands the row at a path of IDs from the root. Loads the rows on the way. If the path
   * doesn't exist, reveals the last row that does. Returns the revealed row.
   */
  async reveal(path: readonly string[]): Promise<Node | undefined> {
    // The editor can reveal only rows that it has requested.
    while (this.#pending.size > 0) await Promise.all(this.#pending.values());
    let deepest: Node | undefined;
    for (const id of path) {
      const child = (await this.getChildren(deepest)).find((row) => row.id === id);
      if (!child) break;
      deepest = child;
    }
    if (deepest) await this.#view.reveal(deepest, { select: true, focus: true, expand: true });
    return deepest;
  }

  /** Whether the tree is visible and all parents of the row are open. */
  async isShown(row: Node): Promise<boolean> {
    if (!this.#view.visible || !this.#parents.has(row)) return false;
    const parent = this.getParent(row);
    const isOpen = parent === undefined || this.#isOpenRow(parent);
    if (!isOpen || (parent && !(await this.isShown(parent)))) return false;
    return (await this.getChildren(parent)).some(({ id }) => id === row.id);
  }

  #isRow(row: unknown): row is Node {
    return typeof row === 'object' && row !== null && this.#parents.has(row);
  }
}
