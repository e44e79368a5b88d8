import * as vscode from 'vscode';
import type { ToProblem } from '../../editor/problem.ts';
import {
  askPickOne,
  type Back,
  back,
  runNestedSteps,
  type StepFrame,
  type WizardStep,
} from '../../editor/steps.ts';
import { askForLine } from './alternatives.ts';
import type { CreateProjectFailure, CreateProjectOutcome } from './createProjectOnce.ts';
import { findMissingFields } from './draft.ts';
import { type ProjectSummaryItem, type ProjectSummaryKey, projectSummaryItems } from './summaryLines.ts';
import { variableSteps } from './variableSteps.ts';
import type { CreatedOutcome, ProjectAnswers, ReadEnv } from './wizard.ts';

interface SummaryDeps {
  readonly toProblem: ToProblem;
  readonly readEnv: ReadEnv;
  /** Sends the request once. Never rejects. */
  readonly send: (answers: ProjectAnswers) => Promise<CreateProjectOutcome>;
  readonly created: (sent: CreatedOutcome, next: 'deployFolder' | undefined) => void;
  /** Called after each edit, because the user can cancel at any time. */
  readonly changed: (answers: ProjectAnswers) => void;
}

/**
 * Creates the last step: a summary in which each line can be edited, with *Create Project* at the top. It prompts for
 * missing fields before the request. After a failure, the summary shows it and keeps all answers.
 */
export function createSummaryStep({
  toProblem,
  readEnv,
  send,
  created,
  changed,
}: SummaryDeps): WizardStep<ProjectAnswers> {
  let failed: CreateProjectFailure | undefined;
  return {
    async ask(start, frame) {
      let answers = start;
      const change = async (key: ProjectSummaryKey): Promise<void> => {
        const edited = await editProjectLine(key, answers, frame, readEnv);
        // The rejected value was replaced. An unknown outcome still applies.
        if (edited !== answers && failed?.result === 'refused') failed = undefined;
        answers = edited;
        changed(answers);
      };
      for (;;) {
        const items = projectSummaryItems(answers, failed, toProblem);
        const picked: ProjectSummaryItem | Back = await askPickOne(frame, {
          items,
          placeholder: summaryPlaceholder(),
          active: items.find(({ act }) => act === 'send'),
        });
        if (picked === back) return { [back]: answers };
        const { act } = picked;
        if (act === undefined) continue;
        if (act === 'send' || act === 'sendAndDeploy') {
          // *Deploy Folder* doesn't require a repository.
          const findMissing = () =>
            findMissingFields(answers.draft).filter((key) => act === 'send' || key !== 'sourceRepository');
          const missing = findMissing();
          for (const key of missing) {
            await change(key);
            // The user canceled a prompt, so the others aren't shown.
            if (findMissing().includes(key)) break;
          }
          if (missing.length > 0) continue;
          const sent = await send(answers);
          if (sent.result === 'created') {
            created(sent, act === 'sendAndDeploy' ? 'deployFolder' : undefined);
            return answers;
          }
          failed = sent;
        } else if ('remedy' in act) {
          await vscode.commands.executeCommand(act.remedy.command, ...(act.remedy.arguments ?? []));
        } else {
          await change(act.edit);
        }
      }
    },
  };
}

function summaryPlaceholder(): string {
  return vscode.workspace.isTrusted
    ? vscode.l10n.t('Create the project, or select an item to change it')
    : vscode.l10n.t(
        "Create the project, or select an item to change it. The folder's files were only read, not run.",
      );
}

/** Edits a line. If the user leaves the prompt, the line doesn't change. */
async function editProjectLine(
  key: ProjectSummaryKey,
  answers: ProjectAnswers,
  { title, drafts }: StepFrame,
  readEnv: ReadEnv,
): Promise<ProjectAnswers> {
  const frame = { title, drafts, canGoBack: true };
  try {
    const edited =
      key === 'environmentVariables'
        ? await runNestedSteps(frame, variableSteps(readEnv), answers)
        : await askForLine(key, answers, frame, readEnv);
    return edited === back ? answers : edited;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return answers;
    throw error;
  }
}
