import * as vscode from 'vscode';
import { showError, showInformation } from './message.ts';
import { getErrorActions, type Problem, type Remedy } from './problem.ts';

/**
 * Shows a problem with buttons for its remedies. *Try Again* calls `retry`, and so does a remedy with `shouldRetry`.
 */
export async function offerRemedies(problem: Problem, retry: () => unknown): Promise<void> {
  const tryAgain = { label: vscode.l10n.t('Try Again') };
  const actions = getErrorActions<Pick<Remedy, 'label'>>(problem, tryAgain);
  const labels = actions.map(({ label }) => label);
  const picked = await (problem.isInformational ? showInformation : showError)(problem.message, ...labels);
  if (picked === tryAgain.label) {
    await retry();
    return;
  }
  const remedy = problem.remedies.find(({ label }) => label === picked);
  if (!remedy) return;
  const result = await vscode.commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
  if (remedy.shouldRetry && result !== undefined) await retry();
}
