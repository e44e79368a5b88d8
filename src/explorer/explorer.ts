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
import { UnreadResponses } from './unreadResponses.ts';

interface ExplorerOptions {
  /** Returns the branches of all features. Called whenever rows are requested. */
  readonly getBranches: () => readonly Branch[];
  /** Whether the tree can have rows. If not, the tree is empty, and the welcome view is visible. */
  readonly canShowRows: () => Promise<boolean>;
  readonly toProblem: ToProblem;
  /** Returns a row with its current state, such as a running deletion, that changes without a read of the row. */
  readonly decorate: (row: Node) => Node;
  /** Called when the editor renders a row. */
  readonly onDidRender: (row: Node) => void;
  /** Returns the root rows that a filter hides. Their problems also count in the badge of the view. */
  readonly getHiddenRows: () => readonly Node[];
}

/** Maximum time in milliseconds that a redraw waits for the rows below expanded rows. */
const maxChildrenWaitMs = 2000;

const maxRevealAttempts = 3;

/**
 * The Projects view. It requests rows from branches when their parent is expanded, and doesn't depend on a feature.
 * Rows are identified by ID, because while a row is read again, the editor still has the old object, and features have
 * the old or the new one.
 */
export class Explorer extends Disposable implements vscode.TreeDataProvider<Node> {
  readonly #options: ExplorerOptions;
  readonly #abort = new AbortController();
  /** The parent of each returned row. */
  readonly #parents = new WeakMap<object, Node>();
  readonly #onDidChangeTreeData = this.register(new vscode.EventEmitter<Node | Node[] | undefined>());
  readonly #view: vscode.TreeView<Node>;
  /**
   * Whether the user expanded (`true`) or collapsed (`false`) a row, by row ID. A row that disappears because of a
   * failure and returns later keeps this state.
   */
  readonly #isExpandedById = new Map<string, boolean>();
  readonly #marks: AttentionMarks;
  readonly #deploymentLabels = createDeploymentLabels(vscode.env.language, () => Date.now());
  #rowCache = new RowCache();
  /** The last read rows. They are shown while they can't be read again. */
  #staleRows = new StaleRows();
  /** Distinguishes a tree without rows from a tree that is still loading. */
  readonly #isEmpty = new ContextKey<boolean>(ContextKeyId.isEmpty);
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
  /** The last rendered version of each row, by row ID. */
  readonly #renderedRows = new Map<string, Node>();
  /** IDs of the rows that are redrawn next. */
  readonly #dueIds = new Set<string>();
  /** Pending reads of the rows below a row, by row ID. The editor is notified of the change after the read. */
  readonly #pendingReads = new Map<string, Promise<void>>();
  readonly #unreadResponses = new UnreadResponses();
  /** The text above the rows, to which the notices of the root rows are added. */
  message: string | undefined;
  readonly #onDidChangeVisibility = this.register(new vscode.EventEmitter<void>());
  readonly onDidChangeVisibility = this.#onDidChangeVisibility.event;

