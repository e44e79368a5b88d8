import * as vscode from 'vscode';
import { getErrorActions, type Problem, type Remedy } from '../problem.ts';

/** The pseudo-command of the remedy *Try Again*. */
const retryCommand = 'again';

export function createTryAgainRemedy(): Remedy {
  return { label: vscode.l10n.t('Try Again'), icon: 'refresh', command: retryCommand };
}

/** Returns the remedy for an item that belongs to another service than the current one. */
export function createSelectServiceRemedy(): Remedy {
  const label = vscode.l10n.t('Select Service');
  return { label, icon: 'globe', command: 'hostedMcp.selectService', shouldRetry: true };
}

/** Adds *Try Again* to the remedies of a problem if it might help. */
export function addTryAgain(problem: Problem): Problem {
  return { ...problem, remedies: getErrorActions(problem, createTryAgainRemedy()) };
}

/** Runs a remedy. `retry` repeats the operation that failed. */
export async function runRemedy(remedy: Remedy | undefined, retry: () => unknown): Promise<void> {
  if (!remedy) return;
  if (remedy.command !== retryCommand) {
    const { command, arguments: args = [], shouldRetry } = remedy;
    const result: unknown = await vscode.commands.executeCommand(command, ...args);
    if (!shouldRetry || result === undefined) return;
  }
  await retry();
}
