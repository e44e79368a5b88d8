import * as vscode from 'vscode';

/** Copies a text to the clipboard, and shows a notice in the status bar. */
export async function copyWithNotice(text: string, notice: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(notice, 3000);
}
