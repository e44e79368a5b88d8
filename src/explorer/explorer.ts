import * as vscode from 'vscode';
import { stringArgument } from '../editor/arguments.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withViewProgress } from '../editor/progress.ts';
import { ContextKeyId, ViewId } from '../ids.ts';
import { AttentionMarks } from './attentionMarks.ts';
import { createDeploymentLabels } from './deploymentLabels.ts';
import { type Branch, type Node, root } from './node.ts';
import { type LoadedRows, RowCache } from './rowCache.ts';
import { StaleRows } from './staleRows.ts';
import { loadChildren, toTreeItem } from './treeItems.ts';

interface ExplorerOptions {
  /** Asked when rows are. */
  readonly branches: () => readonly Branch[];
  /** While this says no, the tree stays empty, and its welcome view says what to do. */
  readonly isOpen: () => Promise<boolean>;
  readonly toProblem: ToProblem;
  /** A row as it stands now, where that changes without its being read again. */
  readonly decorate: (row: Node) => Node;
  /** The editor draws this row. */
  readonly onDidRender: (row: Node) => void;
  /** Rows that are there as well, at the root, but aren't shown: what is wrong in them counts. */
  readonly hiddenRows: () => readonly Node[];
}

/** Milliseconds that rows wait for the rows below open rows, before the editor draws them without these. */
const maxWaitMs = 2000;

/**
 * The Projects view: asks the branches for rows when a row is opened, never before. It doesn't depend on a feature. Rows are
 * identified by ID: while a row is read again, the editor has the old object for it, and features have the old or the new one.
 */
export class Explorer extends Disposable implements vscode.TreeDataProvider<Node> {
  readonly #options: ExplorerOptions;
  readonly #abort = new AbortController();
  /** The parent of every row that was handed out. */
  readonly #parents = new WeakMap<object, Node>();
  readonly #onDidChangeTreeData = this.register(new vscode.EventEmitter<Node | Node[] | undefined>());
  readonly #view: vscode.TreeView<Node>;
  /** What the user opened or closed, by id: rows that went because of a failure come back as they were. */
  readonly #isOpen = new Map<string, boolean>();
  readonly #marks: AttentionMarks;
  readonly #states = createDeploymentLabels(vscode.env.language, () => Date.now());
  #loaded = new RowCache();
  /** What stands while it can't be read again. */
  #kept = new StaleRows();
  /** Tells a tree with no rows from one whose rows are still on their way. */
  readonly #isEmpty = new ContextKey<boolean>(ContextKeyId.isEmpty);
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
  /** Rows as the editor has drawn them last, by ID. */
  readonly #rendered = new Map<string, Node>();
  /** IDs of rows that the editor is to draw again. */
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

  /** Whether anyone can see the tree. */
  get visible(): boolean {
    return this.#view.visible;
  }

  /** What the tree is about, behind the view's name. */
  set description(text: string | undefined) {
    this.#view.description = text ?? '';
  }

  /** Loads the row above this one again: what the row itself says may be another. */
  refreshAbove(row: Node): void {
    this.refresh(this.getParent(row));
  }

  /** Loads a row of this tree again, or everything; expansion and selection stay, because ids are stable. */
  refresh(row?: unknown): void {
    const known = this.#isRow(row) ? row : root;
    this.#loaded.forget(known);
    this.#drawAgain(known);
  }

  /**
   * Draws a row again after the rows below it are read. When a change is reported, the editor drops its elements for these
   * rows until it has requested them, and would run commands of their menus without an argument.
   */
  #drawAgain(row: Node): void {
    this.#pending.delete(row.id);
    if (!this.visible || !this.#isShown(row)) {
      this.#draw(row);
      return;
    }
    const pending = this.#loadOpen(row)
      .catch(() => undefined)
      .then(() => {
        // Another refresh or another service has taken over.
        if (this.#pending.get(row.id) !== pending) return;
        this.#pending.delete(row.id);
        this.#draw(row);
      });
    this.#pending.set(row.id, pending);
    void withViewProgress(ViewId.projects, () => pending);
  }

