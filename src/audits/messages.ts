import * as vscode from 'vscode';
import { informationMessage, warningMessage } from '../editor/message.ts';
import { CommandId } from '../ids.ts';
import { subjectText } from './place.ts';
import { hasReport, type Run } from './run.ts';
import { endText } from './words.ts';

interface Button {
  readonly label: string;
  readonly command: CommandId;
}

/** How an audit has ended that was started here, or that it is not followed any more. `isComparable`: there is one before it. */
export async function tellEnd(run: Run, isComparable: boolean): Promise<void> {
  const t = vscode.l10n.t;
  const buttons: readonly Button[] = [
    ...(hasReport(run) ? [{ label: t('Show Report'), command: CommandId.showAuditReport }] : []),
    ...(hasReport(run) && isComparable ? [{ label: t('Compare'), command: CommandId.compareAudits }] : []),
    ...(run.end === 'late' ? [{ label: t('Resume'), command: CommandId.resumeAudit }] : []),
    ...(run.end !== 'over' ? [{ label: t('Copy ID'), command: CommandId.copyAuditId }] : []),
    ...(run.status === 'failed' ? [{ label: t('Repeat Audit'), command: CommandId.rerunAudit }] : []),
  ];
  await offer(endText(run, subjectText(run), t), buttons, run);
}

/** That somebody waits no more: nothing else has ended. */
export async function tellNotAwaited(run: Run): Promise<void> {
  const t = vscode.l10n.t;
  await offer(
    t(
      'The audit of {0} goes on in the service. Its result is shown in the Audits view once it is there.',
      subjectText(run),
    ),
    [{ label: t('Show Report'), command: CommandId.showAuditReport }],
    run,
  );
}

async function offer(message: string, buttons: readonly Button[], run: Run): Promise<void> {
  const labels = buttons.map(({ label }) => label);
  const isBad = (run.counts?.failure ?? 0) > 0 || run.status === 'failed';
  const show = isBad ? warningMessage : informationMessage;
  const picked = await show(message, ...labels);
  const button = buttons.find(({ label }) => label === picked);
  if (button) await vscode.commands.executeCommand(button.command, { auditId: run.id });
}
