import type * as vscode from 'vscode';
import { visibleText } from './webview/visibleText.ts';

/**
 * A line of a list. Its texts may hold names from outside, so all of them stand as text: `$(name)` draws no icon. An icon
 * of ours has a field of its own. Characters that aren't seen are signs.
 */
export interface PickItem extends vscode.QuickPickItem {
  /** The name of an icon before its detail. */
  readonly detailIcon?: string;
}

/** A line as the editor gets it, and the one that it stands for. */
export interface DisplayItem<L> extends vscode.QuickPickItem {
  readonly source: L;
}

export function toDisplayItem<L extends PickItem>(line: L): DisplayItem<L> {
  const { label, description, detail, detailIcon } = line;
  const escapedDetail = detail === undefined ? undefined : escapeIcons(detail);
  return {
    ...line,
    label: escapeIcons(label),
    ...(description !== undefined && { description: escapeIcons(description) }),
    ...(escapedDetail !== undefined && {
      detail: detailIcon === undefined ? escapedDetail : `$(${detailIcon}) ${escapedDetail}`,
    }),
    source: line,
  };
}

function escapeIcons(text: string): string {
  return visibleText(text).replaceAll('$(', '\\$(');
}
