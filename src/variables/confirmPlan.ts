import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import { confirm } from '../editor/confirm.ts';
import { environmentLabel } from '../explorer/environmentLabel.ts';
import type { VariableStep } from './plan.ts';
import { planText } from './planTexts.ts';

/**
 * One question with the names of what would change. `notes` go below. Rejects with a `CancellationError` when the user
 * doesn't agree.
 */
export async function confirmPlan(
  target: EnvironmentRef,
  steps: readonly VariableStep[],
  ...notes: readonly string[]
): Promise<void> {
  const detail = [planText(steps), ...notes].filter((part) => part !== '').join('\n\n');
  const question = vscode.l10n.t('Change variables for {0}?', environmentLabel(target));
  await confirm(question, detail, vscode.l10n.t('Apply'));
}
