import * as vscode from 'vscode';
import { showWarning } from '../editor/message.ts';
import type { LogRow } from './logRow.ts';
import { formatRows } from './rowText.ts';
import type { LogStore } from './store/logStore.ts';

/** Maximum number of entries that are copied to the clipboard. */
const maxCopiedRows = 100_000;

/** Copies the rows with these slots, one line each. Shows a warning instead if there are too many. */
export async function copyRows(store: Pick<LogStore, 'getRow'>, slots: readonly number[]): Promise<void> {
  if (slots.length <= maxCopiedRows) {
    await copyRowsToClipboard(slots.map((slot) => store.getRow(slot)));
    return;
  }
  const message = vscode.l10n.t(
    'Too many entries to copy ({0}). Export them to a file instead.',
    slots.length.toLocaleString(vscode.env.language),
  );
  void showWarning(message);
}

/** Copies rows to the clipboard, and returns the text. */
export async function copyRowsToClipboard(rows: readonly LogRow[]): Promise<string> {
  const text = formatRows(rows);
  await vscode.env.clipboard.writeText(text);
  return text;
}
