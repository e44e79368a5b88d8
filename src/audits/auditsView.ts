import * as vscode from 'vscode';
import { ContextKey } from '../editor/contextKey.ts';
import { Disposable } from '../editor/disposable.ts';
import type { Node } from '../explorer/node.ts';
import { toTreeItem } from '../explorer/treeItems.ts';
import { ContextKeyId, ViewId } from '../ids.ts';
import type { AuditHistory } from './auditHistory.ts';
import { type AuditRecord, hasElapsedTimeChanged, isRunningStatus } from './auditRecord.ts';
import type { AuditNode, AuditTargetNode } from './nodes.ts';

interface AuditsViewOptions {
  readonly history: AuditHistory;
  /** Returns whether the view shows the history. If not, it's empty and shows its welcome text. */
  readonly isOpen: () => Promise<boolean>;
}

/** The *Audits* view: audited targets and their audits. Shows only the history, and sends no requests. */
export class AuditsView extends Disposable implements vscode.TreeDataProvider<Node> {
  readonly #options: AuditsViewOptions;
  readonly #onDidChangeTreeData = this.register(new vscode.EventEmitter<Node | undefined>());
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
  readonly #view: vscode.TreeView<Node>;
  readonly #isEmpty = new ContextKey<boolean>(ContextKeyId.hasNoAudits);
  /** Whether the user expanded or collapsed a row, by the ID of the row. */
  readonly #isExpanded = new Map<string, boolean>();
  /** The parent of the row of each audit, by the ID of the row. */
  readonly #parents = new Map<string, AuditTargetNode>();
  /** The time at which the row of each audit was drawn, by the ID of the audit. In milliseconds since the epoch. */
  readonly #drawnAt = new Map<string, number>();

  constructor(options: AuditsViewOptions) {
    super();
    this.#options = options;
    this.#view = this.register(
      vscode.window.createTreeView<Node>(ViewId.audits, { treeDataProvider: this, showCollapseAll: true }),
    );
    this.register(this.#view.onDidExpandElement(({ element }) => this.#isExpanded.set(element.id, true)));
    this.register(this.#view.onDidCollapseElement(({ element }) => this.#isExpanded.set(element.id, false)));
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  /** The selected row. */
  get selectedRow(): Node | undefined {
    return this.#view.selection[0];
  }

  /** Redraws all rows. */
  refresh(): void {
    this.#onDidChangeTreeData.fire(undefined);
    void this.updateDescription();
  }

  /**
   * Redraws the view if the text with the elapsed time of an audit has changed. Redrawing closes an open menu of a row.
   */
  updateElapsedTime(record: AuditRecord): void {
    const drawnAt = this.#drawnAt.get(record.id);
    if (drawnAt !== undefined && hasElapsedTimeChanged(record, drawnAt, Date.now())) this.refresh();
  }

  /**
   * Shows the number of running audits beside the title of the view. A badge would be added to the number of failures
   * in the Projects view, because both views have the same icon.
   */
  async updateDescription(): Promise<void> {
    const { history, isOpen } = this.#options;
    const isReady = await isOpen();
    const count = isReady
      ? history.list().filter(({ end, status }) => end === undefined && isRunningStatus(status)).length
      : 0;
    this.#view.description = count === 0 ? '' : vscode.l10n.t('{0} running', count);
  }

  /** Selects the row of an audit, and scrolls to the row. */
  async reveal(auditId: string): Promise<void> {
    for (const target of await this.#listTargets()) {
      const rows = target.kind === 'audit' ? [target] : await this.#createAuditNodes(target);
      const row = rows.find((node) => node.auditId === auditId);
      if (row) return this.#view.reveal(row, { select: true, focus: false });
    }
  }

  getParent(node: Node): Node | undefined {
    return this.#parents.get(node.id);
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    if (parent) return this.#createAuditNodes(parent as AuditTargetNode);
    return [...(await this.#listTargets())];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return toTreeItem(node, node.kind === 'auditTarget', this.#isExpanded.get(node.id));
  }

  async #listTargets(): Promise<readonly (AuditTargetNode | AuditNode)[]> {
    const { history, isOpen } = this.#options;
    const [isReady, { createTargetNodes }] = await Promise.all([isOpen(), import('./nodes.ts')]);
    const now = Date.now();
    const rows = isReady ? createTargetNodes(history.list(), now) : [];
    this.#parents.clear();
    for (const { kind, auditId } of rows) if (kind === 'audit') this.#drawnAt.set(auditId, now);
    this.#isEmpty.set(isReady && rows.length === 0);
    return rows;
  }

  async #createAuditNodes(group: AuditTargetNode): Promise<AuditNode[]> {
    const { createAuditNode } = await import('./nodes.ts');
    const now = Date.now();
    return group.records.map((record) => {
      const row = createAuditNode(record, group.records, now);
      this.#parents.set(row.id, group);
      this.#drawnAt.set(record.id, now);
      return row;
    });
  }
}
