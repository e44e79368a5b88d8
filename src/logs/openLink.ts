import * as vscode from 'vscode';

/**
 * Opens an address out of an entry in the browser; the editor asks first whether to trust it. What is no web address
 * is left alone: entries are written by anyone, and other schemes run commands and programs.
 */
export async function openEntryLink(url: string): Promise<void> {
  if (!isOpenableUrl(url)) return;
  // As a text: a `Uri` would write the escapes of the address again, and lead elsewhere.
  await vscode.commands.executeCommand('vscode.open', url);
}

function isOpenableUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
