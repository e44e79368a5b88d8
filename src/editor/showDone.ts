import * as vscode from 'vscode';

/** Shows in the status bar for 4 seconds that something was done. Icon syntax in names is disabled. */
export function showStatusMessage(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${text.replaceAll('$(', '$\u200b(')}`, 4000);
}
