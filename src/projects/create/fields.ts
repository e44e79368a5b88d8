import * as vscode from 'vscode';
import { runtimes, transports } from '../../api/projects.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { joinSentences } from '../../editor/sentences.ts';
import { askPickOne, askText, type Back, back, type StepFrame } from '../../editor/steps.ts';
import { settingLabels, settingPrompts, settingText, transportName } from '../../folder/buildSettings.ts';
import { toWebRemote } from '../../folder/remote.ts';
import {
  addUrlScheme,
  checkNameLength,
  getDraftValue,
  normalizeRepository,
  type ProjectFieldKey,
  setDraftValue,
} from './draft.ts';
import { describeRepositoryCleanup } from './folderFacts.ts';
import type { ProjectAnswers } from './wizard.ts';

export function projectFieldLabel(key: ProjectFieldKey): string {
  const labels: Readonly<Record<ProjectFieldKey, string>> = {
    name: vscode.l10n.t('Name'),
    teamId: vscode.l10n.t('Team'),
    sourceRepository: vscode.l10n.t('Repository'),
    branchName: vscode.l10n.t('Branch'),
    rootDirectory: vscode.l10n.t('Root directory'),
    runtime: vscode.l10n.t('Runtime'),
    ...settingLabels(),
  };
  return labels[key];
}

const runtimeNames: Readonly<Record<(typeof runtimes)[number], string>> = {
  node24: 'Node.js 24',
  node22: 'Node.js 22',
  'python3.14': 'Python 3.14',
  'python3.13': 'Python 3.13',
};

/** Returns the text of a field's value in the summary. */
export function projectFieldText(key: ProjectFieldKey, value: string, { teams }: ProjectAnswers): string {
  if (key === 'teamId') return teams.find(({ id }) => id === value)?.name ?? value;
  if (key === 'transport') return settingText(key, value);
  const runtime = key === 'runtime' ? runtimes.find((one) => one === value) : undefined;
  return runtime === undefined ? value : runtimeNames[runtime];
}

/** Returns the text that is shown for an empty field. */
export function emptyFieldText(key: ProjectFieldKey): string {
  if (key === 'sourceRepository') return vscode.l10n.t('none');
  return key === 'rootDirectory' ? vscode.l10n.t('repository root') : vscode.l10n.t('chosen by the service');
}

/** Prompts for a field, with its current value as the default. */
export function askProjectField(
  key: ProjectFieldKey,
  answers: ProjectAnswers,
  frame: StepFrame,
): Promise<ProjectAnswers | Back> {
  switch (key) {
    case 'runtime':
      return askFieldValue(
        key,
        answers,
        frame,
        createRuntimeItems(answers),
        vscode.l10n.t('Select the runtime'),
      );
    case 'transport':
      return askFieldValue(
        key,
        answers,
        frame,
        createTransportItems(answers),
        vscode.l10n.t('Select the transport'),
      );
    case 'teamId':
      return askFieldValue(key, answers, frame, createTeamItems(answers), vscode.l10n.t('Select the team'));
    default:
      return askFieldText(key, answers, frame);
  }
}

/** Returns why a name is invalid, or `undefined` if it's valid. */
export function projectNameError(name: string): string | undefined {
  switch (checkNameLength(name)) {
    case 'empty':
      return vscode.l10n.t('Enter a name of 1 to 100 characters.');
    case 'long':
      return vscode.l10n.t(
        'The name has {0} characters. The service accepts up to 100.',
        [...name.trim()].length,
      );
    default:
      return undefined;
  }
}

/** Returns a hint if another project has the name, which the service allows. */
export function duplicateNameHint(name: string, { listNames }: ProjectAnswers): string | undefined {
  const trimmed = name.trim();
  if (!listNames().some((one) => one.trim() === trimmed)) return undefined;
  return vscode.l10n.t("Another project has this name. Project names don't have to be unique.");
}

/** Returns the consequence of a project without a repository. */
export function noRepositoryText(): string {
  return vscode.l10n.t('Without a repository, the project stays empty until a folder is deployed.');
}

/** Returns why there is no repository, or `undefined` if that isn't known. */
function missingRemoteText({ facts, draft }: ProjectAnswers): string | undefined {
  const isMissing = facts !== undefined && (draft.suggestedValues.sourceRepository ?? '') === '';
  return isMissing ? vscode.l10n.t('No usable Git remote was found in this folder.') : undefined;
}

/** Returns the warning below a repository that isn't selected yet. It's short, because a line isn't wrapped. */
export function repositoryWarning(answers: ProjectAnswers): string {
  return missingRemoteText(answers) ?? noRepositoryText();
}

export function missingRuntimeText({ facts }: ProjectAnswers): string {
  return facts === undefined
    ? vscode.l10n.t("The runtime wasn't detected because no folder is open.")
    : vscode.l10n.t('No Node.js or Python package was found in this folder.');
}

/** A field that is entered as text. */
type TextFieldKey = Exclude<ProjectFieldKey, 'runtime' | 'transport' | 'teamId'>;

