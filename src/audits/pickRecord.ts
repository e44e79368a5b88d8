import * as vscode from 'vscode';
import { formatShortAge } from '../domain/age.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { askInput } from '../editor/askInput.ts';
import { createIdValidator } from '../editor/idValidator.ts';
import { pickOne } from '../editor/pickOne.ts';
import type { ToProblem } from '../editor/problem.ts';
import { UserError } from '../editor/userError.ts';
import { formatDateTime } from '../editor/webview/dateTime.ts';
import type { AuditHistory } from './auditHistory.ts';
import type { AuditRecord } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { describeRecord } from './recordTexts.ts';

interface RecordQuestion {
  readonly title: string;
  readonly placeHolder: string;
}

interface PickRecordOptions extends RecordQuestion {
  /** Returns whether an audit is listed. Default: all audits are. */
  readonly isOffered?: (record: AuditRecord) => boolean;
  /** The message if the history contains audits, but none is listed. */
  readonly emptyMessage?: string;
}

/** Returns the audit in the argument of a command, or lets the user select one. */
export async function pickRecord(
  history: AuditHistory,
  argument: unknown,
  { isOffered = () => true, emptyMessage, ...question }: PickRecordOptions,
): Promise<AuditRecord> {
  const records = history.list();
  const auditId = getStringArgument(argument, 'auditId');
  if (auditId !== undefined) {
    const record = records.find(({ id }) => id === auditId);
    if (record) return record;
    throw new UserError(vscode.l10n.t("This audit isn't in this editor's history: {0}", auditId), {
      isPermanent: true,
    });
  }
  const offered = records.filter(isOffered);
  if (offered.length > 0) return pickFrom(offered, question);
  const noAuditsMessage = vscode.l10n.t('No audits have been started in this editor for this service yet.');
  throw new UserError(records.length === 0 ? noAuditsMessage : (emptyMessage ?? noAuditsMessage), {
    isPermanent: true,
    isInformational: true,
    remedies: [{ label: vscode.l10n.t('Run Audit...'), icon: 'checklist', command: 'hostedMcp.runAudit' }],
  });
}

/** Lets the user select an audit. Returns `undefined` if the user wants to enter an ID. */
export async function pickRecordOrId(
  records: readonly AuditRecord[],
  question: RecordQuestion,
): Promise<AuditRecord | undefined> {
  const other = {
    iconPath: new vscode.ThemeIcon('edit'),
    label: vscode.l10n.t('Enter Audit ID...'),
    alwaysShow: true,
  };
  const picked = await pickOne([...records.map(toRecordPickItem), other], question);
  return 'record' in picked ? picked.record : undefined;
}

async function pickFrom(records: readonly AuditRecord[], question: RecordQuestion): Promise<AuditRecord> {
  return (await pickOne(records.map(toRecordPickItem), question)).record;
}

/**
 * Creates the list item of an audit. The result, the time, and the ID are in the second line, because a long URL in the
 * first line would hide them.
 */
function toRecordPickItem(record: AuditRecord) {
  const { language } = vscode.env;
  const started = formatDateTime(record.startedAt, language, 'medium');
  return {
    label: describeTarget(record),
    description: formatShortAge(Date.now() - record.startedAt, language),
    detail: [describeRecord(record), started, record.id].join(' · '),
    record,
  };
}

/** Prompts for the ID of an audit, and returns the result of `read`. If `read` rejects, the prompt shows the error. */
export function askAuditId<T>(
  toProblem: ToProblem,
  question: { readonly title: string; readonly prompt?: string },
  read: (auditId: string) => Promise<T>,
): Promise<T> {
  return askInput({
    prompt: vscode.l10n.t('Enter the ID that the service assigned to the audit'),
    ...question,
    validate: createIdValidator(vscode.l10n.t('Enter an audit ID.')),
    accept: (typed) => read(typed.trim()),
    explainError: (error) => toProblem(error)?.message ?? '',
  });
}
