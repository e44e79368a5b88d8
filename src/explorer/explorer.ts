import * as vscode from 'vscode';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import type { Describe } from '../editor/problem.ts';
import { ContextKeyId, ViewId } from '../ids.ts';
import { type Branch, type Node, root } from './node.ts';
import { drawNode, loadChildren } from './tree.ts';

interface ExplorerOptions {
  readonly branches: readonly Branch[];
  /** While this says no, the tree stays empty, and its welcome view says what to do. */
  readonly isOpen: () => Promise<boolean>;
  readonly describe: Describe;
  /** A row as it is to be drawn now, where that changes without its being read again. */
  readonly drawn: (row: Node) => Node;
}

/** The Projects view: asks the branches for rows when a row is opened, never before. Knows no feature. */
export class Explorer extends Disposable implements vscode.TreeDataProvider<Node> {
  readonly #options: ExplorerOptions;
  readonly #abort = new AbortController();
  /** The parent of every row that was handed out. */
  readonly #parents = new WeakMap<object, Node>();
  readonly #onDidChangeTreeData = this.register(new vscode.EventEmitter<Node | undefined>());
  readonly #view: vscode.TreeView<Node>;
  /** What the user opened or closed, by id: rows that went because of a failure come back as they were. */
  readonly #isOpen = new Map<string, boolean>();
  /** Tells a tree with no rows from one whose rows are still on their way. */
  readonly #isEmpty = new ContextKey<boolean>(ContextKeyId.isEmpty);
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;

  constructor(options: ExplorerOptions) {
    super();
    this.#options = options;
    this.#view = this.register(
      vscode.window.createTreeView(ViewId.projects, { treeDataProvider: this, showCollapseAll: true }),
    );
    this.register(this.#view.onDidExpandElement(({ element }) => this.#isOpen.set(element.id, true)));
    this.register(this.#view.onDidCollapseElement(({ element }) => this.#isOpen.set(element.id, false)));
    this.register({ dispose: () => this.#abort.abort() });
  }

  /** What the tree is about, beside the view's name. (The editor hides the description of a container's only view.) */
  set subject(text: string | undefined) {
    const name = vscode.l10n.t('Projects');
    // In a narrow side bar only the beginning is seen.
    this.#view.title = text === undefined ? name : `${text} · ${name}`;
  }

  /** Loads a row of this tree again, or everything; expansion and selection stay, because ids are stable. */
  refresh(row?: unknown): void {
    this.#onDidChangeTreeData.fire(this.#isRow(row) ? row : undefined);
  }

  getParent(node: Node): Node | undefined {
    const parent = this.#parents.get(node);
    return parent === root ? undefined : parent;
  }

  async getChildren(parent: Node = root): Promise<Node[]> {
    const { branches, describe, isOpen } = this.#options;
    if (parent === root && !(await isOpen())) {
      this.#isEmpty.set(false);
      return [];
    }
    const children = await loadChildren(branches, parent, describe, this.#abort.signal);
    if (parent === root) this.#isEmpty.set(children.length === 0);
    for (const child of children) this.#parents.set(child, parent);
    return children;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { branches, drawn } = this.#options;
    return drawNode(
      drawn(node),
      branches.some(({ under }) => under === node.kind),
      this.#isOpen.get(node.id),
    );
  }

  #isRow(row: unknown): row is Node {
    return typeof row === 'object' && row !== null && this.#parents.has(row);
  }
}
