import * as vscode from 'vscode';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import type { Node } from '../explorer/node.ts';
import { toTreeItem } from '../explorer/treeItems.ts';
import { ContextKeyId, ViewId } from '../ids.ts';
import type { AuditHistory } from './auditHistory.ts';
import { type AuditRecord, isMinuteOlder } from './auditRecord.ts';
import type { AuditNode, AuditTargetNode } from './nodes.ts';

interface AuditsViewOptions {
  readonly history: AuditHistory;
  /** While this says no, the view stays empty, and its welcome says what to do. */
  readonly isOpen: () => Promise<boolean>;
}

/** The Audits view: what was audited from here, with its runs. It reads the history and asks no service. */
export class AuditsView extends Disposable implements vscode.TreeDataProvider<Node> {
  readonly #options: AuditsViewOptions;
  readonly #onDidChangeTreeData = this.register(new vscode.EventEmitter<Node | undefined>());
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
  readonly #view: vscode.TreeView<Node>;
  readonly #isEmpty = new ContextKey<boolean>(ContextKeyId.hasNoAudits);
  /** What the user opened or closed, by id. */
  readonly #isOpen = new Map<string, boolean>();
  /** The group of each run, by the id of its row. */
  readonly #groups = new Map<string, AuditTargetNode>();
  /** When the row of each run was drawn, in ms since 1970, by the run's id. */
  readonly #drawnAt = new Map<string, number>();

  constructor(options: AuditsViewOptions) {
    super();
    this.#options = options;
    this.#view = this.register(
      vscode.window.createTreeView<Node>(ViewId.audits, { treeDataProvider: this, showCollapseAll: true }),
    );
    this.register(this.#view.onDidExpandElement(({ element }) => this.#isOpen.set(element.id, true)));
    this.register(this.#view.onDidCollapseElement(({ element }) => this.#isOpen.set(element.id, false)));
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  /** The row that has the focus. */
  get selected(): Node | undefined {
    return this.#view.selection[0];
  }

  /** The history is another: everything is drawn again. */
  refresh(): void {
    this.#onDidChangeTreeData.fire(undefined);
    void this.updateBadge();
  }

  /** One that runs goes on: how long it has run is told again, once a minute, since that closes a menu that is open. */
  updateElapsedTime(run: AuditRecord): void {
    const drawnAt = this.#drawnAt.get(run.id);
    if (drawnAt !== undefined && isMinuteOlder(run, drawnAt, Date.now())) this.refresh();
  }

  /** The number on the view is that of the audits that run. */
  async updateBadge(): Promise<void> {
    const { history, isOpen } = this.#options;
    const isReady = await isOpen();
    const value = isReady ? history.list().filter(({ end }) => end === undefined).length : 0;
    if (value === (this.#view.badge?.value ?? 0)) return;
    const tooltip =
      value === 1 ? vscode.l10n.t('1 audit is running') : vscode.l10n.t('{0} audits are running', value);
    this.#view.badge = value === 0 ? undefined : { value, tooltip };
  }

  /** Shows the row of an audit, and opens the view for it. */
  async reveal(auditId: string): Promise<void> {
    const group = (await this.#targets()).find(({ runs }) => runs.some(({ id }) => id === auditId));
    const row = group && (await this.#runs(group)).find((one) => one.auditId === auditId);
    if (row) await this.#view.reveal(row, { select: true, focus: false });
  }

  getParent(node: Node): Node | undefined {
    return this.#groups.get(node.id);
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    if (parent) return this.#runs(parent as AuditTargetNode);
    const groups = await this.#targets();
    return [...groups];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return toTreeItem(node, node.kind === 'auditTarget', this.#isOpen.get(node.id));
  }

  async #targets(): Promise<readonly AuditTargetNode[]> {
    const { history, isOpen } = this.#options;
    const [isReady, { createTargetNodes }] = await Promise.all([isOpen(), import('./nodes.ts')]);
    const groups = isReady ? createTargetNodes(history.list()) : [];
    this.#isEmpty.set(isReady && groups.length === 0);
    return groups;
  }

  async #runs(group: AuditTargetNode): Promise<AuditNode[]> {
    const { createAuditNode } = await import('./nodes.ts');
    const now = Date.now();
    return group.runs.map((run) => {
      const row = createAuditNode(run, group.runs, now);
      this.#groups.set(row.id, group);
      this.#drawnAt.set(run.id, now);
      return row;
    });
  }
}
