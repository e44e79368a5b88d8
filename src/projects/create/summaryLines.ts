import * as vscode from 'vscode';
import { getBrokenRules, isApiError } from '../../api/errors.ts';
import { plainText } from '../../domain/plainText.ts';
import type { PickItem } from '../../editor/pickItem.ts';
import type { Remedy, ToProblem } from '../../editor/problem.ts';
import { describeAlternatives } from './alternatives.ts';
import type { CreateProjectFailure } from './createProjectOnce.ts';
import {
  draftValue,
  findMissingFields,
  listVariablesToSend,
  type ProjectDraft,
  type ProjectFieldKey,
  projectFieldKeys,
} from './draft.ts';
import {
  duplicateNameHint,
  emptyFieldText,
  missingRepositoryText,
  missingRuntimeText,
  noRepositoryText,
  projectFieldLabel,
  projectNameError,
} from './fields.ts';
import { rejectedLineTexts, type ProjectLineKey as SentKey } from './rejectedFields.ts';
import { troubleWords } from './trouble.ts';
import type { Answers } from './wizard.ts';

export type LineKey = SentKey | 'folder';

export interface Item extends PickItem {
  /** Absent: it only says something. */
  readonly act?: 'send' | 'sendAndDeploy' | { readonly edit: LineKey } | { readonly remedy: Remedy };
}

/** What matters most stands where it is seen without scrolling. */
const lineKeys: readonly SentKey[] = projectFieldKeys.flatMap((key): readonly SentKey[] =>
  key === 'runtime' ? ['environmentVariables', key] : [key],
);

/** What is sent, line by line, under what went wrong and *Create Project*. */
export function summaryItems(
  answers: Answers,
  failed: CreateProjectFailure | undefined,
  toProblem: ToProblem,
): readonly Item[] {
  const { draft, teams } = answers;
  const wrong = wrongLines(failed, draft);
  const broken = projectNameError(draftValue(draft, 'name'));
  if (broken !== undefined) wrong.set('name', broken);
  const open = new Set<SentKey>(findMissingFields(draft));
  const isShown = (key: SentKey): boolean => {
    if (key === 'teamId') return teams.length > 1 || draftValue(draft, key) !== '';
    // A branch of nothing isn't sent.
    return key !== 'branchName' || draftValue(draft, 'sourceRepository') !== '';
  };
  // What is to be changed comes first: the end of the list may not be seen.
  const lines = lineKeys
    .filter(isShown)
    .toSorted((a, b) => Number(wrong.has(b) || open.has(b)) - Number(wrong.has(a) || open.has(a)))
    .map((key) =>
      key === 'environmentVariables'
        ? variablesItem(answers, wrong.get(key))
        : fieldItem(key, answers, wrong.get(key), open.has(key)),
    );
  return [
    ...troubleItems(failed, draft, toProblem),
    sendItem(failed),
    ...deployItems(answers, failed),
    { label: vscode.l10n.t('Project'), kind: vscode.QuickPickItemKind.Separator },
    ...folderItems(answers),
    ...lines,
  ];
}

function sendItem(failed: CreateProjectFailure | undefined): Item {
  const iconPath = new vscode.ThemeIcon('cloud-upload');
  if (failed?.result !== 'unknown') return { iconPath, label: vscode.l10n.t('Create Project'), act: 'send' };
  return {
    ...{ iconPath, label: vscode.l10n.t('Create Again'), act: 'send' },
    detail: vscode.l10n.t('If the project was already created, creating it again results in two projects.'),
  };
}

/** Without a repository there is nothing that the service could deploy by itself, but the folder is here. */
function deployItems({ draft, facts }: Answers, failed: CreateProjectFailure | undefined): readonly Item[] {
  const isHere = facts?.folder.scheme === 'file';
  if (!isHere || failed || draftValue(draft, 'sourceRepository').trim() !== '') return [];
  return [
    {
      iconPath: new vscode.ThemeIcon('rocket'),
      label: vscode.l10n.t('Create Project and Deploy Folder...'),
      description: plainText(folderName(facts.folder)),
      act: 'sendAndDeploy',
    },
  ];
}