async function askFieldText(
  key: TextFieldKey,
  answers: ProjectAnswers,
  frame: StepFrame,
): Promise<ProjectAnswers | Back> {
  const prompts: Readonly<Record<TextFieldKey, string>> = {
    name: vscode.l10n.t('Enter a name for the project'),
    sourceRepository: joinSentences(
      missingRemoteText(answers),
      vscode.l10n.t('Enter a repository URL, or leave the box empty to deploy a folder later.'),
    ),
    branchName: vscode.l10n.t(
      'Enter the branch to deploy production from. To let the service choose, leave the box empty.',
    ),
    rootDirectory: vscode.l10n.t(
      "Enter the server's folder in the repository. To use the repository root, leave the box empty.",
    ),
    ...settingPrompts(),
  };
  const text = await askText(frame, {
    key,
    prompt: prompts[key],
    value: getDraftValue(answers.draft, key),
    ...(key === 'sourceRepository' && { placeholder: 'https://github.com/owner/repository' }),
    validate: (text) => findRejection(key, text, answers) ?? checkFieldText(key, text, answers),
  });
  if (text === back) return back;
  const value = key === 'sourceRepository' ? normalizeRepository(text) : text.trim();
  return { ...answers, draft: setDraftValue(answers.draft, key, value) };
}

/** Returns why the service rejected a value, until the user changes it. */
function findRejection(key: TextFieldKey, text: string, { rejections }: ProjectAnswers): string | undefined {
  const rejection = rejections?.get(key);
  return rejection && rejection.value === text.trim() ? rejection.reason : undefined;
}

function checkFieldText(
  key: ProjectFieldKey,
  text: string,
  answers: ProjectAnswers,
): string | vscode.InputBoxValidationMessage | undefined {
  const { draft, facts } = answers;
  const createInfo = (message: string | undefined) =>
    message === undefined ? undefined : { message, severity: vscode.InputBoxValidationSeverity.Info };
  if (key === 'name') return projectNameError(text) ?? createInfo(duplicateNameHint(text, answers));
  if (key !== 'sourceRepository') return undefined;
  const isSuggested = text === draft.suggestedValues[key];
  const urlText = addUrlScheme(text);
  const reason = isSuggested ? facts?.reasons[key] : describeRepositoryCleanup(urlText);
  if (reason !== undefined) return createInfo(reason);
  // An empty box is a valid value. Services also accept `owner/name`.
  if (text.trim() === '' || toWebRemote(urlText) || /^[\w.-]+\/[\w.-]+$/.test(text.trim())) return undefined;
  return {
    message: vscode.l10n.t("The value isn't a valid URL, so the service might not find the repository."),
    severity: vscode.InputBoxValidationSeverity.Warning,
  };
}

interface FieldValueItem extends vscode.QuickPickItem {
  readonly value: string;
}

async function askFieldValue(
  key: ProjectFieldKey,
  answers: ProjectAnswers,
  frame: StepFrame,
  items: readonly FieldValueItem[],
  placeholder: string,
): Promise<ProjectAnswers | Back> {
  const value = getDraftValue(answers.draft, key);
  const picked = await askPickOne(frame, {
    items,
    placeholder,
    active: items.find((item) => item.value === value) ?? items[0],
  });
  return picked === back ? back : { ...answers, draft: setDraftValue(answers.draft, key, picked.value) };
}

function createRuntimeItems({ draft, facts }: ProjectAnswers): readonly FieldValueItem[] {
  const items = runtimes.map((runtime) => ({
    label: runtimeNames[runtime],
    description: runtime,
    value: runtime,
    ...createDetectedDetail(runtime === draft.suggestedValues.runtime, facts?.reasons.runtime),
  }));
  // Runtimes of the detected language come first, newest first.
  const language = draft.suggestedValues.runtime?.slice(0, 4) ?? 'node';
  const isDetectedLanguage = ({ value }: FieldValueItem): boolean => value.startsWith(language);
  return [
    ...items.filter(isDetectedLanguage).toReversed(),
    ...items.filter((item) => !isDetectedLanguage(item)).toReversed(),
  ];
}

function createTransportItems({ draft, facts }: ProjectAnswers): readonly FieldValueItem[] {
  return [
    ...transports.toReversed().map((transport) => ({
      label: transportName(transport),
      description: transport,
      value: transport,
      ...createDetectedDetail(transport === draft.suggestedValues.transport, facts?.reasons.transport),
    })),
    { label: vscode.l10n.t('Let the Service Choose'), value: '' },
  ];
}

function createTeamItems({ teams }: ProjectAnswers): readonly FieldValueItem[] {
  return teams.map(({ id, name }) => ({ label: toPlainText(name), description: toPlainText(id), value: id }));
}

function createDetectedDetail(
  isSuggested: boolean,
  reason: string | undefined,
): { readonly detail?: string } {
  return isSuggested && reason !== undefined ? { detail: toPlainText(reason) } : {};
}
