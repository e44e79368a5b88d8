import * as vscode from 'vscode';
import { showInformation } from './message.ts';

/** Says what was done, and takes that back when asked. */
export async function offerUndo(message: string, undo: () => PromiseLike<unknown>): Promise<void> {
  const label = vscode.l10n.t('Undo');
  const picked = await showInformation(message, label);
  if (picked === label) await undo();
}

/** What is forgotten in this editor only. */
export function removedFromListText(name: string): string {
  return vscode.l10n.t('"{0}" was removed from your list. It\'s unchanged on the service.', name);
}