  constructor(options: ExplorerOptions) {
    super();
    this.#options = options;
    this.#view = this.register(
      vscode.window.createTreeView(ViewId.projects, { treeDataProvider: this, showCollapseAll: true }),
    );
    this.register(this.#view.onDidExpandElement(({ element }) => this.#setExpanded(element, true)));
    this.register(this.#view.onDidCollapseElement(({ element }) => this.#setExpanded(element, false)));
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
   * Reads all rows below a row again, or the whole tree if `row` isn't a row of it. The row itself is read again only
   * if it can't have rows below it. Expansion and selection are kept, because IDs are stable.
   */
  refresh(row?: unknown): void {
    const known = this.#isRow(row) ? row : rootNode;
    const target = this.#canHaveChildren(known) ? known : (this.#parents.get(known) ?? rootNode);
    this.#rowCache.invalidate(target);
    this.#reloadAndRedraw(target);
  }

  /**
   * Requests the direct children of a row again, from cached data if possible. Unchanged rows keep their children. The
   * row itself is also redrawn.
   */
  refreshChildren(row: Node): void {
    this.#rowCache.invalidateChildren(row);
    this.#reloadAndRedraw(row);
  }

  /**
   * Redraws a row after the rows below it were read. If the change were reported before, the editor would drop its
   * elements for these rows until it has requested them, and would run commands of their menus without an argument.
   */
  #reloadAndRedraw(row: Node): void {
    this.#pendingReads.delete(row.id);
    if (!this.isVisible || !this.#areChildrenShown(row)) {
      this.#notifyChange(row);
      return;
    }
    const pending = this.#loadExpanded(row)
      .catch(() => undefined)
      .then(() => {
        // Another refresh, or a change of the service, has replaced this read.
        if (this.#pendingReads.get(row.id) !== pending) return;
        this.#pendingReads.delete(row.id);
        this.#notifyChange(row);
      });
    this.#pendingReads.set(row.id, pending);
    void withViewProgress(ViewId.projects, () => pending);
  }

  #notifyChange(row: Node): void {
    if (row === rootNode && this.#unreadResponses.get(rootNode.id) === undefined) {
      this.#dueIds.clear();
      this.#onDidChangeTreeData.fire(undefined);
    } else this.redraw(row);
  }

  /**
   * Loads the rows below `parent` and below its expanded rows, but waits at most `maxChildrenWaitMs` for the latter.
   */
  async #loadExpanded(parent: Node): Promise<void> {
    const rows = await this.#getRows(parent);
    const pendingLoads = rows.filter((row) => this.#isExpanded(row)).map((row) => this.#loadExpanded(row));
    if (pendingLoads.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxChildrenWaitMs);
    await Promise.race([Promise.all(pendingLoads), promise]).finally(() => clearTimeout(timer));
  }

  #setExpanded(row: Node, isExpanded: boolean): void {
    this.#isExpandedById.set(row.id, isExpanded);
    const isChanged = this.#options.decorate(row).attention?.some(({ isShownBelow }) => isShownBelow);
    if (row.expandedIcon || isChanged) this.redraw(row);
  }

