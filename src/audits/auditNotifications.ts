import * as vscode from 'vscode';
import { showInformation, showWarning } from '../editor/message.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { type CommandId, SettingId } from '../ids.ts';
import { type AuditRecord, hasReport } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { describeAuditEnd } from './texts.ts';

interface NotificationButton {
  readonly label: string;
  readonly command: CommandId;
}

/** Shows a notification when an audit has ended, or is no longer followed. */
export async function notifyAuditEnd(run: AuditRecord): Promise<void> {
  const button = chooseButton(run);
  const isBad = (run.counts?.failure ?? 0) > 0 || run.status === 'failed';
  const picked = await showRecurringMessage(
    SettingId.auditMessages,
    isBad ? showWarning : showInformation,
    describeAuditEnd(run, describeTarget(run)),
    ...(button ? [button.label] : []),
  );
  if (button && picked === button.label) {
    await vscode.commands.executeCommand(button.command, { auditId: run.id });
  }
}

/** Returns the button for the next step. */
function chooseButton(run: AuditRecord): NotificationButton | undefined {
  if (hasReport(run)) return { label: vscode.l10n.t('Show Report'), command: 'hostedMcp.showAuditReport' };
  if (run.status === 'failed')
    return { label: vscode.l10n.t('Rerun Audit'), command: 'hostedMcp.rerunAudit' };
  if (run.end === 'late') return { label: vscode.l10n.t('Resume'), command: 'hostedMcp.resumeAudit' };
  return run.end === 'over'
    ? undefined
    : { label: vscode.l10n.t('Copy ID'), command: 'hostedMcp.copyAuditId' };
}

/** Shows in the status bar that an audit is running, for users who can't see its row. */
export function notifyAuditStarted(run: AuditRecord): void {
  const place = describeTarget(run).replaceAll('$(', '$\u200b(');
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(sync~spin) The audit of {0} is running', place), 5000);
}
