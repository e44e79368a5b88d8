import * as vscode from 'vscode';
import { showInformation } from './message.ts';

/** Shows a message about an action, with the button *Undo*. */
export async function offerUndo(message: string, undo: () => PromiseLike<unknown>): Promise<void> {
  const label = vscode.l10n.t('Undo');
  const picked = await showInformation(message, label);
  if (picked === label) await undo();
}

/** Returns the message for an item that was removed from the user's list. */
export function describeRemovalFromList(name: string): string {
  return vscode.l10n.t('"{0}" was removed from your list. It\'s unchanged on the service.', name);
}
