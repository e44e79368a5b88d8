import * as vscode from 'vscode';

/**
 * Opens a URL from an entry in the browser. The editor asks whether to trust it. Other schemes than HTTP are ignored:
 * anyone can write log entries, and other schemes can run commands and programs.
 */
export async function openEntryLink(url: string): Promise<void> {
  if (!isOpenableUrl(url)) return;
  // A `Uri` object would change the escape sequences of the URL.
  await vscode.commands.executeCommand('vscode.open', url);
}

function isOpenableUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
