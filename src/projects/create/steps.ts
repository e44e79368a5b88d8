import * as vscode from 'vscode';
import { withCancellableProgress } from '../../editor/progress.ts';
import { askPick, back, type Step } from '../../editor/steps.ts';
import { labelText } from '../../explorer/plainText.ts';
import { type FieldKey, valueFor } from './draft.ts';
import { askField } from './fields.ts';
import { lookAt } from './folderFacts.ts';
import { variableSteps } from './variableSteps.ts';
import type { Answers, ReadEnv } from './wizard.ts';

/** What is asked before the summary, in order. */
export function createSteps(readEnv: ReadEnv): readonly Step<Answers>[] {
  return [
    folderStep,
    packageStep,
    fieldStep('name'),
    fieldStep('sourceRepository'),
    {
      ...fieldStep('branchName', ({ draft }) => valueFor(draft, 'sourceRepository') !== ''),
      mayApply: () => true,
    },
    fieldStep('runtime'),
    fieldStep('transport'),
    ...variableSteps(readEnv),
    fieldStep('teamId', ({ teams }) => teams.length > 1),
  ];
}

function fieldStep(key: FieldKey, applies?: (answers: Answers) => boolean): Step<Answers> {
  return {
    ...(applies && { applies }),
    ask: (answers, frame) => askField(key, answers, frame),
  };
}

/** Asked where several folders are open; of the only one, everything is known before the first question. */
const folderStep: Step<Answers> = {
  decidesCount: true,
  applies: () => (vscode.workspace.workspaceFolders ?? []).length > 1,
  async ask(answers, frame) {
    const items = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
      label: labelText(name),
      description: labelText(uri.fsPath),
      uri,
    }));
    const before = answers.facts?.folder.toString();
    const picked = await askPick(frame, {
      items,
      placeholder: vscode.l10n.t('Select the folder of the server'),
      active: items.find(({ uri }) => uri.toString() === before),
    });
    if (picked === back) return back;
    return picked.uri.toString() === before ? answers : withFolder(answers, picked.uri);
  },
};

/** Asked in a repository of several packages. */
const packageStep: Step<Answers> = {
  decidesCount: true,
  applies: ({ facts }) => facts !== undefined && facts.packages.length > 0,
  async ask(answers, frame) {
    const { facts } = answers;
    if (!facts) return answers;
    const t = vscode.l10n.t;
    const items = [
      ...facts.packages.map(({ path, name, isServer }) => ({
        label: labelText(path),
        description: labelText(name ?? ''),
        ...(isServer && { detail: t('uses an SDK of MCP') }),
        path,
      })),
      { label: t('The Top of the Repository'), path: '' },
    ];
    const picked = await askPick(frame, {
      items,
      placeholder: t('Select the root directory: the package to be hosted'),
      active: items.find(({ path }) => path === facts.root),
    });
    if (picked === back) return back;
    const { rootDirectory: _, ...said } = answers.draft.said;
    const chosen = { ...answers, draft: { ...answers.draft, said } };
    return picked.path === facts.root ? chosen : withFolder(chosen, facts.folder, picked.path);
  },
};

/** Answers with what this folder suggests; what was said stays. Of another folder no variable comes along. */
export async function withFolder(answers: Answers, folder: vscode.Uri, root?: string): Promise<Answers> {
  const title = vscode.l10n.t('Looking at the folder…');
  const facts = await withCancellableProgress(title, (signal) => lookAt(folder, root, signal));
  const { draft } = answers;
  const variables = answers.facts ? [] : draft.variables;
  return { ...answers, facts, draft: { ...draft, suggested: facts.suggested, variables } };
}
