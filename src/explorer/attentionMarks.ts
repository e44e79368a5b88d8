import * as vscode from 'vscode';
import { Disposable } from '../editor/disposable.ts';
import type { Attention, Node } from './node.ts';

/** The URI scheme of rows. The editor requests decorations by URI. */
const rowScheme = 'hosted-mcp-row';

/**
 * Marks rows that need attention, and shows their number on the view. Rows that were read but aren't visible count as
 * well.
 */
export class AttentionMarks extends Disposable implements vscode.FileDecorationProvider {
  /** Problems by the ID of the row. */
  readonly #marked = new Map<string, readonly Attention[]>();
  /** Child IDs by the ID of the parent, for the removal of marks. */
  readonly #below = new Map<string, ReadonlySet<string>>();
  readonly #setBadge: (badge: vscode.ViewBadge | undefined) => void;
  readonly #onDidChange = this.register(new vscode.EventEmitter<vscode.Uri[]>());
  readonly onDidChangeFileDecorations = this.#onDidChange.event;

  constructor(setBadge: (badge: vscode.ViewBadge | undefined) => void) {
    super();
    this.#setBadge = setBadge;
    this.register(vscode.window.registerFileDecorationProvider(this));
  }

  /** Updates the marks after the rows below `parent` were read. */
  updateChildren(parent: Node, rows: readonly Node[]): void {
    const previousIds = [...(this.#below.get(parent.id) ?? [])];
    const ids = new Set(rows.map(({ id }) => id));
    const changedIds = previousIds.filter((id) => !ids.has(id)).flatMap((id) => this.#forget(id));
    this.#below.set(parent.id, ids);
    for (const row of rows) {
      const previous = this.#marked.get(row.id) ?? [];
      if (!this.#mark(row)) continue;
      const resolvedProblems = previous.filter(({ key }) => !row.attention?.some((one) => one.key === key));
      changedIds.push(row.id, ...this.#settle(row.id, new Set(resolvedProblems.map(({ key }) => key))));
    }
    this.#notify(changedIds);
  }

  /** Updates the marks of a row that is drawn, unless it was removed from the tree. */
  updateRow(row: Node, parent: Node | undefined): void {
    if (row.attention === undefined && !this.#marked.has(row.id)) return;
    const isInTree = parent !== undefined && this.#below.get(parent.id)?.has(row.id);
    if (isInTree && this.#mark(row)) this.#notify([row.id]);
  }

  /** Sets the marks of a row. Returns whether they changed. */
  #mark({ id, attention = [] }: Pick<Node, 'id' | 'attention'>): boolean {
    if (JSON.stringify(attention) === JSON.stringify(this.#marked.get(id) ?? [])) return false;
    if (attention.length > 0) this.#marked.set(id, attention);
    else this.#marked.delete(id);
    return true;
  }

  #notify(changed: readonly string[]): void {
    if (changed.length === 0) return;
    this.#onDidChange.fire(changed.map(toRowUri));
    this.#setBadge(createBadge([...this.#marked.values()].flat()));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const attention = uri.scheme === rowScheme ? this.#marked.get(readRowId(uri)) : undefined;
    return attention && createDecoration(attention);
  }

  /**
   * Removes resolved problems from all rows below a row, including collapsed ones. Returns the IDs of the changed rows.
   */
  #settle(id: string, resolved: ReadonlySet<string>): string[] {
    return [...(this.#below.get(id) ?? [])].flatMap((one) => {
      const attention = this.#marked.get(one)?.filter(({ key }) => !resolved.has(key));
      const isChanged = attention !== undefined && this.#mark({ id: one, attention });
      return [...(isChanged ? [one] : []), ...this.#settle(one, resolved)];
    });
  }

  /** Removes the marks of a row and of all rows below it. Returns the IDs of the changed rows. */
  #forget(id: string): string[] {
    const changedDescendants = [...(this.#below.get(id) ?? [])].flatMap((one) => this.#forget(one));
    this.#below.delete(id);
    return this.#marked.delete(id) ? [id, ...changedDescendants] : changedDescendants;
  }
}

/** Returns the URI with which a row that needs attention is drawn. */
export function toRowUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: rowScheme, path: '/', query: id });
}

function readRowId(uri: vscode.Uri): string {
  return uri.query;
}

/** Returns the text that a screen reader adds to the label of a row. */
export function formatAttention(attention: readonly Attention[]): string {
  return attention.map(({ text }) => text).join(', ');
}

function createDecoration(attention: readonly Attention[]): vscode.FileDecoration {
  const isError = attention.some(({ severity }) => severity === 'error');
  return {
    badge: '!',
    tooltip: formatAttention(attention),
    color: new vscode.ThemeColor(isError ? 'errorForeground' : 'list.warningForeground'),
  };
}

/** Maximum number of problems in the tooltip. */
const maxListedProblems = 10;

/** Returns the badge of the view, or `undefined` without problems. */
function createBadge(attention: readonly Attention[]): vscode.ViewBadge | undefined {
  // If several rows have the same problem, the first one is used: the row of a project names the environment.
  const texts = new Map([...attention].reverse().map((one) => [one.key, formatAttentionLine(one)]));
  const count = texts.size;
  if (count === 0) return undefined;
  const listedTexts = [...texts.values()].reverse().slice(0, maxListedProblems);
  const lines = [
    count === 1
      ? vscode.l10n.t('1 problem in the rows loaded so far:')
      : vscode.l10n.t('{0} problems in the rows loaded so far:', count),
    ...listedTexts,
    ...(count > listedTexts.length ? [vscode.l10n.t('and {0} more', count - listedTexts.length)] : []),
    vscode.l10n.t(
      "The count includes problems in rows that are hidden by a filter, the scope, or a collapsed row. An environment's contents are loaded when you expand it.",
    ),
  ];
  return { value: count, tooltip: lines.join('\n') };
}

function formatAttentionLine({ text, subject }: Attention): string {
  return subject === undefined ? text : vscode.l10n.t('{0}: {1}', subject, text);
}
