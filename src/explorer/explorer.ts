import * as vscode from 'vscode';
import { Disposable } from '../editor/disposable.ts';
import type { Log } from '../editor/log.ts';
import type { Describe } from '../editor/problem.ts';
import { CommandId, ViewId } from '../ids.ts';
import { type Branch, type Node, root } from './node.ts';
import { problemRows } from './rows.ts';

interface ExplorerOptions {
  readonly branches: readonly Branch[];
  /** While this says no, the tree stays empty, and its welcome view says what to do. */
  readonly isOpen: () => Promise<boolean>;
  readonly describe: Describe;
  readonly log: Log;
}

/** The Projects view: asks the branches for rows when a row is opened, and draws them. Knows no feature. */
export class Explorer extends Disposable implements vscode.TreeDataProvider<Node> {
  readonly #options: ExplorerOptions;
  readonly #abort = new AbortController();
  /** The parent of every row that was handed out. */
  readonly #parents = new WeakMap<object, Node>();
  readonly #onDidChangeTreeData = this.register(new vscode.EventEmitter<Node | undefined>());
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
  readonly #view: vscode.TreeView<Node>;

  constructor(options: ExplorerOptions) {
    super();
    this.#options = options;
    this.#view = this.register(
      vscode.window.createTreeView(ViewId.projects, { treeDataProvider: this, showCollapseAll: true }),
    );
    this.register({ dispose: () => this.#abort.abort() });
  }

  /** Words beside the view's title. */
  set description(text: string | undefined) {
    this.#view.description = text;
  }

  /** Loads a row of this tree again, or everything; expansion and selection stay, because ids are stable. */
  refresh(row?: unknown): void {
    this.#onDidChangeTreeData.fire(this.#isRow(row) ? row : undefined);
  }

  async reveal(node: Node): Promise<void> {
    await this.#view.reveal(node, { select: true, focus: true });
  }

  getParent(node: Node): Node | undefined {
    const parent = this.#parents.get(node);
    return parent === root ? undefined : parent;
  }

  async getChildren(parent: Node = root): Promise<Node[]> {
    if (parent === root && !(await this.#options.isOpen())) return [];
    const branches = this.#options.branches.filter(({ under }) => under === parent.kind);
    const rows = await Promise.all(branches.map((branch, index) => this.#rowsOf(branch, parent, index)));
    const children = rows.flat();
    for (const child of children) this.#parents.set(child, parent);
    return children;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const item = new vscode.TreeItem(node.label, this.#collapsibleState(node));
    item.id = node.id;
    item.description = node.description ?? '';
    item.tooltip = node.tooltip ?? node.label;
    item.contextValue = node.context === undefined ? node.kind : `${node.kind} ${node.context}`;
    if (node.icon) {
      const color = node.icon.color === undefined ? undefined : new vscode.ThemeColor(node.icon.color);
      item.iconPath = new vscode.ThemeIcon(node.icon.id, color);
    }
    if (node.command) {
      const { label, command, arguments: own } = node.command;
      item.command = { title: label, command, arguments: [...(own ?? [node])] };
    }
    if (node.accessibilityLabel !== undefined) {
      item.accessibilityInformation = { label: node.accessibilityLabel };
    }
    return item;
  }

  #isRow(row: unknown): row is Node {
    return typeof row === 'object' && row !== null && this.#parents.has(row);
  }

  #collapsibleState(node: Node): vscode.TreeItemCollapsibleState {
    if (!this.#options.branches.some(({ under }) => under === node.kind)) {
      return vscode.TreeItemCollapsibleState.None;
    }
    return node.expanded
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed;
  }

  /** One branch's failure is a row in its place; the others stand. */
  async #rowsOf(branch: Branch, parent: Node, index: number): Promise<readonly Node[]> {
    try {
      return await branch.children(parent, this.#abort.signal);
    } catch (error) {
      const problem = this.#options.describe(error);
      if (!problem) return [];
      this.#options.log.warn(`Tree: ${problem.message}${problem.detail ? ` (${problem.detail})` : ''}`);
      const retry = {
        label: vscode.l10n.t('Try Again'),
        icon: 'refresh',
        command: CommandId.refresh,
        arguments: [parent === root ? undefined : parent],
      };
      return problemRows(parent, { ...problem, cures: [retry, ...problem.cures] }, String(index));
    }
  }
}
