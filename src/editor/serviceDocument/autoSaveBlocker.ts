import * as vscode from 'vscode';
import { Disposable } from '../disposable.ts';

/** Distinguishes manual saves of documents from auto saves, which must not send anything to the service. */
export class AutoSaveBlocker extends Disposable {
  /** The last reported reason by URI. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();

  constructor(scheme: string) {
    super();
    this.register(
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme === scheme) this.#reasons.set(uri.toString(), reason);
      }),
    );
  }

  /** Throws an error for the editor's message if the document isn't saved manually. */
  check(uri: vscode.Uri): void {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    if (reason === undefined || reason === vscode.TextDocumentSaveReason.Manual) return;
    throw vscode.FileSystemError.Unavailable(
      vscode.l10n.t("Auto save doesn't send anything to the service. Save manually to review the changes."),
    );
  }
}
