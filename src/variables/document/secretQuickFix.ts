import * as vscode from 'vscode';
import { isDiagnosticOf } from './issueDiagnostics.ts';

/** The quick fix for a variable that looks like a secret: adds the secret mark. */
export class SecretQuickFix implements vscode.CodeActionProvider {
  async provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const marks = diagnostics.filter((one) => isDiagnosticOf(one, 'looksSecret'));
    if (marks.length === 0) return [];
    const { parseEnv } = await import('../env/parseEnv.ts');
    const { assignments } = parseEnv(document.getText());
    return marks.flatMap((mark) => {
      const one = assignments.find(({ line }) => line === mark.range.start.line);
      if (!one) return [];
      const text = document.lineAt(one.endLine).text.trimEnd();
      const { comment } = one;
      // The mark must be the first word of the comment.
      const at = text.length - (comment ?? '').length;
      const action = new vscode.CodeAction(
        vscode.l10n.t('Make {0} a Secret', one.key),
        vscode.CodeActionKind.QuickFix,
      );
      action.edit = new vscode.WorkspaceEdit();
      const added = comment === undefined ? ' # secret' : comment === '' ? ' secret' : 'secret ';
      action.edit.insert(document.uri, new vscode.Position(one.endLine, at), added);
      action.diagnostics = [mark];
      action.isPreferred = true;
      return [action];
    });
  }
}
