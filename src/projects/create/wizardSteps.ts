import * as vscode from 'vscode';
import { withCancellableProgress } from '../../editor/progress.ts';
import type { WizardStep } from '../../editor/steps.ts';
import { omitUndefined } from '../../fields.ts';
import type { ProjectFieldKey } from './draft.ts';
import { askProjectField } from './fields.ts';
import {
  type FolderFacts,
  inspectFolder,
  inspectFolders,
  type ParseEnv,
  readEnvFiles,
} from './folderFacts.ts';
import type { ProjectAnswers } from './wizard.ts';

/** Creates the prompts before the summary. The summary contains all other fields. */
export function createFirstSteps(): readonly WizardStep<ProjectAnswers>[] {
  return [createFieldStep('name'), createFieldStep('teamId', ({ teams }) => teams.length > 1)];
}

function createFieldStep(
  key: ProjectFieldKey,
  shouldAsk?: (answers: ProjectAnswers) => boolean,
): WizardStep<ProjectAnswers> {
  return {
    ...omitUndefined({ shouldAsk }),
    ask: (answers, frame) => askProjectField(key, answers, frame),
  };
}

/**
 * Adds the facts and suggestions of the open folders. Keeps the previously inspected folder and package if the folder
 * is still open.
 */
export async function inspectOpenFolders(
  answers: ProjectAnswers,
  parseEnv: ParseEnv,
): Promise<ProjectAnswers> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const { facts: previousFacts } = answers;
  const sameFolder = folders.find((uri) => uri.toString() === previousFacts?.folder.toString());
  if (previousFacts && sameFolder)
    return applyFolder(answers, parseEnv, sameFolder, previousFacts.packagePath);
  if (folders.length === 0) return removeFacts(answers);
  const activeFile = vscode.window.activeTextEditor?.document.uri;
  const activeFolder = activeFile && vscode.workspace.getWorkspaceFolder(activeFile)?.uri;
  return applyFacts(answers, parseEnv, (signal) => inspectFolders(folders, activeFolder, signal));
}

/** Adds the facts and suggestions of a folder or of one of its packages. Keeps entered values. */
export function applyFolder(
  answers: ProjectAnswers,
  parseEnv: ParseEnv,
  folder: vscode.Uri,
  packagePath?: string,
): Promise<ProjectAnswers> {
  return applyFacts(answers, parseEnv, (signal) => inspectFolder(folder, packagePath, signal));
}

async function applyFacts(
  answers: ProjectAnswers,
  parseEnv: ParseEnv,
  inspect: (signal: AbortSignal) => Promise<FolderFacts | undefined>,
): Promise<ProjectAnswers> {
  const facts = await withCancellableProgress(vscode.l10n.t('Analyzing the folder...'), async (signal) => {
    const inspected = await inspect(signal);
    return (
      inspected && {
        ...inspected,
        envVariableCount: (await readEnvFiles(inspected.folder, inspected.envFiles, parseEnv)).length,
      }
    );
  });
  if (!facts) return removeFacts(answers);
  const { draft, facts: previousFacts } = answers;
  // Variables that were selected for another folder or package don't apply.
  const isOtherPackage =
    previousFacts &&
    (previousFacts.folder.toString() !== facts.folder.toString() ||
      previousFacts.packagePath !== facts.packagePath);
  const variables = isOtherPackage ? [] : draft.variables;
  return { ...answers, facts, draft: { ...draft, suggestedValues: facts.suggestedValues, variables } };
}

/** Removes the facts of a closed folder. Its suggestions stay in the draft. */
function removeFacts({ facts: _, ...answers }: ProjectAnswers): ProjectAnswers {
  return answers;
}
