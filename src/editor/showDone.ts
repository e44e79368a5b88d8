import * as vscode from 'vscode';

/** Says for a moment in the status bar what was done, where its place shows it as well. A name in it draws no icon. */
export function showStatusMessage(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${text.replaceAll('$(', '$\u200b(')}`, 4000);
}
