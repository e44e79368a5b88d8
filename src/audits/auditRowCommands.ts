import * as vscode from 'vscode';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { offerUndo } from '../editor/offerUndo.ts';
import { UserError } from '../editor/userError.ts';
import type { Node } from '../explorer/node.ts';
import type { AuditHistory } from './auditHistory.ts';
import { type AuditRecord, getTargetKey, isResumable, resumeRecord } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { pickRecord } from './pickRecord.ts';

interface RowActions {
  /** Returns the selected row of the *Audits* view. */
  getSelectedRow(): Node | undefined;
  /** Must be called after the history has changed. Redraws the view. */
  refresh(): void;
  /** Follows an audit again, and shows a notification when it ends. */
  resume(record: AuditRecord): Promise<void>;
  start(argument: unknown): Promise<unknown>;
}

/** Creates the commands for audits in the history. If the argument contains no ID, the user selects an audit. */
export function createAuditRowCommands(history: AuditHistory, actions: RowActions) {
  return {
    'hostedMcp.rerunAudit': (argument) => rerunAudit(history, actions, argument),
    'hostedMcp.resumeAudit': (argument) => resumeAudit(history, actions, argument),
    'hostedMcp.copyAuditId': (argument) => copyAuditId(history, argument),
    'hostedMcp.removeAudit': (argument) => removeAudit(history, actions, argument),
  } satisfies CommandTable;
}

async function rerunAudit(history: AuditHistory, actions: RowActions, argument: unknown): Promise<unknown> {
  const record = await pickRecord(history, argument, {
    title: vscode.l10n.t('Rerun Audit'),
    placeHolder: vscode.l10n.t('Select the audit to rerun'),
  });
  const { targetUrl, hasQuery, excludeCategories, environmentId } = record;
  const { environmentName, projectId, projectName, teamId, isProduction } = record;
  return actions.start({
    // With `typedUrl`, the user can complete the URL, because its query isn't stored. Without any URL, the URL of the
    // environment is requested, because it might have changed.
    ...(hasQuery ? { typedUrl: targetUrl } : environmentId === undefined && { targetUrl }),
    environmentId,
    environmentName,
    projectId,
    projectName,
    teamId,
    isProduction,
    excludeCategories,
  });
}

async function resumeAudit(
  history: AuditHistory,
  actions: RowActions,
  argument: unknown,
): Promise<{ readonly id: string }> {
  const record = await pickRecord(history, argument, {
    title: vscode.l10n.t('Resume Audit'),
    placeHolder: vscode.l10n.t('Select the audit to resume'),
    isOffered: isResumable,
    emptyMessage: vscode.l10n.t(
      'There are no audits to resume because all of them have ended or are still running.',
    ),
  });
  if (record.end === 'over')
    throw new UserError(vscode.l10n.t('This audit has already ended.'), {
      isPermanent: true,
      isInformational: true,
    });
  if (record.end !== undefined) await actions.resume(resumeRecord(record, Date.now()));
  return { id: record.id };
}

async function copyAuditId(history: AuditHistory, argument: unknown): Promise<string> {
  const title = vscode.l10n.t('Copy Audit ID');
  const placeHolder = vscode.l10n.t('Select an audit by target or time');
  const id =
    getStringArgument(argument, 'auditId') ??
    (await pickRecord(history, argument, { title, placeHolder })).id;
  await vscode.env.clipboard.writeText(id);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Audit ID copied'), 3000);
  return id;
}

/**
 * Removes an audit, or all audits of the target `auditTarget`, from the history. The keyboard shortcut has the argument
 * `isSelected`, and removes the selected row.
 */
async function removeAudit(
  history: AuditHistory,
  actions: RowActions,
  argument: unknown,
): Promise<readonly string[]> {
  const row = getBooleanArgument(argument, 'isSelected') ? actions.getSelectedRow() : argument;
  const target = getStringArgument(row, 'auditTarget');
  const records =
    target === undefined
      ? [
          await pickRecord(history, row, {
            title: vscode.l10n.t('Remove Audit from History'),
            placeHolder: vscode.l10n.t("Select the audit to remove from this editor's history"),
          }),
        ]
      : history.list().filter((record) => getTargetKey(record) === target);
  const [first] = records;
  if (!first) return [];
  await history.remove(...records);
  actions.refresh();
  void offerUndo(describeRemoval(describeTarget(first), records.length), async () => {
    await history.put(...records);
    actions.refresh();
    for (const record of records) if (record.end === undefined) await actions.resume(record);
  });
  return records.map(({ id }) => id);
}

const describeRemoval = (target: string, count: number): string =>
  count === 1
    ? vscode.l10n.t(
        "The audit of {0} was removed from this editor's history. It's unchanged on the service.",
        target,
      )
    : vscode.l10n.t(
        "{0} audits of {1} were removed from this editor's history. They're unchanged on the service.",
        count,
        target,
      );
