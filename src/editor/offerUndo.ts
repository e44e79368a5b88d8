import * as vscode from 'vscode';
import { showInformation } from './message.ts';

/** Reports an action, and undoes it on request. */
export async function offerUndo(message: string, undo: () => PromiseLike<unknown>): Promise<void> {
  const label = vscode.l10n.t('Undo');
  const picked = await showInformation(message, label);
  if (picked === label) await undo();
}

/** Returns the message for an item that was removed from the list of this editor. */
export function describeRemovalFromList(name: string): string {
  return vscode.l10n.t('"{0}" was removed from your list. It\'s unchanged on the service.', name);
}
