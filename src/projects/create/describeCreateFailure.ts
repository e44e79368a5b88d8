import * as vscode from 'vscode';
import { getRequestIssues } from '../../api/errors.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { joinSentences } from '../../editor/sentences.ts';
import type { SummaryFailure } from '../../editor/summary.ts';
import type { CreateProjectFailure } from './createProjectOnce.ts';
import type { ProjectDraft } from './draft.ts';
import { projectFieldLabel } from './fields.ts';
import { groupIssuesByLine, labelIssueFields } from './requestIssues.ts';

/** Describes why a project wasn't created, or might not have been. `draft`: the draft that was sent. */
export function describeCreateFailure(
  failure: CreateProjectFailure,
  draft: ProjectDraft,
  toProblem: ToProblem,
): SummaryFailure {
  const problem = toProblem(labelIssueFields(failure.error, draft, projectFieldLabel));
  const remedies = problem?.remedies ?? [];
  const icon = problem ? 'error' : 'info';
  switch (failure.result) {
    case 'notCreated':
      return {
        icon,
        title: vscode.l10n.t("The project wasn't created"),
        message: areShownAtLines(failure.error, draft)
          ? vscode.l10n.t('The service rejected the marked values.')
          : (problem?.message ?? describeCancellation(failure.error)),
        remedies,
      };
    case 'notFound':
      return {
        icon,
        title: vscode.l10n.t("The project wasn't created"),
        message: joinSentences(
          problem?.message,
          vscode.l10n.t("The service's list of projects doesn't include the new project."),
        ),
        remedies,
      };
    case 'unknown':
      return {
        icon: 'error',
        title: vscode.l10n.t("It's unknown whether the project was created"),
        message: joinSentences(
          problem?.message,
          failure.unconfirmed.idsBefore === undefined
            ? vscode.l10n.t("This service can't list projects.")
            : vscode.l10n.t("Couldn't load the list of projects."),
        ),
        remedies,
      };
  }
}

/** Whether an error consists of issues with the values of lines, which show the reasons. */
function areShownAtLines(error: unknown, draft: ProjectDraft): boolean {
  const issues = getRequestIssues(error);
  return (
    issues.length > 0 &&
    issues.every((issue) => groupIssuesByLine([issue], draft, projectFieldLabel).size > 0)
  );
}

/** Returns the text for a canceled sign-in or request. */
function describeCancellation(error: unknown): string {
  const reason =
    error instanceof vscode.CancellationError
      ? vscode.l10n.t('The required sign-in was canceled.')
      : vscode.l10n.t('The request was canceled before anything was sent.');
  return joinSentences(reason, vscode.l10n.t('Everything you entered is kept.'));
}
