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
  /** Sends the project once. Never rejects. */
  readonly send: (answers: ProjectAnswers) => Promise<CreateProjectOutcome>;
  readonly created: (sent: CreatedOutcome, next: 'deployFolder' | undefined) => void;
  /** A line was changed; the person may leave before anything is sent. */
  readonly changed: (answers: ProjectAnswers) => void;
}

/**
 * The last step: everything that is sent, each line to be changed, and *Create Project* on top. What is still open is
 * asked for before it is sent. What goes wrong is said here, with all answers kept.
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
        // What was refused isn't what stands there now; what is unclear stays so.
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
          // That there is no repository is said by deploying the folder.
          const findMissing = () =>
            findMissingFields(answers.draft).filter((key) => act === 'send' || key !== 'sourceRepository');
          const missing = findMissing();
          for (const key of missing) {
            await change(key);
            // That one was left: so are the others.
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

/** To leave the question is to leave the line as it is. */
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
