import * as vscode from 'vscode';
import { OtherServiceError } from '../auth/clientForService.ts';
import { selectServiceRemedy } from '../editor/panel/remedies.ts';
import type { Problem, ToProblem } from '../editor/problem.ts';
import { EndlessPagesError } from './read/logSource.ts';
import type { LogSessionState } from './read/sessionState.ts';

/** What a panel is about is there no more. */
export class LogsDeletedError extends Error {
  override readonly name = 'DeletedError';
  /** For the poller: to ask again can't help. */
  readonly kind = 'notFound';
}

/** A panel whose entries are from the service at `baseUrl`. */
interface LogProblemContext {
  readonly baseUrl: string;
  readonly hasRows: boolean;
}

/** The words for what failed in a panel. */
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
      isFinal: true,
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
    remedies: [selectServiceRemedy()],
  };
}

/** The same, saying what was being done where that isn't what the panel is opened for. */
export function toFailureProblem(
  { task, error }: NonNullable<LogSessionState['failure']>,
  toProblem: ToProblem,
): Problem | undefined {
  const problem = toProblem(error);
  if (!problem || task !== 'older') return problem;
  return {
    ...problem,
    message: vscode.l10n.t("Couldn't load older entries. {0}", problem.message),
  };
}
