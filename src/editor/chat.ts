import * as vscode from 'vscode';
import { getField } from '../fields.ts';

/** The setting that turns off the chat of the editor. */
export const disableChatSetting = 'chat.disableAIFeatures';

export function isChatTurnedOff(): boolean {
  return vscode.workspace.getConfiguration().get<unknown>(disableChatSetting) === true;
}

/**
 * Whether an extension provides a chat that its user hasn't turned off, for buttons outside of menus. An extension in
 * another extension host isn't found. Menus use the context key `chatIsEnabled`, which extensions can't read. It's also
 * true if the editor only offers to install such an extension.
 */
export function canOpenChat(): boolean {
  return !isChatTurnedOff() && vscode.extensions.all.some((one) => hasDefaultParticipant(one.packageJSON));
}

function hasDefaultParticipant(manifest: unknown): boolean {
  const participants = getField(getField(manifest, 'contributes'), 'chatParticipants');
  if (!Array.isArray(participants)) return false;
  return participants.some((one: unknown) => {
    const locations = getField(one, 'locations');
    return getField(one, 'isDefault') === true && Array.isArray(locations) && locations.includes('panel');
  });
}
