import * as vscode from 'vscode';
import {
  type DocumentIssue,
  type DocumentIssueKind,
  documentIssueText,
  warningKinds,
} from './documentIssues.ts';

/** The diagnostics of documents with variables. */
export class IssueDiagnostics implements vscode.Disposable {
  #created: vscode.DiagnosticCollection | undefined;

  get #collection(): vscode.DiagnosticCollection {
    this.#created ??= vscode.languages.createDiagnosticCollection('hostedMcp.variables');
    return this.#created;
  }

  /** Replaces the diagnostics of a document. `unapplied`: the reasons why keys weren't applied by the last save, by line. */
  set(
    uri: vscode.Uri,
    issues: readonly DocumentIssue[],
    unapplied: ReadonlyMap<number, string> = new Map(),
  ): void {
    const diagnostics = issues.map((issue) => {
      const severity = warningKinds.has(issue.kind)
        ? vscode.DiagnosticSeverity.Warning
        : vscode.DiagnosticSeverity.Error;
      const diagnostic = createDiagnostic(
        lineRange(issue.line, issue.endLine),
        documentIssueText(issue),
        severity,
      );
      diagnostic.code = issue.kind;
      return diagnostic;
    });
    for (const [line, reason] of unapplied) {
      diagnostics.push(createDiagnostic(lineRange(line, line), reason, vscode.DiagnosticSeverity.Error));
    }
    this.#collection.set(uri, diagnostics);
  }

  clear(uri: vscode.Uri): void {
    this.#created?.delete(uri);
  }

  dispose(): void {
    this.#created?.dispose();
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
  const diagnostic = new vscode.Diagnostic(range, text, severity);
  diagnostic.source = sourceName();
  return diagnostic;
}

function sourceName(): string {
  return vscode.l10n.t('Hosted MCP');
}
