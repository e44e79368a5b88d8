import * as vscode from 'vscode';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import type { Node } from '../explorer/node.ts';
import { toTreeItem } from '../explorer/treeItems.ts';
import { ContextKeyId, ViewId } from '../ids.ts';
import type { AuditHistory } from './auditHistory.ts';
import { type AuditRecord, hasElapsedTimeChanged } from './auditRecord.ts';
import type { AuditNode, AuditTargetNode } from './nodes.ts';

interface AuditsViewOptions {
  readonly history: AuditHistory;
  /** Whether the view has content. Otherwise, it shows its welcome text. */
  readonly isOpen: () => Promise<boolean>;
}

/** The *Audits* view: audited targets and their audits. It reads only the history, and sends no requests. */
export class AuditsView extends Disposable implements vscode.TreeDataProvider<Node> {
  readonly #options: AuditsViewOptions;
  readonly #onDidChangeTreeData = this.register(new vscode.EventEmitter<Node | undefined>());
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
  readonly #view: vscode.TreeView<Node>;
  readonly #isEmpty = new ContextKey<boolean>(ContextKeyId.hasNoAudits);
  /** Whether the user expanded a row, by its ID. */
  readonly #isOpen = new Map<string, boolean>();
  /** The parent of each row, by its ID. */
  readonly #groups = new Map<string, AuditTargetNode>();
  /** When each audit was drawn, in milliseconds since 1970, by its ID. */
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

  /** The focused row. */
  get selectedRow(): Node | undefined {
    return this.#view.selection[0];
  }

  /** Redraws all rows. */
  refresh(): void {
    this.#onDidChangeTreeData.fire(undefined);
    void this.updateBadge();
  }

  /** Redraws a running audit if its duration has changed by a minute. Redrawing closes open menus, so it must be rare. */
  updateElapsedTime(record: AuditRecord): void {
    const drawnAt = this.#drawnAt.get(record.id);
    if (drawnAt !== undefined && hasElapsedTimeChanged(record, drawnAt, Date.now())) this.refresh();
  }

  /** Shows the number of running audits on the view. */
  async updateBadge(): Promise<void> {
    const { history, isOpen } = this.#options;
    const isReady = await isOpen();
    const value = isReady ? history.list().filter(({ end }) => end === undefined).length : 0;
    if (value === (this.#view.badge?.value ?? 0)) return;
    const tooltip =
      value === 1 ? vscode.l10n.t('1 audit is running') : vscode.l10n.t('{0} audits are running', value);
    this.#view.badge = value === 0 ? undefined : { value, tooltip };
  }

  /** Opens the view, and selects the row of an audit. */
  async reveal(auditId: string): Promise<void> {
    const group = (await this.#targets()).find(({ records }) => records.some(({ id }) => id === auditId));
    const row = group && (await this.#records(group)).find((one) => one.auditId === auditId);
    if (row) await this.#view.reveal(row, { select: true, focus: false });
  }

  getParent(node: Node): Node | undefined {
    return this.#groups.get(node.id);
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    if (parent) return this.#records(parent as AuditTargetNode);
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

  async #records(group: AuditTargetNode): Promise<AuditNode[]> {
    const { createAuditNode } = await import('./nodes.ts');
    const now = Date.now();
    return group.records.map((record) => {
      const row = createAuditNode(record, group.records, now);
      this.#groups.set(row.id, group);
      this.#drawnAt.set(record.id, now);
      return row;
    });
  }
}
