import * as vscode from 'vscode';
import { OtherServiceError } from '../auth/clientForService.ts';
import { createSelectServiceRemedy } from '../editor/panel/remedies.ts';
import type { Problem, ToProblem } from '../editor/problem.ts';
import { EndlessPagesError } from './read/logSource.ts';
import type { LogSessionStatus } from './read/sessionStatus.ts';

/** The error for a panel of a deleted environment. */
export class LogsDeletedError extends Error {
  override readonly name = 'DeletedError';
  /** Stops polling, because another request can't succeed. */
  readonly kind = 'notFound';
}

interface LogProblemContext {
  readonly baseUrl: string;
  readonly hasRows: boolean;
}

/** Converts an error of a panel to a problem. `hasRows`: whether the panel shows entries that remain available. */
export function toLogProblem(
  error: unknown,
  { baseUrl, hasRows }: LogProblemContext,
  toProblem: ToProblem,
): Problem | undefined {
  if (error instanceof LogsDeletedError) {
    return {
      message: hasRows
        ? vscode.l10n.t(
            'This environment and its logs were deleted. The loaded entries remain available until you close this tab.',
          )
        : vscode.l10n.t('This environment and its logs were deleted before any entries were loaded.'),
      remedies: [],
      isPermanent: true,
      isInformational: true,
    };
  }
  if (error instanceof EndlessPagesError) {
    return {
      message: vscode.l10n.t(
        '{0} returns an endless sequence of pages, so loading was stopped. The entries loaded so far are kept.',
        new URL(baseUrl).host,
      ),
      remedies: [],
    };
  }
  if (!(error instanceof OtherServiceError)) return toProblem(error);
  return {
    message: vscode.l10n.t(
      "These entries are from {0}, which isn't the current service.",
      new URL(baseUrl).host,
    ),
    needsRemedy: true,
    remedies: [createSelectServiceRemedy()],
  };
}

/** Converts a failed task to a problem. The message mentions the task if older entries were loaded. */
export function toFailureProblem(
  { task, error }: NonNullable<LogSessionStatus['failure']>,
  toProblem: ToProblem,
): Problem | undefined {
  const problem = toProblem(error);
  if (!problem || task !== 'older') return problem;
  return {
    ...problem,
    message: vscode.l10n.t("Couldn't load older entries. {0}", problem.message),
  };
}
