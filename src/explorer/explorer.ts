import * as vscode from 'vscode';
import { stringArgument } from '../editor/arguments.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import type { ToProblem } from '../editor/problem.ts';
import { ContextKeyId, ViewId } from '../ids.ts';
import { AttentionMarks } from './attention.ts';
import { type Branch, type Node, root } from './node.ts';
import { type Loaded, RowCache } from './rowCache.ts';
import { StaleRows } from './staleRows.ts';
import { createStates } from './states.ts';
import { drawNode, loadChildren } from './tree.ts';

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
  readonly hidden: () => readonly Node[];
}

/** The Projects view: asks the branches for rows when a row is opened, never before. Knows no feature. */
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
  readonly #states = createStates(vscode.env.language, () => Date.now());
  #loaded = new RowCache();
  /** What stands while it can't be read again. */
  #kept = new StaleRows();
  /** Tells a tree with no rows from one whose rows are still on their way. */
  readonly #isEmpty = new ContextKey<boolean>(ContextKeyId.isEmpty);
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
  /** Rows of environments and below that the editor has drawn, by id. */
  readonly #rendered = new Map<string, Node>();
  /** Rows that the editor is to draw again. */
  readonly #due = new Set<Node>();
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
  set subject(text: string | undefined) {
    this.#view.description = text ?? '';
  }

  /** Loads the row above this one again: what the row itself says may be another. */
  refreshAbove(row: Node): void {
    this.refresh(this.getParent(row));
  }

  /** Loads a row of this tree again, or everything; expansion and selection stay, because ids are stable. */
  refresh(row?: unknown): void {
    const known = this.#isRow(row) ? row : undefined;
    this.#loaded.forget(known ?? root);
    if (known) this.redraw(known);
    else this.#onDidChangeTreeData.fire(undefined);
  }

  /** A row is to be drawn again. Nothing is read again for it, nor below it. */
  redraw(row: Node): void {
    // Told together: each telling closes a menu that is open on one of the rows.
    if (this.#due.size === 0) {
      setTimeout(() => {
        const due = [...this.#due];
        this.#due.clear();
        this.#onDidChangeTreeData.fire(due);
      });
    }
    this.#due.add(row);
  }

  /** Ages are those of now. Nothing is read. */
  renewAges(): void {
    for (const row of this.#states.takeOutdated()) this.redraw(row);
  }

  /** Another service, or another account: nothing of what was read stands. */
  restart(): void {
    this.#loaded = new RowCache();
    this.#kept = new StaleRows();
    this.#rendered.clear();
    this.#onDidChangeTreeData.fire(undefined);
  }

  /** The rows at the root are to be chosen or marked again. Nothing is read again for rows that stay as they are. */
  refreshRoot(): void {
    this.#loaded.forgetRows(root);
    this.#onDidChangeTreeData.fire(undefined);
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
    return this.#loaded.get(parent, (isAgain) => this.#load(parent, isAgain));
  }

  async #load(parent: Node, isAgain: boolean): Promise<Loaded> {
    const { branches, toProblem, isOpen, decorate, hidden } = this.#options;
    const kept = this.#kept;
    const isRoot = parent === root;
    if (isRoot && !(await isOpen())) {
      this.#isEmpty.set(false);
      this.#marks.onDidRead(root, []);
      return { rows: [], standing: new Set() };
    }
    const { signal } = this.#abort;
    const rows = await loadChildren({ branches: branches(), toProblem, signal, kept }, parent, isAgain);
    this.#marks.onDidRead(parent, [...rows, ...(isRoot ? hidden() : [])].map(decorate));
    if (isRoot) this.#isEmpty.set(rows.length === 0);
    for (const row of rows) this.#parents.set(row, parent);
    return { rows, standing: kept.standing(parent) };
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { branches, decorate, onDidRender } = this.#options;
    if ('environmentId' in node) this.#rendered.set(node.id, node);
    onDidRender(node);
    const row = decorate(node);
    const state = this.#states.onDidRender(node, row);
    this.#marks.onDidRender(row, this.#parents.get(node));
    return drawNode(
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
    const isOpen = above === undefined || (this.#isOpen.get(above.id) ?? above.expanded ?? false);
    if (!isOpen || (above && !(await this.shows(above)))) return false;
    return (await this.getChildren(above)).some(({ id }) => id === row.id);
  }

  #isRow(row: unknown): row is Node {
    return typeof row === 'object' && row !== null && this.#parents.has(row);
  }
}
