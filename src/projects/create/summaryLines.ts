import * as vscode from 'vscode';
import { getRequestIssues, isApiError } from '../../api/errors.ts';
import { toPlainText } from '../../domain/plainText.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { createFailureItems, type SummaryItem } from '../../editor/summary.ts';
import { describeAlternatives } from './alternatives.ts';
import type { CreateProjectFailure } from './createProjectOnce.ts';
import { describeCreateFailure } from './describeCreateFailure.ts';
import {
  findMissingFields,
  getDraftValue,
  listVariablesToSend,
  type ProjectDraft,
  type ProjectFieldKey,
  projectFieldKeys,
} from './draft.ts';
import {
  duplicateNameHint,
  emptyFieldText,
  missingRuntimeText,
  noRepositoryText,
  projectFieldLabel,
  projectFieldText,
  projectNameError,
  repositoryWarning,
} from './fields.ts';
import { groupIssuesByLine, type ProjectLineKey } from './requestIssues.ts';
import type { ProjectAnswers } from './wizard.ts';

export type ProjectSummaryKey = ProjectLineKey | 'folder';

/** The action when the user confirms: create the project, or also deploy the folder to it. */
export type CreateAction = 'create' | 'createAndDeploy';

type ProjectSummaryItem = SummaryItem<ProjectSummaryKey, CreateAction>;

/**
 * The keys of the lines in their order. Variables come before the runtime, so that they're visible without scrolling.
 */
const projectLineKeys: readonly ProjectLineKey[] = projectFieldKeys.flatMap(
  (key): readonly ProjectLineKey[] => (key === 'runtime' ? ['environmentVariables', key] : [key]),
);

/**
 * Creates the items of the summary, with a failure and *Create Project* at the top. A *line* is an item with a value
 * that the user can edit.
 */
export function createProjectSummaryItems(
  answers: ProjectAnswers,
  failure: CreateProjectFailure | undefined,
  toProblem: ToProblem,
): readonly ProjectSummaryItem[] {
  const { draft, teams } = answers;
  const errors = readLineErrors(failure, draft);
  const nameError = projectNameError(getDraftValue(draft, 'name'));
  if (nameError !== undefined) errors.set('name', nameError);
  const missing = new Set<ProjectLineKey>(findMissingFields(draft));
  const isLineShown = (key: ProjectLineKey): boolean => {
    if (key === 'teamId') return teams.length > 1 || getDraftValue(draft, key) !== '';
    // The branch is sent only with a repository.
    return key !== 'branchName' || getDraftValue(draft, 'sourceRepository') !== '';
  };
  // Lines with problems come first, because the end of the list might not be visible.
  const lines = projectLineKeys
    .filter(isLineShown)
    .toSorted((a, b) => Number(errors.has(b) || missing.has(b)) - Number(errors.has(a) || missing.has(a)))
    .map((key) =>
      key === 'environmentVariables'
        ? createVariablesItem(answers, errors.get(key))
        : createFieldItem(key, answers, errors.get(key), missing.has(key)),
    );
  return [
    ...(failure ? createFailureItems(describeCreateFailure(failure, draft, toProblem)) : []),
    createCreateItem(failure, missing.size),
    ...createDeployItems(answers, failure),
    { label: vscode.l10n.t('Project'), kind: vscode.QuickPickItemKind.Separator },
    ...createFolderItems(answers),
    ...lines,
  ];
}

function createCreateItem(
  failure: CreateProjectFailure | undefined,
  missingCount: number,
): ProjectSummaryItem {
  const shared: Pick<ProjectSummaryItem, 'iconPath' | 'description' | 'action'> = {
    iconPath: new vscode.ThemeIcon('cloud-upload'),
    ...(missingCount > 0 && { description: formatMissingCount(missingCount) }),
    action: { send: 'create' },
  };
  if (failure?.result !== 'unknown') return { ...shared, label: vscode.l10n.t('Create Project') };
  return {
    ...shared,
    label: vscode.l10n.t('Create Again'),
    detail: vscode.l10n.t('If the project was already created, creating it again results in two projects.'),
  };
}

function formatMissingCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 value is missing') : vscode.l10n.t('{0} values are missing', count);
}

/**
 * Returns *Create Project and Deploy Folder*, or nothing if the folder isn't on this machine, the project has a
 * repository, or an attempt has failed.
 */
function createDeployItems(
  { draft, facts }: ProjectAnswers,
  failure: CreateProjectFailure | undefined,
): readonly ProjectSummaryItem[] {
  const isLocal = facts?.folder.scheme === 'file';
  if (!isLocal || failure || getDraftValue(draft, 'sourceRepository').trim() !== '') return [];
  return [
    {
      iconPath: new vscode.ThemeIcon('rocket'),
      label: vscode.l10n.t('Create Project and Deploy Folder...'),
      description: toPlainText(getOpenFolderName(facts.folder)),
      action: { send: 'createAndDeploy' },
    },
  ];
}