  #draw(row: Node): void {
    if (row === root) {
      this.#due.clear();
      this.#onDidChangeTreeData.fire(undefined);
    } else this.redraw(row);
  }

  /** Loads the rows below `parent`, and those below open ones, unless that takes too long. */
  async #loadOpen(parent: Node): Promise<void> {
    const rows = await this.getChildren(parent);
    const below = rows.filter((row) => this.#isOpenRow(row)).map((row) => this.#loadOpen(row));
    if (below.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxWaitMs);
    await Promise.race([Promise.all(below), promise]).finally(() => clearTimeout(timer));
  }

  #isOpenRow(row: Node): boolean {
    return this.#isOpen.get(row.id) ?? row.expanded ?? false;
  }

  /** Whether the rows below this one are in the tree: it is open, and all rows above it are. */
  #isShown(row: Node): boolean {
    if (row === root) return this.#loaded.has(root);
    return this.#isOpenRow(row) && this.#isShown(this.#parents.get(row) ?? root);
  }

  /** A row is to be drawn again. Nothing is read again for it, nor below it. */
  redraw(row: Node): void {
    // Told together: each telling closes a menu that is open on one of the rows.
    if (this.#due.size === 0) {
      setTimeout(() => {
        const due = [...this.#due].flatMap((id) => this.#rendered.get(id) ?? []);
        this.#due.clear();
        if (due.length > 0) this.#onDidChangeTreeData.fire(due);
      });
    }
    this.#due.add(row.id);
  }

  /** Ages are those of now. Nothing is read. */
  renewAges(): void {
    for (const row of this.#states.takeOutdated()) this.redraw(row);
  }

  /** Another service, or another account: nothing of what was read stands. */
  reset(): void {
    this.#loaded = new RowCache();
    this.#kept = new StaleRows();
    this.#pending.clear();
    this.#rendered.clear();
    this.#onDidChangeTreeData.fire(undefined);
  }

  /** The rows at the root are to be chosen or marked again. Nothing is read again for rows that stay as they are. */
  refreshRoot(): void {
    this.#loaded.forgetRows(root);
    this.#drawAgain(root);
  }

  /** The rows of that kind that the editor has drawn, of an environment or of all. */
  rowsOf(kind: string, environmentId?: string): readonly Node[] {
    return [...this.#rendered.values()].filter(
      (row) =>
        row.kind === kind &&
        (environmentId === undefined || stringArgument(row, 'environmentId') === environmentId),
    );
  }

  /** A line above the rows. */
  set message(text: string | undefined) {
    this.#view.message = text ?? '';
  }

  getParent(node: Node): Node | undefined {
    const parent = this.#parents.get(node);
    return parent === root ? undefined : parent;
  }

  getChildren(parent: Node = root): Promise<Node[]> {
    return this.#loaded.get(parent, (isAgain, newest) => this.#load(newest, isAgain));
  }

  async #load(parent: Node, isAgain: boolean): Promise<LoadedRows> {
    const { branches, toProblem, isOpen, decorate, hiddenRows } = this.#options;
    const staleRows = this.#kept;
    const isRoot = parent === root;
    if (isRoot && !(await isOpen())) {
      this.#isEmpty.set(false);
      this.#marks.onDidRead(root, []);
      return { rows: [], stale: new Set() };
    }
    const { signal } = this.#abort;
    const rows = await loadChildren({ branches: branches(), toProblem, signal, staleRows }, parent, isAgain);
    this.#marks.onDidRead(parent, [...rows, ...(isRoot ? hiddenRows() : [])].map(decorate));
    if (isRoot) this.#isEmpty.set(rows.length === 0);
    for (const row of rows) this.#parents.set(row, parent);
    return { rows, stale: staleRows.listStale(parent) };
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { branches, decorate, onDidRender } = this.#options;
    this.#rendered.set(node.id, node);
    onDidRender(node);
    const row = decorate(node);
    const state = this.#states.onDidRender(node, row);
    this.#marks.onDidRender(row, this.#parents.get(node));
    return toTreeItem(
      row,
      branches().some(({ under }) => under === node.kind),
      this.#isOpen.get(node.id),
      state,
    );
  }

  /**
   * Shows the row that these ids lead to from the root, selected and open; the rows on the way are asked for. Where the
   * way ends early, the last row that there is. Returns what it has shown.
   */
  async reveal(path: readonly string[]): Promise<Node | undefined> {
    // The editor finds only rows that it has requested.
    while (this.#pending.size > 0) await Promise.all(this.#pending.values());
    let found: Node | undefined;
    for (const id of path) {
      const next = (await this.getChildren(found)).find((row) => row.id === id);
      if (!next) break;
      found = next;
    }
    if (found) await this.#view.reveal(found, { select: true, focus: true, expand: true });
    return found;
  }

  /** Whether the tree is seen with this row in it, and all above it is open. */
  async shows(row: Node): Promise<boolean> {
    if (!this.#view.visible || !this.#parents.has(row)) return false;
    const above = this.getParent(row);
    const isOpen = above === undefined || this.#isOpenRow(above);
    if (!isOpen || (above && !(await this.shows(above)))) return false;
    return (await this.getChildren(above)).some(({ id }) => id === row.id);
  }

  #isRow(row: unknown): row is Node {
    return typeof row === 'object' && row !== null && this.#parents.has(row);
  }
}
