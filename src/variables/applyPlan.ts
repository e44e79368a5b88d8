import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { confirm } from '../editor/confirm.ts';
import { showInformation } from '../editor/message.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { formatApplyLabel } from '../explorer/applyLabel.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { applySteps, type VariableStepOutcome } from './applySteps.ts';
import type { VariableStep } from './plan.ts';
import { planText } from './planTexts.ts';
import type { ProgressDisplay, VariableAccess } from './variableAccess.ts';
import { waitWithNotice } from './waitWithNotice.ts';

/**
 * Asks the user to confirm a plan. `notes`: paragraphs below the list of the keys that will change. Throws a
 * `CancellationError` if the user declines.
 */
export async function confirmPlan(
  target: EnvironmentRef,
  steps: readonly VariableStep[],
  ...notes: readonly string[]
): Promise<void> {
  const detail = [planText(steps), ...notes].filter((part) => part !== '').join('\n\n');
  const question = vscode.l10n.t('Change variables for {0}?', formatEnvironmentLabel(target));
  await confirm(question, detail, formatApplyLabel(target));
}

/** Runs the steps of a plan. Without a `display`, shows the progress in a notification with *Cancel*. */
export async function applyWithProgress(
  connection: Connection,
  access: Pick<VariableAccess, 'read'>,
  { environmentId, environmentName }: EnvironmentRef,
  steps: readonly VariableStep[],
  display?: ProgressDisplay,
): Promise<readonly VariableStepOutcome[]> {
  const { environments } = await connection.client({ isInteractive: true });
  const run = ({ signal, showMessage }: ProgressDisplay, report?: (message: string) => void) =>
    applySteps({
      environments,
      environmentId,
      steps,
      signal,
      report: (done) => report?.(vscode.l10n.t('{0} of {1}', done, steps.length)),
      sleep: (ms, until) =>
        waitWithNotice(ms, until, (seconds) =>
          showMessage(seconds === undefined ? undefined : delayText(seconds)),
        ),
      read: async () => {
        const { isListedByService, variables } = await access.read(environmentId);
        return isListedByService ? variables : undefined;
      },
    });
  if (display) return run(display);
  let outcomes: readonly VariableStepOutcome[] = [];
  const title = vscode.l10n.t('Changing variables for {0}...', environmentName);
  await withCancellableProgress(title, async (signal, report) => {
    outcomes = await run({ signal, showMessage: (message) => report(message ?? '') }, report);
  });
  return outcomes;
}

/**
 * Shows a message with *Deploy*, which starts a deployment, and other buttons. Returns the label of another button that
 * the user clicked, or `undefined`.
 */
export async function offerDeploy(
  target: EnvironmentRef,
  message: string,
  ...otherButtons: readonly string[]
): Promise<string | undefined> {
  const deploy = vscode.l10n.t('Deploy');
  const picked = await showInformation(message, deploy, ...otherButtons);
  if (picked !== deploy) return picked;
  await vscode.commands.executeCommand('hostedMcp.deploy', toEnvironmentRef(target));
  return undefined;
}

function delayText(seconds: number): string {
  return vscode.l10n.t('The service requested a delay. Trying again in {0} s...', seconds);
}

/** Describes why a step wasn't applied, or that its result is unknown. */
export function describeFailedStep(
  { step, result, error, serviceMessage }: VariableStepOutcome,
  toProblem: ToProblem,
): string {
  if (serviceMessage !== undefined) return vscode.l10n.t('{0}: {1}', step.key, serviceMessage);
  if (result === 'unknown') return unknownResultText(step);
  const message = error === undefined ? undefined : toProblem(error)?.message;
  return message ?? vscode.l10n.t("{0} wasn't changed.", step.key);
}

function unknownResultText({ kind, key }: VariableStep): string {
  switch (kind) {
    case 'add':
      return vscode.l10n.t(
        "The response was lost or unreadable, so it's unknown whether {0} was added. Check the list of variables before you add {0} again.",
        key,
      );
    case 'change':
      return vscode.l10n.t(
        "The response was lost or unreadable, so it's unknown whether {0} was changed. To be sure, change {0} again.",
        key,
      );
    case 'remove':
      return vscode.l10n.t(
        "The response was lost or unreadable, so it's unknown whether {0} was deleted. Check the list of variables before you delete {0} again.",
        key,
      );
  }
}

/** Throws the error of the first step that wasn't applied. */
export function throwUnlessApplied(outcomes: readonly VariableStepOutcome[], toProblem: ToProblem): void {
  const failed = outcomes.find(({ result }) => result !== 'applied');
  if (!failed) return;
  if (failed.result === 'notApplied' && failed.serviceMessage === undefined && failed.error instanceof Error)
    throw failed.error;
  throw new UserError(describeFailedStep(failed, toProblem));
}
