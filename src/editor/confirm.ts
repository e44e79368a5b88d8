import * as vscode from 'vscode';

/** Asks which of these buttons is meant, and waits for one. Rejects with a `CancellationError` when the person leaves. */
export async function confirm(
  message: string,
  detail: string,
  ...labels: readonly string[]
): Promise<string> {
  const picked = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...labels);
  if (picked === undefined) throw new vscode.CancellationError();
  return picked;
}
