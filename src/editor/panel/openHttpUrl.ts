import * as vscode from 'vscode';

/**
 * Opens a URL from another source in the browser, after the editor has asked whether to trust it. Ignores schemes other
 * than HTTP and HTTPS, because anyone can write log entries, and other schemes can run commands and programs.
 */
export async function openHttpUrl(url: string): Promise<void> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  // A `Uri` object would change the escape sequences of the URL.
  await vscode.commands.executeCommand('vscode.open', url);
}
