import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import { escapeIcons } from '../editor/pickItem.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';

/** Creates the line above a document, which states that saving the document changes the live playground. */
export function createDocumentLenses(environment: EnvironmentRef): vscode.CodeLens[] {
  const title = vscode.l10n.t(
    'Saving changes the live playground of {0}',
    escapeIcons(formatEnvironmentLabel(environment)),
  );
  return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command: '' })];
}
