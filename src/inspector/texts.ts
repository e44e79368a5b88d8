import * as vscode from 'vscode';

/** Into the clipboard; `said` in the status bar. */
export async function copyText(text: string, said: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(said, 3000);
}

/** As a document that isn't saved. */
export async function openText(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, { preview: true });
}