  #isExpanded(row: Node): boolean {
    return this.#isExpandedById.get(row.id) ?? row.isExpanded ?? false;
  }

  /** Whether the rows below a row are in the tree: the row and all its parents are expanded. */
  #areChildrenShown(row: Node): boolean {
    if (row === rootNode) return this.#rowCache.hasReadChildren(rootNode);
    return this.#isExpanded(row) && this.#areChildrenShown(this.#parents.get(row) ?? rootNode);
  }

  /** Redraws a row without a read. */
  redraw(row: Node): void {
    // Changes are reported together, because each report closes an open menu of these rows.
    if (this.#dueIds.size === 0) setTimeout(() => this.#reportDueRows());
    this.#dueIds.add(row.id);
  }

  #reportDueRows(): void {
    const dueRows = [...this.#dueIds].flatMap((id) =>
      id === rootNode.id ? rootNode : (this.#renderedRows.get(id) ?? []),
    );
    this.#dueIds.clear();
    const readRows = dueRows.filter((row) => {
      const unreadResponse =
        this.#unreadResponses.get(row.id) ?? this.#unreadResponses.get(this.#parents.get(row)?.id ?? '');
      void unreadResponse?.then(() => this.#notifyChange(row));
      return unreadResponse === undefined;
    });
    if (readRows.includes(rootNode)) this.#onDidChangeTreeData.fire(undefined);
    else if (readRows.length > 0) this.#onDidChangeTreeData.fire(readRows);
  }

  /** Redraws rows with outdated relative times, without a read. */
  updateRelativeTimes(): void {
    for (const row of this.#deploymentLabels.takeOutdated()) this.redraw(row);
  }

  /** Removes all rows after the service or the account has changed. */
  reset(): void {
    this.#rowCache = new RowCache();
    this.#staleRows = new StaleRows();
    this.#pendingReads.clear();
    this.#renderedRows.clear();
    this.#notifyChange(rootNode);
  }

  /** Filters and decorates the root rows again, from cached data if possible. Unchanged rows keep their children. */
  refreshRoot(): void {
    this.refreshChildren(rootNode);
  }

  /** Returns the rendered rows of a kind, of one environment or of all environments. */
  getRenderedRows(kind: string, environmentId?: string): readonly Node[] {
    return [...this.#renderedRows.values()].filter(
      (row) =>
        row.kind === kind &&
        (environmentId === undefined || getStringArgument(row, 'environmentId') === environmentId),
    );
  }

  getParent(node: Node): Node | undefined {
    const parent = this.#parents.get(node);
    return parent === rootNode ? undefined : parent;
  }

  /** Returns the rows below a row to the editor. */
  getChildren(parent: Node = rootNode): Promise<Node[]> {
    const rows = this.#getRows(parent);
    this.#unreadResponses.add(parent.id, rows);
    return rows;
  }

  #getRows(parent: Node = rootNode): Promise<Node[]> {
    const cache = this.#rowCache;
    return cache.get(parent, (canUseCache, newest, isReplaced) =>
      this.#load(newest, canUseCache, () => isReplaced() || cache !== this.#rowCache),
    );
  }

  async #load(parent: Node, canUseCache: boolean, isReplaced: () => boolean): Promise<LoadedRows> {
    const { getBranches, toProblem, canShowRows, decorate, getHiddenRows } = this.#options;
    const staleRows = this.#staleRows;
    const isRoot = parent === rootNode;
    if (isRoot && !(await canShowRows())) {
      this.#isEmpty.set(false);
      this.#view.message = '';
      this.#marks.updateChildren(rootNode, []);
      return { rows: [], staleRows: new Set() };
    }
    const { signal } = this.#abort;
    const rows = await loadChildren(
      { branches: getBranches(), toProblem, signal, staleRows },
      parent,
      canUseCache,
    );
    if (isReplaced()) return { rows, staleRows: new Set() };
    this.#marks.updateChildren(parent, [...rows, ...(isRoot ? getHiddenRows() : [])].map(decorate));
    if (isRoot) {
      this.#isEmpty.set(rows.length === 0);
      const notices = rows.map(({ notice }) => notice);
      const text = [this.message, ...notices].filter(Boolean).join(' · ');
      // After the rows are reported. In the other order, the editor would show the text 200 ms before the rows.
      setTimeout(() => {
        this.#view.message = text;
      });
    }
    for (const row of rows) this.#parents.set(row, parent);
    return { rows, staleRows: staleRows.listStale(parent) };
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { decorate, onDidRender } = this.#options;
    this.#renderedRows.set(node.id, node);
    // The editor redraws a row up to 200 ms after it was notified, and might have requested the rows below it meanwhile.
    if (this.#unreadResponses.get(node.id) !== undefined) this.redraw(node);
    onDidRender(node);
    const row = decorate(node);
    const state = this.#deploymentLabels.render(node, row);
    this.#marks.updateRow(row, this.#parents.get(node));
    return toTreeItem(row, this.#canHaveChildren(node), this.#isExpandedById.get(node.id), state);
  }

  /** Adds the tooltip, which the editor requests when it's shown. */
  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    const { createTooltip } = await import('./tooltip.ts');
    item.tooltip = createTooltip(this.#options.decorate(node));
    return item;
  }

  /**
   * Reveals, selects, and expands the row at a path of IDs from the root. Loads the rows on the way. If the path
   * doesn't exist, reveals the last row of it that exists. Returns the revealed row, or `undefined` if no row of the
   * path exists.
   */
  async reveal(path: readonly string[]): Promise<Node | undefined> {
    // The editor loses a row that it reveals while it redraws the tree.
    for (let attemptsLeft = maxRevealAttempts - 1; ; attemptsLeft--) {
      // The editor can reveal only rows that it has requested.
      while (this.#pendingReads.size > 0) await Promise.all(this.#pendingReads.values());
      let deepest: Node | undefined;
      for (const id of path) {
        const child = (await this.#getRows(deepest)).find((row) => row.id === id);
        if (!child) break;
        deepest = child;
      }
      if (!deepest) return undefined;
      try {
        await this.#view.reveal(deepest, { select: true, focus: true, expand: true });
        if (attemptsLeft === 0 || this.#view.selection[0]?.id === deepest.id) return deepest;
      } catch (error) {
        if (attemptsLeft === 0) throw error;
      }
    }
  }

  /** Whether the tree is visible and contains the row, and all parents of the row are expanded. */
  async isShown(row: Node): Promise<boolean> {
    if (!this.#view.visible || !this.#parents.has(row)) return false;
    const parent = this.getParent(row);
    const isOpen = parent === undefined || this.#isExpanded(parent);
    if (!isOpen || (parent && !(await this.isShown(parent)))) return false;
    return (await this.#getRows(parent)).some(({ id }) => id === row.id);
  }

  #canHaveChildren({ kind }: Node): boolean {
    return this.#options.getBranches().some(({ parentKind }) => parentKind === kind);
  }

  #isRow(row: unknown): row is Node {
    return typeof row === 'object' && row !== null && this.#parents.has(row);
  }
}
