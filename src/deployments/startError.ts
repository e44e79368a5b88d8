import * as vscode from 'vscode';
import { isApiError } from '../api/errors.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { ToProblem } from '../editor/problem.ts';
import { UserError } from '../editor/userError.ts';
import { environmentLabel } from '../explorer/environmentLabel.ts';
import type { StartOutcome } from './startDeployment.ts';

type FailedStart = Extract<StartOutcome, { readonly error: unknown }>;

/** Why there is no deployment, or why that isn't known. */
export function toStartError(
  { result, error }: FailedStart,
  target: EnvironmentRef,
  toProblem: ToProblem,
): unknown {
  if (error instanceof vscode.CancellationError) return error;
  if (isApiError(error, 'forbidden')) return toForbiddenError(error, target, toProblem);
  const place = environmentLabel(target);
  if (result === 'refused') return error;
  return new UserError(
    result === 'absent'
      ? vscode.l10n.t(
          "No deployment of {0} was started. The service didn't respond as expected and doesn't list a new deployment.",
          place,
        )
      : vscode.l10n.t(
          "The response was lost, so it's unknown whether a deployment of {0} was started. Check the deployments before you try again.",
          place,
        ),
  );
}

/** Names the place, and what is missing; the remedies are those for any refusal of an account. */
function toForbiddenError(error: Error, target: EnvironmentRef, toProblem: ToProblem): UserError {
  const { message = error.message, remedies = [] } = toProblem(error) ?? {};
  const text = vscode.l10n.t(
    "{0} wasn't deployed because this account doesn't have permission to start deployments for this environment. Switch to an account with this permission, or request it. ({1})",
    environmentLabel(target),
    message,
  );
  return new UserError(text, { remedies, needsRemedy: true, cause: error });
}
