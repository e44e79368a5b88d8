import * as vscode from 'vscode';
import type { Audit } from '../api/audit.ts';
import type { Connection } from '../auth/connection.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { askAuditId } from './askAuditId.ts';
import type { AuditHistory } from './auditHistory.ts';
import { findPreviousRecord } from './auditRecord.ts';
import type { ExportedAudit } from './export/exportAudit.ts';
import { type ExportFormatId, exportFormatIds } from './export/formatNames.ts';
import { pickRecordOrId } from './pickRecord.ts';
import { describeUnreadableAudits, readAudit } from './readAudit.ts';
import type { ReportInput } from './reportInput.ts';
import type { ReportPages } from './reportPages.ts';

interface ReportCommandsDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly pages: ReportPages;
  /** The version of this extension. */
  readonly version: string;
  readonly history: AuditHistory;
}

/** The result of *Show Audit Report*. */
interface ShowReportResult {
  readonly auditId: string;
  /** Absent if the service doesn't support reading audits. */
  readonly audit?: Audit;
}

/** Creates the commands *Show Audit Report* and *Export Audit*. */
export function reportCommands(deps: ReportCommandsDeps): CommandTable {
  const { connection, pages, history } = deps;

  /** Lets the user select an audit of the history if the argument has no ID. Returns the argument with the selected ID. */
  const picked = async (argument: unknown, title: string): Promise<unknown> => {
    const runs = history.list();
    if (stringArgument(argument, 'auditId') !== undefined || runs.length === 0) return argument;
    const placeHolder = vscode.l10n.t('Select an audit by target, time, or ID');
    const run = await pickRecordOrId(runs, { title, placeHolder });
    return run ? { ...(typeof argument === 'object' && argument), auditId: run.id } : argument;
  };

  /** Loads the report for a command, after prompting for an ID if necessary. */
  const inputOf = async (asked: unknown, title: string): Promise<ReportInput> => {
    const argument = await picked(asked, title);
    const given = stringArgument(argument, 'auditId');
    const read = (typed: string) =>
      withCancellableProgress(vscode.l10n.t('Loading the audit...'), (signal) =>
        inputFor(typed, argument, signal),
      );
    return given === undefined ? askAuditId(deps.toProblem, { title }, read) : read(given.trim());
  };

  const inputFor = async (auditId: string, argument: unknown, signal: AbortSignal): Promise<ReportInput> => {
    const run = history.get(auditId);
    const audit = await readAudit(connection, auditId, { isInteractive: true, signal });
    const targetUrl = audit?.targetUrl ?? run?.targetUrl ?? stringArgument(argument, 'targetUrl') ?? '';
    if (!audit) return { auditId, targetUrl, audit, note: describeUnreadableAudits() };
    const known = run && findPreviousRecord(history.list(), run)?.id;
    const previous = await readPrevious(known, stringArgument(argument, 'previousId'), signal);
    return { auditId, targetUrl, audit, ...omitUndefined({ previous }) };
  };

  /**
   * Reads the audit to compare with. Errors are ignored for `known`, the previous audit in the history, but not for
   * `wanted`, which the argument names.
   */
  const readPrevious = (
    known: string | undefined,
    wanted: string | undefined,
    signal: AbortSignal,
  ): Promise<Audit | undefined> => {
    if (wanted !== undefined) return readAudit(connection, wanted.trim(), { isInteractive: true, signal });
    if (known === undefined) return Promise.resolve(undefined);
    return readAudit(connection, known, { signal }).catch(() => undefined);
  };

  /** Shows a report. `argument`: `auditId`, and `previousId` of an audit to compare with. */
  const show = async (argument: unknown): Promise<ShowReportResult> => {
    const input = await inputOf(argument, vscode.l10n.t('Show Audit Report'));
    await pages.show(input);
    const { auditId, audit } = input;
    return { auditId, ...omitUndefined({ audit }) };
  };

  /** Exports a report. `argument`: `format`, and `file` as a URI or path. */
  const exportOne = async (argument: unknown): Promise<ExportedAudit> => {
    const format = readFormatArgument(argument);
    const file = readFileArgument(stringArgument(argument, 'file'));
    const auditId = stringArgument(argument, 'auditId');
    const open = auditId === undefined ? pages.active : pages.get(auditId);
    const input = open?.audit ? open : await inputOf(argument, vscode.l10n.t('Export Audit'));
    return exportReport(input, { format, file, version: deps.version });
  };

  return { 'hostedMcp.showAuditReport': show, 'hostedMcp.exportAudit': exportOne };
}

/** Exports a report. Throws a `UserError` if its audit couldn't be read. */
export async function exportReport(
  input: ReportInput,
  answers: {
    readonly format?: ExportFormatId | undefined;
    readonly file?: vscode.Uri | undefined;
    readonly version: string;
  },
): Promise<ExportedAudit> {
  const { audit } = input;
  if (!audit) throw new UserError(input.note ?? describeUnreadableAudits(), { isFinal: true });
  const { exportAudit } = await import('./export/exportAudit.ts');
  return exportAudit({ ...input, audit }, answers);
}

/** Copies a report as Markdown, and returns the text. */
export async function copyMarkdown(input: ReportInput): Promise<string> {
  const { formatReportAsMarkdown } = await import('./export/markdown.ts');
  const { createReport } = await import('./report/createReport.ts');
  const text = formatReportAsMarkdown(createReport(input));
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Report copied as Markdown'), 3000);
  return text;
}

function readFormatArgument(argument: unknown): ExportFormatId | undefined {
  const given = stringArgument(argument, 'format');
  if (given === undefined) return undefined;
  const format = exportFormatIds.find((one) => one === given.toLowerCase());
  if (!format) {
    throw new UserError(
      vscode.l10n.t('The format must be one of the following: {0}.', exportFormatIds.join(', ')),
      {
        isFinal: true,
      },
    );
  }
  return format;
}

function readFileArgument(given: string | undefined): vscode.Uri | undefined {
  if (given === undefined) return undefined;
  return /^[a-z][a-z\d+.-]+:/i.test(given) ? vscode.Uri.parse(given) : vscode.Uri.file(given);
}
