import * as vscode from 'vscode';
import { toPlainText } from '../../domain/plainText.ts';
import { askPickOne, type Back, back, type StepFrame } from '../../editor/steps.ts';
import { getDraftValue, type ProjectFieldKey, setDraftValue } from './draft.ts';
import { askProjectField } from './fields.ts';
import type { ParseEnv } from './folderFacts.ts';
import type { ProjectAnswers } from './wizard.ts';
import { applyFolder } from './wizardSteps.ts';

/** A line of the summary that can have alternatives. */
type AlternativesKey = ProjectFieldKey | 'folder';

/** Returns a text with the number of alternatives for a line, or `undefined` if there are none. */
export function describeAlternatives(key: AlternativesKey, answers: ProjectAnswers): string | undefined {
  const count = countAlternatives(key, answers);
  if (count === 0) return undefined;
  switch (key) {
    case 'folder':
      return count === 1
        ? vscode.l10n.t('1 other folder is open')
        : vscode.l10n.t('{0} other folders are open', count);
    case 'rootDirectory':
      return count === 1 ? vscode.l10n.t('1 other package') : vscode.l10n.t('{0} other packages', count);
    default:
      return count === 1 ? vscode.l10n.t('1 other remote') : vscode.l10n.t('{0} other remotes', count);
  }
}

function countAlternatives(key: AlternativesKey, { draft, facts }: ProjectAnswers): number {
  switch (key) {
    case 'folder':
      return Math.max((vscode.workspace.workspaceFolders ?? []).length - 1, 0);
    case 'rootDirectory':
      return (facts?.packages ?? []).filter(({ path }) => path !== facts?.packagePath).length;
    case 'sourceRepository':
      return facts && facts.remotes.length > 1
        ? facts.remotes.filter((url) => url !== getDraftValue(draft, key)).length
        : 0;
    default:
      return 0;
  }
}

/** Prompts for the value of a line, and offers its alternatives if there are any. */
export function askForLine(
  key: AlternativesKey,
  answers: ProjectAnswers,
  frame: StepFrame,
  parseEnv: ParseEnv,
): Promise<ProjectAnswers | Back> {
  if (key === 'folder') return askFolder(answers, frame, parseEnv);
  if (countAlternatives(key, answers) === 0) return askProjectField(key, answers, frame);
  if (key === 'rootDirectory') return askRootDirectory(answers, frame, parseEnv);
  return key === 'sourceRepository' ? askRemote(answers, frame) : askProjectField(key, answers, frame);
}

async function askFolder(
  answers: ProjectAnswers,
  frame: StepFrame,
  parseEnv: ParseEnv,
): Promise<ProjectAnswers | Back> {
  const items = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
    label: toPlainText(name),
    description: toPlainText(uri.fsPath),
    uri,
  }));
  const previousUri = answers.facts?.folder.toString();
  const picked = await askPickOne(frame, {
    items,
    placeholder: vscode.l10n.t("Select the server's folder"),
    active: items.find(({ uri }) => uri.toString() === previousUri),
  });
  if (picked === back) return back;
  return picked.uri.toString() === previousUri ? answers : applyFolder(answers, parseEnv, picked.uri);
}

interface AlternativeValueItem extends vscode.QuickPickItem {
  /** Absent for the item with which the user enters another value. */
  readonly value?: string;
}

async function askRootDirectory(
  answers: ProjectAnswers,
  frame: StepFrame,
  parseEnv: ParseEnv,
): Promise<ProjectAnswers | Back> {
  const { facts } = answers;
  if (!facts) return answers;
  const items: readonly AlternativeValueItem[] = [
    ...facts.packages.map(({ path, name, isServer }) => ({
      label: toPlainText(path),
      description: toPlainText(name ?? ''),
      ...(isServer && { detail: vscode.l10n.t('uses an MCP SDK') }),
      value: path,
    })),
    { label: vscode.l10n.t('Repository Root'), value: '' },
    { label: vscode.l10n.t('Another Folder...') },
  ];
  const placeholder = vscode.l10n.t('Select the root directory (the package to host)');
  const picked = await askAlternative('rootDirectory', items, {
    answers,
    frame,
    placeholder,
    active: facts.packagePath,
  });
  if (typeof picked !== 'string') return picked;
  const { rootDirectory: _, ...entered } = answers.draft.enteredValues;
  const changedAnswers: ProjectAnswers = { ...answers, draft: { ...answers.draft, enteredValues: entered } };
  return picked === facts.packagePath
    ? changedAnswers
    : applyFolder(changedAnswers, parseEnv, facts.folder, picked);
}

async function askRemote(answers: ProjectAnswers, frame: StepFrame): Promise<ProjectAnswers | Back> {
  const items: readonly AlternativeValueItem[] = [
    ...(answers.facts?.remotes ?? []).map((url) => ({ label: toPlainText(url), value: url })),
    { label: vscode.l10n.t('Another URL...') },
  ];
  const placeholder = vscode.l10n.t('Select the Git repository');
  const active = getDraftValue(answers.draft, 'sourceRepository');
  const url = await askAlternative('sourceRepository', items, { answers, frame, placeholder, active });
  if (typeof url !== 'string') return url;
  return { ...answers, draft: setDraftValue(answers.draft, 'sourceRepository', url) };
}

interface AlternativePrompt {
  readonly answers: ProjectAnswers;
  readonly frame: StepFrame;
  readonly placeholder: string;
  readonly active: string;
}

/**
 * Lets the user select a value or enter another one. Returns the selected value, or the answers with the entered value.
 */
async function askAlternative(
  key: ProjectFieldKey,
  items: readonly AlternativeValueItem[],
  { answers, frame, placeholder, active }: AlternativePrompt,
): Promise<string | ProjectAnswers | Back> {
  for (;;) {
    const picked = await askPickOne(frame, {
      items,
      placeholder,
      active: items.find(({ value }) => value === active),
    });
    if (picked === back) return back;
    if (picked.value !== undefined) return picked.value;
    const entered = await askProjectField(key, answers, frame);
    if (entered !== back) return entered;
  }
}
