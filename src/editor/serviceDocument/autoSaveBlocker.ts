import * as vscode from 'vscode';
import { Disposable } from '../disposable.ts';

/** Knows which documents of a scheme a person saves: nothing is sent to the service because the editor saves by itself. */
export class AutoSaveBlocker extends Disposable {
  /** Why the editor saves, where it said so. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();

  constructor(scheme: string) {
    super();
    this.register(
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme === scheme) this.#reasons.set(uri.toString(), reason);
      }),
    );
  }

  /** Throws, in words for the editor's message, when the document that is being saved now isn't saved by hand. */
  check(uri: vscode.Uri): void {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    if (reason === undefined || reason === vscode.TextDocumentSaveReason.Manual) return;
    throw vscode.FileSystemError.Unavailable(
      vscode.l10n.t("Auto save doesn't send anything to the service. Save manually to review the changes."),
    );
  }
}
