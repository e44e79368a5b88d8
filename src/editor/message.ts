import * as vscode from 'vscode';
import { sanitizeMessage } from './sanitizeMessage.ts';

/**
 * Shows a notification with buttons, and returns the label of the selected button. Text from other sources doesn't
 * become a link.
 */
export type ShowMessage = (text: string, ...buttons: readonly string[]) => Thenable<string | undefined>;

export const showInformation: ShowMessage = (text, ...buttons) =>
  vscode.window.showInformationMessage(sanitizeMessage(text), ...buttons);

export const showWarning: ShowMessage = (text, ...buttons) =>
  vscode.window.showWarningMessage(sanitizeMessage(text), ...buttons);

export const showError: ShowMessage = (text, ...buttons) =>
  vscode.window.showErrorMessage(sanitizeMessage(text), ...buttons);

/** The message below an input box: an error as a string, a message with a severity, or no message. */
export type InputMessage = string | vscode.InputBoxValidationMessage | undefined;

/** Sanitizes the message below an input box. */
export function toInputMessage(message: InputMessage): InputMessage {
  if (message === undefined) return undefined;
  return typeof message === 'string'
    ? sanitizeMessage(message)
    : { ...message, message: sanitizeMessage(message.message) };
}

/** Shows a message with a check mark in the status bar for 4 seconds. Icon syntax in the text is disabled. */
export function showStatusMessage(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${text.replaceAll('$(', '$\u200b(')}`, 4000);
}
