import * as vscode from 'vscode';
import { isUnsupportedError } from '../api/errors.ts';
import { OtherServiceError } from '../auth/clientForService.ts';
import { createSelectServiceRemedy } from '../editor/panel/remedies.ts';
import type { Problem, ToProblem } from '../editor/problem.ts';
import { type AnalyticsLoader, InvalidPeriodError, LoadCanceledError } from './analyticsLoader.ts';
import { describeOtherService, formatPeriodIssues } from './labels.ts';
import type { AnalyticsIdentity } from './protocol.ts';

/** Returns the problem of the last request, or `undefined` if it hasn't failed. */
export function toAnalyticsProblem(
  { failure, response }: Pick<AnalyticsLoader, 'failure' | 'response'>,
  { baseUrl }: AnalyticsIdentity,
  toProblem: ToProblem,
): Problem | undefined {
  if (failure === undefined) return undefined;
  if (failure instanceof LoadCanceledError) {
    const message = response
      ? vscode.l10n.t('Loading was canceled. The previously loaded figures are shown.')
      : vscode.l10n.t('Loading was canceled.');
    return { message, remedies: [], isInformational: true };
  }
  if (failure instanceof InvalidPeriodError) {
    return { message: formatPeriodIssues(failure.issues), remedies: [], isPermanent: true };
  }
  if (failure instanceof OtherServiceError) {
    return {
      message: describeOtherService(new URL(baseUrl).host, response !== undefined),
      needsRemedy: true,
      remedies: [createSelectServiceRemedy()],
    };
  }
  if (isUnsupportedError(failure)) {
    return {
      message: vscode.l10n.t("{0} doesn't support analytics.", new URL(baseUrl).host),
      remedies: [],
      isInformational: true,
    };
  }
  const problem = toProblem(failure);
  return problem && !problem.isPermanent ? addShowLog(problem) : problem;
}

/** Adds *Open Log*, which has the details of any failure. */
function addShowLog(problem: Problem): Problem {
  if (problem.remedies.some(({ command }) => command === 'hostedMcp.showLog')) return problem;
  const showLog = { label: vscode.l10n.t('Open Log'), icon: 'output', command: 'hostedMcp.showLog' };
  return { ...problem, remedies: [...problem.remedies, showLog] };
}
