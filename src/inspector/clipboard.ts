import * as vscode from 'vscode';

/** Into the clipboard; `said` in the status bar. */
export async function copyWithNotice(text: string, said: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(said, 3000);
}
