import * as vscode from 'vscode';
import type { SettingId } from '../ids.ts';
import type { ShowMessage } from './message.ts';
import { settings } from './settings.ts';

/** A setting that turns off a recurring message. */
type MessageSetting = Extract<SettingId, `hostedMcp.messages.${string}`>;

/**
 * Shows a message, unless the user has turned it off with *Don't Show Again*. Returns the label of the selected button.
 * Returns `undefined` if the message isn't shown or the user selects *Don't Show Again*.
 */
export async function showRecurringMessage(
  setting: MessageSetting,
  show: ShowMessage,
  text: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  if (!settings.isShown(setting)) return undefined;
  const dontShowAgain = vscode.l10n.t("Don't Show Again");
  const picked = await show(text, ...buttons, dontShowAgain);
  if (picked !== dontShowAgain) return picked;
  await settings.stopShowing(setting);
  return undefined;
}
