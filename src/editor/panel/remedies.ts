import * as vscode from 'vscode';
import { errorActions, type Problem, type Remedy } from '../problem.ts';

/** Does again what failed: a way out that no command is. */
const retryCommand = 'again';

export function tryAgainRemedy(): Remedy {
  return { label: vscode.l10n.t('Try Again'), icon: 'refresh', command: retryCommand };
}

/** For what is of another service than the one that the editor is connected to. */
export function selectServiceRemedy(): Remedy {
  const label = vscode.l10n.t('Select Service');
  return { label, icon: 'globe', command: 'hostedMcp.selectService', resumes: true };
}

/** The same problem, with *Try Again* among its ways out where that may help. */
export function withTryAgain(problem: Problem): Problem {
  return { ...problem, remedies: errorActions(problem, tryAgainRemedy()) };
}

/** `retry` does again what failed. */
export async function runRemedy(remedy: Remedy | undefined, retry: () => unknown): Promise<void> {
  if (!remedy) return;
  if (remedy.command !== retryCommand) {
    const { command, arguments: args = [], resumes } = remedy;
    const result: unknown = await vscode.commands.executeCommand(command, ...args);
    if (!resumes || result === undefined) return;
  }
  await retry();
}
