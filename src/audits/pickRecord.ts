import * as vscode from 'vscode';
import { formatAge } from '../domain/age.ts';
import { stringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import type { AuditHistory } from './auditHistory.ts';
import type { AuditRecord } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { describeRecord } from './texts.ts';

interface RecordQuestion {
  readonly title: string;
  readonly placeHolder: string;
}

interface PickRecordOptions extends RecordQuestion {
  /** Whether an audit is listed; by default all are. */
  readonly isOffered?: (run: AuditRecord) => boolean;
  /** The message if no audit is listed, but the history isn't empty. */
  readonly none?: string;
}

/** Returns the audit of a command: from its argument, or else as the user selects. */
export async function pickRecord(
  history: AuditHistory,
  argument: unknown,
  { isOffered = () => true, none, ...question }: PickRecordOptions,
): Promise<AuditRecord> {
  const runs = history.list();
  const given = stringArgument(argument, 'auditId');
  if (given !== undefined) {
    const found = runs.find(({ id }) => id === given);
    if (found) return found;
    throw new UserError(vscode.l10n.t("This audit isn't in this editor's history: {0}", given), {
      isFinal: true,
    });
  }
  const meant = runs.filter(isOffered);
  if (meant.length > 0) return pickFrom(meant, question);
  const nothing = vscode.l10n.t('No audits have been started in this editor for this service yet.');
  throw new UserError(runs.length === 0 ? nothing : (none ?? nothing), {
    isFinal: true,
    isInformational: true,
    remedies: [{ label: vscode.l10n.t('Run Audit...'), icon: 'checklist', command: 'hostedMcp.runAudit' }],
  });
}

/** Lets the user select an audit; `undefined` if the user chooses to enter an ID. */
export async function pickRecordOrId(
  runs: readonly AuditRecord[],
  question: RecordQuestion,
): Promise<AuditRecord | undefined> {
  const other = {
    iconPath: new vscode.ThemeIcon('edit'),
    label: vscode.l10n.t('Enter Audit ID...'),
    alwaysShow: true,
  };
  const picked = await pickOne([...runs.map(toRecordPickItem), other], question);
  return 'run' in picked ? picked.run : undefined;
}

async function pickFrom(runs: readonly AuditRecord[], question: RecordQuestion): Promise<AuditRecord> {
  return (await pickOne(runs.map(toRecordPickItem), question)).run;
}

/**
 * Returns the list item of an audit. The result, time, and ID are in the second line, because a long URL would hide
 * them in the first.
 */
function toRecordPickItem(run: AuditRecord) {
  const { language } = vscode.env;
  const started = new Date(run.startedAt).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  return {
    label: describeTarget(run),
    description: formatAge(Date.now() - run.startedAt, language, 'narrow'),
    detail: [describeRecord(run), started, run.id].join(' · '),
    run,
  };
}
