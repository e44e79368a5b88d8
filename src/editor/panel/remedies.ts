import * as vscode from 'vscode';
import { getErrorActions, type Problem, type Remedy } from '../problem.ts';

/** The command of the remedy *Try Again*. It isn't registered: `runRemedy` calls `retry` in its place. */
const retryCommand = 'again';

export function createTryAgainRemedy(): Remedy {
  return { label: vscode.l10n.t('Try Again'), icon: 'refresh', command: retryCommand };
}

/** Creates the remedy for an item that doesn't belong to the current service. */
export function createSelectServiceRemedy(): Remedy {
  const label = vscode.l10n.t('Select Service');
  return { label, icon: 'globe', command: 'hostedMcp.selectService', shouldRetry: true };
}

/** Adds *Try Again* to the remedies of a problem, unless a retry would always fail. */
export function addTryAgain(problem: Problem): Problem {
  return { ...problem, remedies: getErrorActions(problem, createTryAgainRemedy()) };
}

/** Runs the command of a remedy. Calls `retry`, which retries the failed operation, if the remedy requires it. */
export async function runRemedy(remedy: Remedy | undefined, retry: () => unknown): Promise<void> {
  if (!remedy) return;
  if (remedy.command !== retryCommand) {
    const { command, arguments: args = [], shouldRetry } = remedy;
    const result: unknown = await vscode.commands.executeCommand(command, ...args);
    if (!shouldRetry || result === undefined) return;
  }
  await retry();
}