/** Returns the errors that the service or the client reported, by line. */
function readLineErrors(
  failure: CreateProjectFailure | undefined,
  draft: ProjectDraft,
): Map<ProjectLineKey, string> {
  if (failure?.result !== 'notCreated') return new Map();
  const errors = groupIssuesByLine(getRequestIssues(failure.error), draft, projectFieldLabel);
  if (isApiError(failure.error, 'forbidden')) errors.set('teamId', vscode.l10n.t('Select another team.'));
  return errors;
}

/** Creates the item with the inspected folder if several folders are open. */
function createFolderItems(answers: ProjectAnswers): readonly ProjectSummaryItem[] {
  const alternativesText = describeAlternatives('folder', answers);
  const { facts } = answers;
  if (!facts || alternativesText === undefined) return [];
  return [
    {
      label: vscode.l10n.t('Folder'),
      description: joinParts(toPlainText(getOpenFolderName(facts.folder)), alternativesText),
      action: { edit: 'folder' },
    },
  ];
}

function getOpenFolderName(folder: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(folder)?.name ?? folder.path;
}

function createFieldItem(
  key: ProjectFieldKey,
  answers: ProjectAnswers,
  error: string | undefined,
  isMissing: boolean,
): ProjectSummaryItem {
  const { draft, facts } = answers;
  const value = getDraftValue(draft, key);
  const displayValue = projectFieldText(key, value, answers);
  const isSuggested = draft.enteredValues[key] === undefined && value !== '';
  // A runtime that wasn't detected can have a reason too, such as an unsupported version.
  const reason = isSuggested || key === 'runtime' ? facts?.reasons[key] : undefined;
  const alternativesText = describeAlternatives(key, answers);
  const text =
    value.trim() === '' ? (isMissing ? vscode.l10n.t('missing') : emptyFieldText(key)) : displayValue;
  // A URL fills the whole line, so the reason is shown below it.
  const hasReasonBelow = key === 'sourceRepository';
  const parts = hasReasonBelow ? [text] : [text, reason, alternativesText];
  const textBelow = hasReasonBelow ? joinParts(reason, alternativesText) : '';
  // One text is shown below the line: the error, otherwise the note of the field, otherwise the reason.
  const note =
    getFieldNote(key, answers, isMissing) ?? createInfoNote(textBelow === '' ? undefined : textBelow);
  return {
    label: projectFieldLabel(key),
    description: toPlainText(joinParts(...parts)),
    ...createLineDetail(error, note),
    ...(isMissing && { isUnresolved: true }),
    action: { edit: key },
  };
}

interface LineNote {
  readonly icon: 'error' | 'warning' | 'info';
  readonly text: string;
}

function getFieldNote(
  key: ProjectFieldKey,
  answers: ProjectAnswers,
  isMissing: boolean,
): LineNote | undefined {
  const value = getDraftValue(answers.draft, key);
  if (key === 'name') return createInfoNote(duplicateNameHint(value, answers));
  if (key === 'runtime' && isMissing) return { icon: 'warning', text: missingRuntimeText(answers) };
  if (key !== 'sourceRepository' || value !== '') return undefined;
  return { icon: 'warning', text: isMissing ? repositoryWarning(answers) : noRepositoryText() };
}

function createInfoNote(text: string | undefined): LineNote | undefined {
  return text === undefined ? undefined : { icon: 'info', text };
}

function createLineDetail(
  error: string | undefined,
  note?: LineNote,
): Pick<ProjectSummaryItem, 'detail' | 'detailIcon' | 'isUnresolved'> {
  if (error !== undefined) return { detail: toPlainText(error), detailIcon: 'error', isUnresolved: true };
  return note ? { detail: toPlainText(note.text), detailIcon: note.icon } : {};
}

/** Creates the item with the keys of the variables. Their number comes first, because a long list is cut off. */
function createVariablesItem(
  { draft, facts }: ProjectAnswers,
  error: string | undefined,
): ProjectSummaryItem {
  const keys = listVariablesToSend(draft).map(({ key, isSecret }) =>
    isSecret ? vscode.l10n.t('{0} (secret)', key) : key,
  );
  const files = (facts?.envFiles ?? []).join(', ');
  const foundText = facts?.envVariableCount
    ? vscode.l10n.t('{0} found in {1}', facts.envVariableCount, files)
    : undefined;
  return {
    label: vscode.l10n.t('Variables'),
    description: toPlainText(
      keys.length === 0
        ? joinParts(vscode.l10n.t('none'), foundText)
        : joinParts(`${keys.length}`, keys.join(', ')),
    ),
    ...createLineDetail(error),
    action: { edit: 'environmentVariables' },
  };
}

function joinParts(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}
