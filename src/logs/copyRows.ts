import * as vscode from 'vscode';
import { showWarning } from '../editor/message.ts';
import type { LogRow } from './logRow.ts';
import { formatRows } from './rowText.ts';
import type { LogStore } from './store/logStore.ts';

/** More entries than this make a text that no clipboard is for. */
const maxCopiedRows = 100_000;

/** Copies the rows of these slots, one line each; says so when they are too many. */
export async function copyRows(store: Pick<LogStore, 'row'>, slots: readonly number[]): Promise<void> {
  if (slots.length <= maxCopiedRows) {
    await copyRowsToClipboard(slots.map((slot) => store.row(slot)));
    return;
  }
  const message = vscode.l10n.t(
    'Too many entries to copy ({0}). Export them to a file instead.',
    slots.length.toLocaleString(vscode.env.language),
  );
  void showWarning(message);
}

/** Answers the text that is on the clipboard then. */
export async function copyRowsToClipboard(rows: readonly LogRow[]): Promise<string> {
  const text = formatRows(rows);
  await vscode.env.clipboard.writeText(text);
  return text;
}
