import * as vscode from 'vscode';
import { showInformation, showWarning } from '../editor/message.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { type CommandId, SettingId } from '../ids.ts';
import { type AuditRecord, hasReport } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { describeAuditEnd } from './recordTexts.ts';

interface NotificationButton {
  readonly label: string;
  readonly command: CommandId;
}

/** Shows a notification about an audit that has ended, or whose status is no longer read. */
export async function notifyAuditEnd(record: AuditRecord): Promise<void> {
  const button = chooseButton(record);
  const hasFailed = (record.counts?.failure ?? 0) > 0 || record.status === 'failed';
  const picked = await showRecurringMessage(
    SettingId.auditMessages,
    hasFailed ? showWarning : showInformation,
    describeAuditEnd(record, describeTarget(record)),
    ...(button ? [button.label] : []),
  );
  if (button && picked === button.label) {
    await vscode.commands.executeCommand(button.command, { auditId: record.id });
  }
}

/** Returns the button for the most useful action, or `undefined` if there is none. */
function chooseButton(record: AuditRecord): NotificationButton | undefined {
  if (hasReport(record)) return { label: vscode.l10n.t('Open Report'), command: 'hostedMcp.showAuditReport' };
  if (record.status === 'failed')
    return { label: vscode.l10n.t('Rerun Audit'), command: 'hostedMcp.rerunAudit' };
  if (record.end === 'late') return { label: vscode.l10n.t('Resume'), command: 'hostedMcp.resumeAudit' };
  return record.end === 'over'
    ? undefined
    : { label: vscode.l10n.t('Copy ID'), command: 'hostedMcp.copyAuditId' };
}

/** Shows in the status bar that an audit is running. Called if the row of the audit isn't visible. */
export function notifyAuditStarted(record: AuditRecord): void {
  const target = describeTarget(record).replaceAll('$(', '$\u200b(');
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(sync~spin) The audit of {0} is running', target), 5000);
}
