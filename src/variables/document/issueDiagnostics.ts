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

  /**
   * Replaces the diagnostics of a document. A line has one diagnostic with all reasons, so that the editor counts lines.
   * `unapplied`: the reasons why keys weren't applied by the last save, by line.
   */
  set(
    uri: vscode.Uri,
    issues: readonly DocumentIssue[],
    unapplied: ReadonlyMap<number, string> = new Map(),
  ): void {
    const issuesByLine = Map.groupBy(issues, ({ line }) => line);
    const lines = [...new Set([...issuesByLine.keys(), ...unapplied.keys()])];
    const diagnostics = lines.map((line) =>
      createDiagnostic(line, issuesByLine.get(line) ?? [], unapplied.get(line)),
    );
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
  return source === sourceName() && String(code).split(codeSeparator).includes(kind);
}

const codeSeparator = ', ';

/** Creates the diagnostic of a line. It's a warning only if all reasons are warnings. */
function createDiagnostic(
  line: number,
  issues: readonly DocumentIssue[],
  unappliedReason: string | undefined,
): vscode.Diagnostic {
  const isError = unappliedReason !== undefined || issues.some(({ kind }) => !warningKinds.has(kind));
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(line, 0, issues[0]?.endLine ?? line, Number.MAX_SAFE_INTEGER),
    [...issues.map(documentIssueText), ...(unappliedReason === undefined ? [] : [unappliedReason])].join(
      '\n',
    ),
    isError ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = sourceName();
  if (issues.length > 0) diagnostic.code = issues.map(({ kind }) => kind).join(codeSeparator);
  return diagnostic;
}

function sourceName(): string {
  return vscode.l10n.t('Hosted MCP');
}
