import type * as vscode from 'vscode';
import { toVisibleText } from './webview/visibleText.ts';

/**
 * An item of a list. Its texts can contain names from other sources, so icon syntax such as `$(name)` is disabled.
 * Invisible characters are shown as signs.
 */
export interface PickItem extends vscode.QuickPickItem {
  /** The name of an icon before the detail. */
  readonly detailIcon?: string;
}

/** An item in the form for the editor, and its source. */
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
  return toVisibleText(text).replaceAll('$(', '\\$(');
}
