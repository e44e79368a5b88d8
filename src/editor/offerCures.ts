import * as vscode from 'vscode';
import { errorMessage, informationMessage } from './message.ts';
import { type Cure, type Problem, waysOut } from './problem.ts';

/** Tells of a problem, with its ways out. `again` is done by *Try Again*, and after a cure that resumes has worked. */
export async function offerCures(problem: Problem, again: () => unknown): Promise<void> {
  const tryAgain = { label: vscode.l10n.t('Try Again') };
  const ways = waysOut<Pick<Cure, 'label'>>(problem, tryAgain);
  const labels = ways.map(({ label }) => label);
  const picked = await (problem.isCalm ? informationMessage : errorMessage)(problem.message, ...labels);
  if (picked === tryAgain.label) {
    await again();
    return;
  }
  const cure = problem.cures.find(({ label }) => label === picked);
  if (!cure) return;
  const result = await vscode.commands.executeCommand(cure.command, ...(cure.arguments ?? []));
  if (cure.resumes && result !== undefined) await again();
}
