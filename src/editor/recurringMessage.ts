import * as vscode from 'vscode';
import type { SettingId } from '../ids.ts';
import type { ShowMessage } from './message.ts';
import { settings } from './settings.ts';

/** The settings that turn off recurring messages. */
type MessageSetting = Extract<SettingId, `hostedMcp.messages.${string}`>;

/**
 * Shows a recurring message, unless the user has turned it off with *Don't Show Again*. Returns any other selected
 * button.
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
