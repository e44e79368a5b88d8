import * as vscode from 'vscode';
import { messageText } from './messageText.ts';

/** A notification with buttons; answers the one that was pressed. What others have named doesn't become a link in it. */
export type ShowMessage = (text: string, ...buttons: readonly string[]) => Thenable<string | undefined>;

export const showInformation: ShowMessage = (text, ...buttons) =>
  vscode.window.showInformationMessage(messageText(text), ...buttons);

export const showWarning: ShowMessage = (text, ...buttons) =>
  vscode.window.showWarningMessage(messageText(text), ...buttons);

export const showError: ShowMessage = (text, ...buttons) =>
  vscode.window.showErrorMessage(messageText(text), ...buttons);

type InputMessage = string | vscode.InputBoxValidationMessage | undefined;

/** The same for what a box says of what was typed. */
export function toInputMessage(said: InputMessage): InputMessage {
  if (said === undefined) return undefined;
  return typeof said === 'string' ? messageText(said) : { ...said, message: messageText(said.message) };
}