/** What went wrong, and what may be done about it. */
function troubleItems(
  failed: CreateProjectFailure | undefined,
  draft: ProjectDraft,
  toProblem: ToProblem,
): readonly Item[] {
  if (!failed) return [];
  const words = troubleWords(failed, draft, toProblem);
  return [
    {
      iconPath: new vscode.ThemeIcon(words.icon),
      label: words.title,
      detail: plainText(words.message),
    },
    ...words.remedies.map((remedy) => ({
      ...{ iconPath: new vscode.ThemeIcon(remedy.icon), label: remedy.label, act: { remedy } },
    })),
  ];
}

/** What the service, or the client before it, said of each line. */
function wrongLines(failed: CreateProjectFailure | undefined, draft: ProjectDraft): Map<SentKey, string> {
  if (failed?.result !== 'refused') return new Map();
  const wrong = rejectedLineTexts(getBrokenRules(failed.error), draft);
  if (isApiError(failed.error, 'forbidden')) wrong.set('teamId', vscode.l10n.t('Select another team.'));
  return wrong;
}

/** Which of several folders all of this was found in. */
function folderItems(answers: Answers): readonly Item[] {
  const others = describeAlternatives('folder', answers);
  const { facts } = answers;
  if (!facts || others === undefined) return [];
  return [
    {
      label: vscode.l10n.t('Folder'),
      description: joined(plainText(folderName(facts.folder)), others),
      act: { edit: 'folder' },
    },
  ];
}

function folderName(folder: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(folder)?.name ?? folder.path;
}

function fieldItem(key: ProjectFieldKey, answers: Answers, wrong: string | undefined, isOpen: boolean): Item {
  const { draft, facts, teams } = answers;
  const value = draftValue(draft, key);
  const shown = key === 'teamId' ? (teams.find(({ id }) => id === value)?.name ?? value) : value;
  const isSuggested = draft.entered[key] === undefined && value !== '';
  const reason = isSuggested || key === 'runtime' ? facts?.reasons[key] : undefined;
  const others = describeAlternatives(key, answers);
  const text = value.trim() === '' ? (isOpen ? openText(key) : emptyFieldText(key)) : shown;
  // The address is long enough by itself.
  const isBelow = key === 'sourceRepository';
  const parts = isBelow ? [text] : [text, reason, others];
  const below = isBelow ? joined(reason, others) : '';
  const note = noteOn(key, answers, isOpen) ?? noteOf(below === '' ? undefined : below);
  return {
    label: projectFieldLabel(key),
    description: plainText(joined(...parts)),
    ...detailOf(wrong, note),
    act: { edit: key },
  };
}

interface Note {
  readonly icon: 'error' | 'warning' | 'info';
  readonly text: string;
}

/** What is to be known before it is sent. */
/** A repository may be none, once someone says so. */
function openText(key: ProjectFieldKey): string {
  return key === 'sourceRepository' ? vscode.l10n.t('not selected yet') : vscode.l10n.t('required');
}

function noteOn(key: ProjectFieldKey, answers: Answers, isOpen: boolean): Note | undefined {
  const value = draftValue(answers.draft, key);
  if (key === 'name') return noteOf(duplicateNameHint(value, answers));
  if (key === 'runtime' && isOpen) return { icon: 'warning', text: missingRuntimeText(answers) };
  if (key !== 'sourceRepository' || value !== '') return undefined;
  return { icon: 'warning', text: isOpen ? missingRepositoryText(answers) : noRepositoryText() };
}

function noteOf(text: string | undefined): Note | undefined {
  return text === undefined ? undefined : { icon: 'info', text };
}

function detailOf(wrong: string | undefined, note?: Note): Pick<Item, 'detail' | 'detailIcon'> {
  const shown: Note | undefined = wrong === undefined ? note : { icon: 'error', text: wrong };
  return shown ? { detail: plainText(shown.text), detailIcon: shown.icon } : {};
}

/** Keys only; how many stands first, since a list may be long. */
function variablesItem({ draft, facts }: Answers, wrong: string | undefined): Item {
  const keys = listVariablesToSend(draft).map(({ key, isSecret }) =>
    isSecret ? vscode.l10n.t('{0} (secret)', key) : key,
  );
  const files = (facts?.envFiles ?? []).join(', ');
  const found = facts?.envCount ? vscode.l10n.t('{0} found in {1}', facts.envCount, files) : undefined;
  return {
    label: vscode.l10n.t('Variables'),
    description: plainText(
      keys.length === 0 ? joined(vscode.l10n.t('none'), found) : joined(`${keys.length}`, keys.join(', ')),
    ),
    ...detailOf(wrong),
    act: { edit: 'environmentVariables' },
  };
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}
