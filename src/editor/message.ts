import * as vscode from 'vscode';
import { messageText } from './messageText.ts';

/** A notification with buttons; answers the one that was pressed. What others have named doesn't become a link in it. */
export type Message = (text: string, ...buttons: readonly string[]) => Thenable<string | undefined>;

export const informationMessage: Message = (text, ...buttons) =>
  vscode.window.showInformationMessage(messageText(text), ...buttons);

export const warningMessage: Message = (text, ...buttons) =>
  vscode.window.showWarningMessage(messageText(text), ...buttons);

export const errorMessage: Message = (text, ...buttons) =>
  vscode.window.showErrorMessage(messageText(text), ...buttons);

type Said = string | vscode.InputBoxValidationMessage | undefined;

/** The same for what a box says of what was typed. */
export function boxMessage(said: Said): Said {
  if (said === undefined) return undefined;
  return typeof said === 'string' ? messageText(said) : { ...said, message: messageText(said.message) };
}
