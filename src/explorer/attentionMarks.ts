import * as vscode from 'vscode';
import { Disposable } from '../editor/disposable.ts';
import type { Attention, Node } from './node.ts';

/** The URI scheme of rows. The editor requests decorations by URI. */
const rowScheme = 'hosted-mcp-row';

/**
 * Marks rows that need attention, and shows the number of errors on the view. Errors of rows that aren't visible count as
 * well. Warnings don't count, because they are known only of rows that were expanded.
 */
export class AttentionMarks extends Disposable implements vscode.FileDecorationProvider {
  /** Problems by row ID. */
  readonly #attentionById = new Map<string, readonly Attention[]>();
  /** Child IDs by parent ID. Needed to remove the marks of rows that are no longer in the tree. */
  readonly #childIds = new Map<string, ReadonlySet<string>>();
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
    const previousIds = [...(this.#childIds.get(parent.id) ?? [])];
    const ids = new Set(rows.map(({ id }) => id));
    const changedIds = previousIds.filter((id) => !ids.has(id)).flatMap((id) => this.#removeMarks(id));
    this.#childIds.set(parent.id, ids);
    for (const row of rows) {
      const previous = this.#attentionById.get(row.id) ?? [];
      if (!this.#setAttention(row)) continue;
      const resolvedProblems = previous.filter(({ key }) => !row.attention?.some((one) => one.key === key));
      changedIds.push(
        row.id,
        ...this.#removeResolved(row.id, new Set(resolvedProblems.map(({ key }) => key))),
      );
    }
    this.#notifyChange(changedIds);
  }

  /** Updates the marks of a row when the editor renders it, unless it was removed from the tree. */
  updateRow(row: Node, parent: Node | undefined): void {
    if (row.attention === undefined && !this.#attentionById.has(row.id)) return;
    const isInTree = parent !== undefined && this.#childIds.get(parent.id)?.has(row.id);
    if (isInTree && this.#setAttention(row)) this.#notifyChange([row.id]);
  }

  /** Sets the marks of a row. Returns whether they changed. */
  #setAttention({ id, attention = [] }: Pick<Node, 'id' | 'attention'>): boolean {
    if (JSON.stringify(attention) === JSON.stringify(this.#attentionById.get(id) ?? [])) return false;
    if (attention.length > 0) this.#attentionById.set(id, attention);
    else this.#attentionById.delete(id);
    return true;
  }

  #notifyChange(changed: readonly string[]): void {
    if (changed.length === 0) return;
    this.#onDidChange.fire(changed.map(toRowUri));
    const errors = [...this.#attentionById.values()].flat().filter(({ severity }) => severity === 'error');
    this.#setBadge(createBadge(errors));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const attention = uri.scheme === rowScheme ? (this.#attentionById.get(readRowId(uri)) ?? []) : [];
    return attention.length === 0 ? undefined : createDecoration(attention);
  }

  /**
   * Removes resolved problems from all rows below a row, including collapsed ones. Returns the IDs of the changed rows.
   */
  #removeResolved(id: string, resolved: ReadonlySet<string>): string[] {
    return [...(this.#childIds.get(id) ?? [])].flatMap((one) => {
      const attention = this.#attentionById.get(one)?.filter(({ key }) => !resolved.has(key));
      const isChanged = attention !== undefined && this.#setAttention({ id: one, attention });
      return [...(isChanged ? [one] : []), ...this.#removeResolved(one, resolved)];
    });
  }

  /** Removes the marks of a row and of all rows below it. Returns the IDs of the changed rows. */
  #removeMarks(id: string): string[] {
    const changedDescendants = [...(this.#childIds.get(id) ?? [])].flatMap((one) => this.#removeMarks(one));
    this.#childIds.delete(id);
    return this.#attentionById.delete(id) ? [id, ...changedDescendants] : changedDescendants;
  }
}

/**
 * Returns the URI of a row that needs attention. The editor passes it to `provideFileDecoration`. The URI has no percent
 * signs, because the editor doesn't show the decorations of a URI whose query contains percent signs.
 */
export function toRowUri(id: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: rowScheme,
    path: '/',
    query: encodeURIComponent(id.toWellFormed()).replaceAll('%', '$'),
  });
}

function readRowId(uri: vscode.Uri): string {
  return decodeURIComponent(uri.query.replaceAll('$', '%'));
}

/** Returns the text that a screen reader adds to the label of a row. The label itself contains notices. */
export function formatAttention(attention: readonly Attention[]): string {
  return attention
    .filter(({ severity }) => severity !== 'notice')
    .map(({ text }) => text)
    .join(', ');
}

function createDecoration(attention: readonly Attention[]): vscode.FileDecoration {
  const severities = attention.map(({ severity }) => severity);
  const isError = severities.includes('error');
  // An error has no badge, because the icon of its row shows it, and a narrow view has more space for the age.
  const badge = severities.includes('warning') ? '!' : severities.includes('notice') ? '●' : '';
  return {
    ...(badge && { badge }),
    tooltip: attention.map(({ text }) => text).join(', '),
    color: new vscode.ThemeColor(isError ? 'errorForeground' : 'problemsWarningIcon.foreground'),
  };
}

/** Maximum number of errors in the tooltip. */
const maxListedErrors = 10;

/** Returns the badge of the view, or `undefined` without errors. The only errors are failed deployments. */
function createBadge(attention: readonly Attention[]): vscode.ViewBadge | undefined {
  // If several rows have the same error, the text of the first row is used, because the row of a project names the
  // environment.
  const texts = new Map([...attention].reverse().map((one) => [one.key, formatAttentionLine(one)]));
  const count = texts.size;
  if (count === 0) return undefined;
  const listedTexts = [...texts.values()].reverse().slice(0, maxListedErrors);
  const lines = [
    count === 1 ? vscode.l10n.t('1 failed deployment:') : vscode.l10n.t('{0} failed deployments:', count),
    ...listedTexts,
    ...(count > listedTexts.length ? [vscode.l10n.t('and {0} more', count - listedTexts.length)] : []),
    vscode.l10n.t('The count includes rows that are hidden by a filter, the scope, or a collapsed row.'),
  ];
  return { value: count, tooltip: lines.join('\n') };
}

function formatAttentionLine({ text, subject }: Attention): string {
  return subject === undefined ? text : vscode.l10n.t('{0}: {1}', subject, text);
}
