import * as vscode from 'vscode';
import type { Audit } from '../api/audit.ts';
import type { FeatureContext } from '../context.ts';
import { toChatRecord } from '../domain/environment.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import type { AuditHistory } from './auditHistory.ts';
import { findPreviousRecord } from './auditRecord.ts';
import type { ExportAuditOptions, ExportedAudit } from './export/exportAudit.ts';
import { askAuditId, pickRecordOrId } from './pickRecord.ts';
import { describeUnreadableAudits, describeUnsupportedAudits, readAudit } from './readAudit.ts';
import type { ReportInput } from './reportInput.ts';
import type { ReportPages } from './reportPages.ts';

/** The objects that the commands for reports need. */
export interface ReportContext
  extends Pick<FeatureContext, 'connection' | 'toProblem' | 'version' | 'services'> {
  readonly pages: ReportPages;
  readonly history: AuditHistory;
}

/** The result of *Open Audit Report*. */
interface ShowReportResult {
  readonly auditId: string;
  /** Absent if the service doesn't return audits. */
  readonly audit?: Audit;
}

/** Creates the commands for audit reports. */
export function createReportCommands(context: ReportContext) {
  return {
    'hostedMcp.showAuditReport': (argument) => showReport(context, argument),
    'hostedMcp.exportAudit': (argument) => exportCommand(context, argument),
    'hostedMcp.explainAuditCheck': (argument) => explainCheck(context, argument),
  } satisfies CommandTable;
}

/** Shows a report. The argument can contain `auditId`, and `previousId`, the ID of an audit to compare with. */
async function showReport(context: ReportContext, argument: unknown): Promise<ShowReportResult> {
  const input = await loadReport(context, argument, vscode.l10n.t('Open Audit Report'));
  await context.pages.show(input);
  const { auditId, audit } = input;
  return { auditId, ...omitUndefined({ audit }) };
}

/**
 * Opens the chat with a question about a failed check of the active report page. The argument contains `checkIndex`, the
 * index of the check in the report. Returns the text.
 */
async function explainCheck(
  { pages, history, services }: ReportContext,
  argument: unknown,
): Promise<string | undefined> {
  const index: unknown =
    typeof argument === 'object' && argument !== null ? Reflect.get(argument, 'checkIndex') : undefined;
  const { active } = pages;
  const result = typeof index === 'number' ? active?.audit?.report?.results[index] : undefined;
  if (!active || !result) return undefined;
  const { createCheckData } = await import('./readAuditProblems.ts');
  const { toReportCheck } = await import('./report/checks.ts');
  const { redactUrl } = await import('./report/redactUrl.ts');
  const { mask } = await services.loadLogReader();
  return services.explainWithChat({
    question: vscode.l10n.t('Why did this audit check fail for an MCP server, and how can I fix the server?'),
    records: [
      {
        ...toChatRecord(history.get(active.auditId) ?? {}),
        auditId: active.auditId,
        target: redactUrl(active.targetUrl),
      },
      createCheckData(toReportCheck(result, Number(index)), mask),
    ],
  });
}

/** Exports a report. The argument can contain `auditId`, `format`, and `file`, a URI or a path. */
async function exportCommand(context: ReportContext, argument: unknown): Promise<ExportedAudit> {
  const { pages, version } = context;
  const format = getStringArgument(argument, 'format');
  const { findExportFormat } = await import('./export/exportAudit.ts');
  if (format !== undefined) findExportFormat(format);
  const file = readFileArgument(getStringArgument(argument, 'file'));
  const auditId = getStringArgument(argument, 'auditId');
  const openReport = auditId === undefined ? pages.active : pages.get(auditId);
  const input = openReport?.audit
    ? openReport
    : await loadReport(context, argument, vscode.l10n.t('Export Audit'));
  return exportReport(input, { format, file, version });
}

/** Exports a report. Rejects with a `UserError` if its audit couldn't be read. */
export async function exportReport(input: ReportInput, options: ExportAuditOptions): Promise<ExportedAudit> {
  const { audit } = input;
  if (!audit) throw new UserError(input.note ?? describeUnreadableAudits(), { isPermanent: true });
  const { exportAudit } = await import('./export/exportAudit.ts');
  return exportAudit({ ...input, audit }, options);
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

/** Copies a prompt that fixes the check with this index, or all failed checks. Returns the prompt. */
export async function copyFixPrompt(input: ReportInput, index?: number): Promise<string | undefined> {
  const { createFixPrompt } = await import('./report/fixPrompt.ts');
  const { createReport } = await import('./report/createReport.ts');
  const prompt = createFixPrompt(createReport(input), index);
  if (prompt === undefined) return undefined;
  await vscode.env.clipboard.writeText(prompt);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Fix prompt copied'), 3000);
  return prompt;
}

/** Loads the report for a command. If the argument contains no ID, lets the user select an audit or enter an ID. */
async function loadReport(context: ReportContext, argument: unknown, title: string): Promise<ReportInput> {
  const completeArgument = await selectAudit(context, argument, title);
  const givenId = getStringArgument(completeArgument, 'auditId');
  const load = (auditId: string): Promise<ReportInput> =>
    withCancellableProgress(vscode.l10n.t('Loading the audit...'), (signal) =>
      readReport(context, auditId, completeArgument, signal),
    );
  return givenId === undefined ? askAuditId(context.toProblem, { title }, load) : load(givenId.trim());
}

/**
 * If the argument contains no ID, lets the user select an audit of the history, and returns the argument with its ID.
 */
async function selectAudit({ history }: ReportContext, argument: unknown, title: string): Promise<unknown> {
  const records = history.list();
  if (getStringArgument(argument, 'auditId') !== undefined || records.length === 0) return argument;
  const placeHolder = vscode.l10n.t('Select an audit by target, time, or ID');
  const record = await pickRecordOrId(records, { title, placeHolder });
  return record ? { ...(typeof argument === 'object' && argument), auditId: record.id } : argument;
}

async function readReport(
  { connection, history }: ReportContext,
  auditId: string,
  argument: unknown,
  signal: AbortSignal,
): Promise<ReportInput> {
  const record = history.get(auditId);
  const audit = await readAudit(connection, auditId, { isInteractive: true, signal });
  const targetUrl = audit?.targetUrl ?? record?.targetUrl ?? getStringArgument(argument, 'targetUrl') ?? '';
  if (!audit) return { auditId, targetUrl, audit, ...describeUnsupportedAudits() };
  const requestedId = getStringArgument(argument, 'previousId')?.trim();
  const previousId = record && findPreviousRecord(history.list(), record)?.id;
  const previous =
    requestedId !== undefined
      ? await readAudit(connection, requestedId, { isInteractive: true, signal })
      : previousId === undefined
        ? undefined
        : // If the previous audit can't be read, the report is shown without a comparison.
          await readAudit(connection, previousId, { signal }).catch(() => undefined);
  return { auditId, targetUrl, audit, ...omitUndefined({ previous }) };
}

function readFileArgument(uriOrPath: string | undefined): vscode.Uri | undefined {
  if (uriOrPath === undefined) return undefined;
  return /^[a-z][a-z\d+.-]+:/i.test(uriOrPath) ? vscode.Uri.parse(uriOrPath) : vscode.Uri.file(uriOrPath);
}
