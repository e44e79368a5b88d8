import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { applySteps, type VariableStepOutcome } from './applySteps.ts';
import type { VariableStep } from './plan.ts';
import type { ReadVariables } from './reader.ts';
import { waitWithNotice } from './waitWithNotice.ts';

interface ApplyPlanDeps {
  readonly connection: Connection;
  readonly read: ReadVariables;
  /** What became of steps: the views are out of date, ids are to be remembered or forgotten. */
  readonly changed: (environmentId: string, outcomes: readonly VariableStepOutcome[]) => Promise<void>;
}

/** What shows already that steps are carried out. */
export interface ProgressDisplay {
  /** Aborted by who leaves it. */
  readonly signal: AbortSignal;
  /** `undefined`: there is nothing to say any more. */
  showMessage(message: string | undefined): void;
}

export type ApplyPlan = (
  target: EnvironmentRef,
  steps: readonly VariableStep[],
  shown?: ProgressDisplay,
) => Promise<readonly VariableStepOutcome[]>;

/** Carries steps out as the person who asked for them: with progress and *Cancel* where none is shown already. */
export function createApplyPlan({ connection, read, changed }: ApplyPlanDeps): ApplyPlan {
  return async (target, steps, shown) => {
    const { environments } = await connection.client({ isInteractive: true });
    const { environmentId, environmentName } = target;
    const work = ({ signal, showMessage }: ProgressDisplay, report?: (message: string) => void) =>
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
        // Also after *Cancel*: what was on its way may have been done.
        read: async () => {
          const list = await read(environmentId);
          return list.isListed ? list.variables : undefined;
        },
      });
    let outcomes: readonly VariableStepOutcome[] = [];
    if (shown) outcomes = await work(shown);
    else {
      const title = vscode.l10n.t('Changing variables for {0}...', environmentName);
      await withCancellableProgress(title, async (signal, report) => {
        outcomes = await work({ signal, showMessage: (message) => report(message ?? '') }, report);
      });
    }
    await changed(environmentId, outcomes);
    return outcomes;
  };
}

function delayText(seconds: number): string {
  return vscode.l10n.t('The service requested a delay. Trying again in {0} s...', seconds);
}

/** Why a step wasn't applied, or that it can't be told whether it was. */
export function describeFailedStep(
  { step, result, error, rule }: VariableStepOutcome,
  toProblem: ToProblem,
): string {
  if (rule !== undefined) return vscode.l10n.t('{0}: {1}', step.key, rule);
  const said = error === undefined ? undefined : toProblem(error)?.message;
  if (result === 'unknown') {
    return unknownResultText(step);
  }
  return said ?? vscode.l10n.t("{0} wasn't changed.", step.key);
}

/** The message for a step whose result the service doesn't report. */
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

/** For one step: an error that says why it wasn't applied. */
export function throwUnlessApplied(outcomes: readonly VariableStepOutcome[], toProblem: ToProblem): void {
  const failed = outcomes.find(({ result }) => result !== 'applied');
  if (!failed) return;
  if (failed.result === 'notApplied' && failed.rule === undefined && failed.error instanceof Error)
    throw failed.error;
  throw new UserError(describeFailedStep(failed, toProblem));
}
