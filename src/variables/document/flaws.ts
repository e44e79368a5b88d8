import * as vscode from 'vscode';
import { type Flaw, warnings } from './flaw.ts';
import { flawText } from './flawWords.ts';

/** What the editor underlines in a document of variables. */
export class FlawMarks implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('hostedMcp.variables');

  set(uri: vscode.Uri, flaws: readonly Flaw[], unapplied: ReadonlyMap<number, string> = new Map()): void {
    const marks = flaws.map((flaw) => {
      const severity = warnings.has(flaw.kind)
        ? vscode.DiagnosticSeverity.Warning
        : vscode.DiagnosticSeverity.Error;
      return mark(lines(flaw.line, flaw.endLine), flawText(flaw), severity);
    });
    for (const [line, why] of unapplied) {
      marks.push(mark(lines(line, line), why, vscode.DiagnosticSeverity.Error));
    }
    this.#collection.set(uri, marks);
  }

  clear(uri: vscode.Uri): void {
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#collection.dispose();
  }
}

function lines(from: number, to: number): vscode.Range {
  return new vscode.Range(from, 0, to, Number.MAX_SAFE_INTEGER);
}

function mark(range: vscode.Range, text: string, severity: vscode.DiagnosticSeverity): vscode.Diagnostic {
  const made = new vscode.Diagnostic(range, text, severity);
  made.source = vscode.l10n.t('Hosted MCP');
  return made;
}
