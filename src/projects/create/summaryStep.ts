import * as vscode from 'vscode';
import { getRequestIssues } from '../../api/errors.ts';
import type { FeatureContext } from '../../context.ts';
import { runNestedSteps, type WizardStep } from '../../editor/steps.ts';
import { runSummary, type SummaryDraft } from '../../editor/summary.ts';
import { omitUndefined } from '../../fields.ts';
import { askForLine } from './alternatives.ts';
import type { CreateProjectFailure, CreateProjectOutcome } from './createProjectOnce.ts';
import { findMissingFields, getDraftValue, type ProjectDraft, type ProjectFieldKey } from './draft.ts';
import { projectFieldLabel } from './fields.ts';
import { groupIssuesByLine } from './requestIssues.ts';
import { type CreateAction, createProjectSummaryItems, type ProjectSummaryKey } from './summaryLines.ts';
import { createVariableSteps } from './variableSteps.ts';
import type { CreateProjectResult, ProjectAnswers, WizardRun } from './wizard.ts';

/**
 * Creates the last step: a summary in which each line can be edited, with *Create Project* at the top. It prompts for
 * missing fields before the request. After a failure, the summary shows it and keeps all answers. `send`: sends the
 * request once, and never rejects.
 */
export function createSummaryStep(
  { toProblem, services: { parseEnv } }: Pick<FeatureContext, 'toProblem' | 'services'>,
  run: WizardRun,
  send: (draft: ProjectDraft) => Promise<CreateProjectOutcome>,
): WizardStep<ProjectAnswers> {
  let failure: CreateProjectFailure | undefined;
  return {
    async ask(initialAnswers, frame) {
      const summaryResult = await runSummary<
        ProjectAnswers,
        ProjectSummaryKey,
        CreateAction,
        CreateProjectResult
      >({
        start: initialAnswers,
        frame,
        placeholder: getSummaryPlaceholder,
        items: (answers) => createProjectSummaryItems(answers, failure, toProblem),
        edit: (key, answers, editFrame) =>
          key === 'environmentVariables'
            ? runNestedSteps(editFrame, createVariableSteps(parseEnv), answers)
            : askForLine(key, answers, editFrame, parseEnv),
        onDidEdit: (answers, before) => {
          // The rejected value was replaced. An unknown outcome still applies.
          if (answers !== before && failure?.result === 'notCreated') failure = undefined;
          // Stored after each edit, because the user can cancel at any time.
          run.progress.answers = answers;
        },
        send: async (draft, action) => {
          if (await askForMissingFields(draft, action)) return undefined;
          const outcome = await send(draft.answers.draft);
          if (outcome.result !== 'created') {
            failure = outcome;
            await askForRejectedName(draft, outcome);
            return undefined;
          }
          const folder = action === 'createAndDeploy' ? run.progress.answers.facts?.folder : undefined;
          return { created: outcome, ...omitUndefined({ folder }) };
        },
      });
      if (!('result' in summaryResult)) return summaryResult;
      run.result = summaryResult.result;
      return summaryResult.answers;
    },
  };
}

/** Remembers the values that the service rejected. If the name is one of them, prompts for it with the reason. */
async function askForRejectedName(
  draft: SummaryDraft<ProjectAnswers, ProjectSummaryKey>,
  { result, error }: CreateProjectFailure,
): Promise<void> {
  if (result !== 'notCreated') return;
  const { draft: sentDraft } = draft.answers;
  const issues = groupIssuesByLine(getRequestIssues(error), sentDraft, projectFieldLabel);
  const rejections = new Map(
    [...issues].map(([key, reason]) => {
      const value = key === 'environmentVariables' ? '' : getDraftValue(sentDraft, key).trim();
      return [key, { value, reason }];
    }),
  );
  draft.answers = { ...draft.answers, rejections };
  if (rejections.has('name')) await draft.edit('name');
}

/** Prompts for missing fields until the user leaves a prompt. Returns whether a field was missing. */
async function askForMissingFields(
  draft: SummaryDraft<ProjectAnswers, ProjectSummaryKey>,
  action: CreateAction,
): Promise<boolean> {
  const findMissing = (): readonly ProjectFieldKey[] =>
    // *Deploy Folder* doesn't require a repository.
    findMissingFields(draft.answers.draft).filter((key) => action === 'create' || key !== 'sourceRepository');
  const missingFields = findMissing();
  for (const key of missingFields) {
    await draft.edit(key);
    // The user left a prompt, so the others aren't shown.
    if (findMissing().includes(key)) break;
  }
  return missingFields.length > 0;
}

function getSummaryPlaceholder(): string {
  return vscode.workspace.isTrusted
    ? vscode.l10n.t('Create the project, or select an item to change it')
    : vscode.l10n.t(
        "Create the project, or select an item to change it. The folder's files were only read, not run.",
      );
}
