import * as vscode from 'vscode';
import type { Audit } from '../api/audit.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { type AuditRecord, findPreviousRecord, getTargetKey, hasReport } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { askAuditId, pickRecordOrId } from './pickRecord.ts';
import { describeUnreadableAudits, readAudit } from './readAudit.ts';
import { type AuditComparison, compareAudits } from './report/compareAudits.ts';
import { toStorableUrl } from './report/redactUrl.ts';
import type { ReportContext } from './reportCommands.ts';

/** One of the two audits in a comparison. */
interface ComparedAudit {
  readonly auditId: string;
  readonly targetUrl: string;
  /** Absent if the audit isn't in the history. */
  readonly record?: AuditRecord;
  /** Absent if the audit hasn't been read yet. */
  readonly audit?: Audit;
}

/**
 * Implements *Compare Audit with Previous*. Shows a report with the changes since another audit: `previousId`, or by
 * default the previous audit of the target. If the argument has `mayPick`, the user selects the other audit. If it has
 * `byId`, the user enters an ID. Returns the comparison.
 */
export async function runCompareCommand(context: ReportContext, argument: unknown): Promise<AuditComparison> {
  const selected = await selectAudit(context, argument);
  const previousId = getStringArgument(argument, 'previousId')?.trim();
  const other =
    previousId === undefined
      ? await selectOtherAudit(context, selected, argument)
      : { auditId: previousId, targetUrl: selected.targetUrl };
  const [selectedAudit, otherAudit] = await withCancellableProgress(
    vscode.l10n.t('Loading the audits...'),
    (signal) =>
      Promise.all(
        [selected, other].map(
          ({ audit, auditId }) =>
            audit ?? readAudit(context.connection, auditId, { isInteractive: true, signal }),
        ),
      ),
  );
  if (!selectedAudit || !otherAudit) throw new UserError(describeUnreadableAudits(), { isPermanent: true });
  // The report is that of the later audit, unless the argument determines the order.
  const isOtherLater = previousId === undefined && getStartTime(selectedAudit) < getStartTime(otherAudit);
  const [audit, previous] = isOtherLater ? [otherAudit, selectedAudit] : [selectedAudit, otherAudit];
  const { auditId, targetUrl } = isOtherLater ? other : selected;
  await context.pages.show({ auditId, targetUrl: audit.targetUrl ?? targetUrl, audit, previous });
  return compareAudits(previous, audit);
}

/** Returns the audit in the argument. Otherwise, lets the user select an audit or enter an ID. */
async function selectAudit(context: ReportContext, argument: unknown): Promise<ComparedAudit> {
  const { history, pages } = context;
  const auditId = getStringArgument(argument, 'auditId')?.trim();
  if (auditId !== undefined) {
    const record = history.get(auditId);
    return record ? toComparedAudit(record) : { auditId, targetUrl: pages.get(auditId)?.targetUrl ?? '' };
  }
  const records = history.list();
  const comparable = records.filter((record) => hasReport(record) && findPreviousRecord(records, record));
  const title = vscode.l10n.t('Compare Audit with Previous');
  const placeHolder =
    comparable.length > 0
      ? vscode.l10n.t('Select the audit to compare with the previous audit')
      : vscode.l10n.t("No comparable audits in this editor's history");
  const picked = records.length > 0 ? await pickRecordOrId(comparable, { title, placeHolder }) : undefined;
  return picked
    ? toComparedAudit(picked)
    : askComparedAudit(context, { title, prompt: vscode.l10n.t('Enter the ID of the audit to compare') });
}

/** Returns the audit to compare with: an audit of the same target in the history, or one whose ID the user enters. */
async function selectOtherAudit(
  context: ReportContext,
  selected: ComparedAudit,
  argument: unknown,
): Promise<ComparedAudit> {
  const { record } = selected;
  const records = context.history.list();
  const title = vscode.l10n.t('Compare Audit With');
  const askOther = () =>
    askComparedAudit(
      context,
      { title, prompt: vscode.l10n.t('Enter the ID of the audit to compare with') },
      selected.auditId,
    );
  if (getBooleanArgument(argument, 'byId')) return askOther();
  if (record && !getBooleanArgument(argument, 'mayPick')) {
    const previousRecord = findPreviousRecord(records, record);
    if (!previousRecord) throw createNoEarlierAuditError(record);
    return toComparedAudit(previousRecord);
  }
  const others = records.filter(
    (candidate) =>
      candidate.id !== selected.auditId && hasReport(candidate) && hasSameTarget(candidate, selected),
  );
  const [only] = others;
  if (!only) {
    if (record) throw createNoEarlierAuditError(record);
    return askOther();
  }
  if (record && others.length === 1) return toComparedAudit(only);
  const placeHolder = vscode.l10n.t('Select an audit of the same target to compare with');
  const picked = await pickRecordOrId(others, { title, placeHolder });
  return picked ? toComparedAudit(picked) : askOther();
}

function hasSameTarget(candidate: AuditRecord, { record, targetUrl }: ComparedAudit): boolean {
  return record
    ? getTargetKey(candidate) === getTargetKey(record)
    : candidate.targetUrl === toStorableUrl(targetUrl);
}

function askComparedAudit(
  { toProblem, connection }: ReportContext,
  question: { readonly title: string; readonly prompt: string },
  excludedId?: string,
): Promise<ComparedAudit> {
  return askAuditId(toProblem, question, async (auditId) => {
    if (auditId === excludedId) {
      throw new UserError(vscode.l10n.t('This is the same audit. Enter the ID of a different audit.'));
    }
    const audit = await withCancellableProgress(vscode.l10n.t('Loading the audit...'), (signal) =>
      readAudit(connection, auditId, { isInteractive: true, signal }),
    );
    if (!audit) throw new UserError(describeUnreadableAudits(), { isPermanent: true });
    return { auditId, targetUrl: audit.targetUrl ?? '', audit };
  });
}

function toComparedAudit(record: AuditRecord): ComparedAudit {
  return { auditId: record.id, targetUrl: record.targetUrl, record };
}

/** Returns the start of an audit by the service's clock, in milliseconds since the epoch. `NaN` if it's unknown. */
function getStartTime({ report, createdAt }: Audit): number {
  return Date.parse(report?.startedAt ?? createdAt ?? '');
}

function createNoEarlierAuditError(record: AuditRecord): UserError {
  const { id: auditId } = record;
  return new UserError(
    vscode.l10n.t('No earlier audit of {0} has a report to compare with.', describeTarget(record)),
    {
      isPermanent: true,
      isInformational: true,
      remedies: [
        {
          label: vscode.l10n.t('Rerun Audit'),
          icon: 'debug-rerun',
          command: 'hostedMcp.rerunAudit',
          arguments: [{ auditId }],
        },
        {
          label: vscode.l10n.t('Compare by ID...'),
          icon: 'diff',
          command: 'hostedMcp.compareAudits',
          arguments: [{ auditId, byId: true }],
        },
      ],
    },
  );
}
