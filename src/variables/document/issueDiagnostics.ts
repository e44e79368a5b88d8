import * as vscode from 'vscode';
import { type DocumentIssue, type DocumentIssueKind, warningKinds } from './issue.ts';
import { documentIssueText } from './issueTexts.ts';

/** The diagnostics of documents with variables. */
export class IssueDiagnostics implements vscode.Disposable {
  #kept: vscode.DiagnosticCollection | undefined;

  get #collection(): vscode.DiagnosticCollection {
    this.#kept ??= vscode.languages.createDiagnosticCollection('hostedMcp.variables');
    return this.#kept;
  }

  set(
    uri: vscode.Uri,
    issues: readonly DocumentIssue[],
    unapplied: ReadonlyMap<number, string> = new Map(),
  ): void {
    const marks = issues.map((issue) => {
      const severity = warningKinds.has(issue.kind)
        ? vscode.DiagnosticSeverity.Warning
        : vscode.DiagnosticSeverity.Error;
      const made = createDiagnostic(lineRange(issue.line, issue.endLine), documentIssueText(issue), severity);
      made.code = issue.kind;
      return made;
    });
    for (const [line, why] of unapplied) {
      marks.push(createDiagnostic(lineRange(line, line), why, vscode.DiagnosticSeverity.Error));
    }
    this.#collection.set(uri, marks);
  }

  clear(uri: vscode.Uri): void {
    this.#kept?.delete(uri);
  }

  dispose(): void {
    this.#kept?.dispose();
  }
}

export function isDiagnosticOf({ source, code }: vscode.Diagnostic, kind: DocumentIssueKind): boolean {
  return source === sourceName() && code === kind;
}

function lineRange(from: number, to: number): vscode.Range {
  return new vscode.Range(from, 0, to, Number.MAX_SAFE_INTEGER);
}

function createDiagnostic(
  range: vscode.Range,
  text: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const made = new vscode.Diagnostic(range, text, severity);
  made.source = sourceName();
  return made;
}

function sourceName(): string {
  return vscode.l10n.t('Hosted MCP');
}
