import * as vscode from 'vscode';
import { isDiagnosticOf } from './issueDiagnostics.ts';

/** Returns a quick fix for each variable that looks like a secret. The fix adds the comment `# secret`. */
export async function createSecretQuickFixes(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): Promise<vscode.CodeAction[]> {
  const secretDiagnostics = diagnostics.filter((diagnostic) => isDiagnosticOf(diagnostic, 'looksSecret'));
  if (secretDiagnostics.length === 0) return [];
  const { parseEnv } = await import('../env/parseEnv.ts');
  const { assignments } = parseEnv(document.getText());
  return secretDiagnostics.flatMap((diagnostic) => {
    const assignment = assignments.find(({ line }) => line === diagnostic.range.start.line);
    if (!assignment) return [];
    const text = document.lineAt(assignment.endLine).text.trimEnd();
    const { comment } = assignment;
    // `secret` must be the first word of the comment.
    const commentStart = text.length - (comment ?? '').length;
    const action = new vscode.CodeAction(
      vscode.l10n.t('Make {0} a Secret', assignment.key),
      vscode.CodeActionKind.QuickFix,
    );
    action.edit = new vscode.WorkspaceEdit();
    const insertedText = comment === undefined ? ' # secret' : comment === '' ? ' secret' : 'secret ';
    action.edit.insert(document.uri, new vscode.Position(assignment.endLine, commentStart), insertedText);
    action.diagnostics = [diagnostic];
    action.isPreferred = true;
    return [action];
  });
}
