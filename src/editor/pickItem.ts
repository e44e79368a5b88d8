import type * as vscode from 'vscode';
import { toVisibleText } from './webview/visibleText.ts';

/**
 * An item of a list. Its texts can contain names from other sources. Icon syntax such as `$(name)` is shown as text,
 * and invisible characters are shown as signs.
 */
export interface PickItem extends vscode.QuickPickItem {
  /** The name of a codicon, which is shown before the detail. */
  readonly detailIcon?: string;
}

/** An item with escaped texts for the editor, and the item that it was created from. */
export interface DisplayItem<Item> extends vscode.QuickPickItem {
  readonly source: Item;
}

export function toDisplayItem<Item extends PickItem>(item: Item): DisplayItem<Item> {
  const { label, description, detail, detailIcon } = item;
  const escapedDetail = detail === undefined ? undefined : escapeIcons(detail);
  return {
    ...item,
    label: escapeIcons(label),
    ...(description !== undefined && { description: escapeIcons(description) }),
    ...(escapedDetail !== undefined && {
      detail: detailIcon === undefined ? escapedDetail : `$(${detailIcon}) ${escapedDetail}`,
    }),
    source: item,
  };
}

/** Returns a text that the editor shows without icons and invisible characters. */
export function escapeIcons(text: string): string {
  return toVisibleText(text).replaceAll('$(', '\\$(');
}
