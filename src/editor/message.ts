import * as vscode from 'vscode';
import { sanitizeMessage } from './sanitizeMessage.ts';

/** A notification with buttons; answers the one that was pressed. What others have named doesn't become a link in it. */
export type ShowMessage = (text: string, ...buttons: readonly string[]) => Thenable<string | undefined>;

export const showInformation: ShowMessage = (text, ...buttons) =>
  vscode.window.showInformationMessage(sanitizeMessage(text), ...buttons);

export const showWarning: ShowMessage = (text, ...buttons) =>
  vscode.window.showWarningMessage(sanitizeMessage(text), ...buttons);

export const showError: ShowMessage = (text, ...buttons) =>
  vscode.window.showErrorMessage(sanitizeMessage(text), ...buttons);

type InputMessage = string | vscode.InputBoxValidationMessage | undefined;

/** The same for what a box says of what was typed. */
export function toInputMessage(message: InputMessage): InputMessage {
  if (message === undefined) return undefined;
  return typeof message === 'string'
    ? sanitizeMessage(message)
    : { ...message, message: sanitizeMessage(message.message) };
}
