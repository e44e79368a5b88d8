import * as vscode from 'vscode';
import { isApiError } from '../api/errors.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { Remedy, ToProblem } from '../editor/problem.ts';
import { UserError } from '../editor/userError.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import type { StartOutcome } from './startDeployment.ts';

type FailedStart = Extract<StartOutcome, { readonly error: unknown }>;

/** Returns the error for a deployment that wasn't started, or might not have been. */
export function toStartError(
  { result, error }: FailedStart,
  target: EnvironmentRef,
  toProblem: ToProblem,
): unknown {
  if (error instanceof vscode.CancellationError) return error;
  if (isApiError(error, 'forbidden')) return toForbiddenError(error, target, toProblem);
  const label = formatEnvironmentLabel(target);
  if (result === 'notStarted') return error;
  return new UserError(
    result === 'notFound'
      ? vscode.l10n.t(
          "No deployment of {0} was started. The service didn't respond as expected and doesn't list a new deployment.",
          label,
        )
      : vscode.l10n.t(
          "The response was lost, so it's unknown whether a deployment of {0} was started. Check the deployments before you try again.",
          label,
        ),
    { remedies: [createOpenLogsRemedy(target)] },
  );
}

/** Offers the log of a deployment. Without an ID, the user selects the deployment. */
export function createOpenLogsRemedy(target: EnvironmentRef, deploymentId?: string): Remedy {
  return {
    label: vscode.l10n.t('Open Logs'),
    icon: 'output',
    command: 'hostedMcp.openDeploymentLogs',
    arguments: [{ ...target, ...omitUndefined({ deploymentId }) }],
  };
}

/** Returns an error with the environment, the missing permission, and the remedies of the original error. */
function toForbiddenError(error: Error, target: EnvironmentRef, toProblem: ToProblem): UserError {
  const { message = error.message, remedies = [] } = toProblem(error) ?? {};
  const text = vscode.l10n.t(
    "{0} wasn't deployed because this account doesn't have permission to start deployments for this environment. Switch to an account with this permission, or request it. ({1})",
    formatEnvironmentLabel(target),
    message,
  );
  return new UserError(text, { remedies, needsRemedy: true, cause: error });
}
