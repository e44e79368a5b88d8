import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { CommandTable } from '../editor/commands.ts';
import type { Log } from '../editor/log.ts';
import type { Describe } from '../editor/problem.ts';
import { copyMarkdown, exportInput, reportCommands } from './reportCommands.ts';
import { createReportPages } from './reportPages.ts';

interface AuditsDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  /** Of this extension. */
  readonly version: string;
}

interface Audits extends vscode.Disposable {
  readonly commands: CommandTable;
}

/** Audits (E5): their reports. */
export function createAudits(deps: AuditsDeps): Audits {
  const { version } = deps;
  const pages = createReportPages({
    ...deps,
    copyMarkdown,
    exportReport: (input) => exportInput(input, { version }),
    runAgain: (targetUrl) => vscode.commands.executeCommand('hostedMcp.runAudit', { targetUrl }),
  });
  return { commands: reportCommands({ ...deps, pages }), dispose: () => pages.dispose() };
}
