import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';

/** Creates the line above a document, which states that saving the document changes the live playground. */
export function createDocumentLenses(environment: EnvironmentRef): vscode.CodeLens[] {
  const title = vscode.l10n.t(
    'Saving this document changes the live playground of {0}. You can review the changes first.',
    formatEnvironmentLabel(environment),
  );
  return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command: '' })];
}
