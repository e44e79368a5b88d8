import * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';
import type { Cure, Describe } from '../../editor/problem.ts';
import { askPick, type Back, back, type Step, type StepFrame, takeStepsWithin } from '../../editor/steps.ts';
import { labelText, plainText } from '../../explorer/plainText.ts';
import { type Draft, type FieldKey, fieldKeys, sentVariables, valueFor } from './draft.ts';
import { askField, emptyText, fieldLabel, nameHint, nameRule, noRepositoryText } from './fields.ts';
import { type LineKey, refusedLines, withNames } from './refused.ts';
import type { Sent } from './send.ts';
import { variableSteps } from './variableSteps.ts';
import type { Answers, ReadEnv } from './wizard.ts';

interface SummaryDeps {
  readonly describe: Describe;
  readonly readEnv: ReadEnv;
  /** Sends the project once. Never rejects. */
  readonly send: (answers: Answers) => Promise<Sent>;
  readonly created: (sent: Sent & { readonly result: 'created' }) => void;
  /** A line was changed; the person may leave before anything is sent. */
  readonly changed: (answers: Answers) => void;
}

type Failed = Exclude<Sent, { readonly result: 'created' }>;

interface Item extends vscode.QuickPickItem {
  /** Absent: it only says something. */
  readonly act?: 'send' | { readonly edit: LineKey } | { readonly cure: Cure };
}

/** What matters most stands where it is seen without scrolling. */
const lineKeys: readonly LineKey[] = fieldKeys.flatMap((key): readonly LineKey[] =>
  key === 'runtime' ? ['environmentVariables', key] : [key],
);

/**
 * The last step: everything that is sent, each line to be changed, and *Create Project* on top. What goes wrong is said
 * here, with all answers kept.
 */
export function summaryStep({ describe, readEnv, send, created, changed }: SummaryDeps): Step<Answers> {
  let failed: Failed | undefined;
  return {
    async ask(start, frame) {
      let answers = start;
      for (;;) {
        const items = summaryItems(answers, failed, describe);
        const picked: Item | Back = await askPick(frame, {
          items,
          placeholder: placeholder(),
          active: items.find(({ act }) => act === 'send'),
        });
        if (picked === back) return { [back]: answers };
        const { act } = picked;
        if (act === undefined) continue;
        if (act === 'send') {
          const sent = await send(answers);
          if (sent.result === 'created') {
            created(sent);
            return answers;
          }
          failed = sent;
        } else if ('cure' in act) {
          await vscode.commands.executeCommand(act.cure.command, ...(act.cure.arguments ?? []));
        } else {
          const edited = await edit(act.edit, answers, frame, readEnv);
          // What was refused is not what stands there now; what is unclear stays so.
          if (edited !== answers && failed?.result === 'refused') failed = undefined;
          answers = edited;
          changed(answers);
        }
      }
    },
  };
}

function placeholder(): string {
  const t = vscode.l10n.t;
  return vscode.workspace.isTrusted
    ? t('Create the project, or select a line to change it')
    : t('Create the project, or select a line to change it. The files were only read; nothing was run.');
}

/** To leave the question is to leave the line as it is. */
async function edit(
  key: LineKey,
  answers: Answers,
  { title, drafts }: StepFrame,
  readEnv: ReadEnv,
): Promise<Answers> {
  const frame = { title, drafts, canGoBack: true };
  try {
    const edited =
      key === 'environmentVariables'
        ? await takeStepsWithin(frame, variableSteps(readEnv), answers)
        : await askField(key, answers, frame);
    return edited === back ? answers : edited;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return answers;
    throw error;
  }
}

function summaryItems(answers: Answers, failed: Failed | undefined, describe: Describe): readonly Item[] {
  const { draft, teams } = answers;
  const wrong = wrongLines(failed, draft);
  const broken = nameRule(valueFor(draft, 'name'));
  if (broken !== undefined) wrong.set('name', broken);
  const isShown = (key: LineKey): boolean => {
    if (key === 'teamId') return teams.length > 1 || valueFor(draft, key) !== '';
    // A branch of nothing is not sent.
    return key !== 'branchName' || valueFor(draft, 'sourceRepository') !== '';
  };
  // What is to be changed comes first: the end of the list may not be seen.
  const lines = lineKeys
    .filter(isShown)
    .toSorted((a, b) => Number(wrong.has(b)) - Number(wrong.has(a)))
    .map((key) =>
      key === 'environmentVariables'
        ? variablesItem(draft, wrong.get(key))
        : fieldItem(key, answers, wrong.get(key)),
    );
  return [
    ...troubleItems(failed, draft, describe),
    sendItem(failed),
    { label: vscode.l10n.t('Project'), kind: vscode.QuickPickItemKind.Separator },
    ...lines,
  ];
}

function sendItem(failed: Failed | undefined): Item {
  const t = vscode.l10n.t;
  if (failed?.result !== 'unknown') return { label: `$(cloud-upload) ${t('Create Project')}`, act: 'send' };
  return {
    label: `$(cloud-upload) ${t('Create Again')}`,
    detail: t('If it was created before, there will be two.'),
    act: 'send',
  };
}

/** What went wrong, and what may be done about it. */
function troubleItems(failed: Failed | undefined, draft: Draft, describe: Describe): readonly Item[] {
  if (!failed) return [];
  const words = troubleWords(failed, draft, describe);
  return [
    { label: `$(${words.icon}) ${words.title}`, detail: plainText(words.message) },
    ...words.cures.map((cure) => ({ label: `$(${cure.icon}) ${cure.label}`, act: { cure } })),
  ];
}

interface TroubleWords {
  readonly icon: 'error' | 'info';
  readonly title: string;
  readonly message: string;
  readonly cures: readonly Cure[];
}

/** What became of it, and why. `draft`: what was sent. */
export function troubleWords(failed: Failed, draft: Draft, describe: Describe): TroubleWords {
  const t = vscode.l10n.t;
  const problem = describe(withNames(failed.error, draft, fieldLabel));
  const cures = problem?.cures ?? [];
  const icon = problem ? 'error' : 'info';
  switch (failed.result) {
    case 'refused':
      return {
        icon,
        title: t('The project was not created'),
        message: problem?.message ?? stoppedText(failed.error),
        cures,
      };
    case 'absent':
      return {
        icon,
        title: t('The project was not created'),
        message: sentences(problem?.message, t('The service lists no such project.')),
        cures,
      };
    case 'unknown':
      return {
        icon: 'error',
        title: t('It cannot be known whether the project was created'),
        message: sentences(
          problem?.message,
          failed.unclear.before === undefined
            ? t('This service does not list projects.')
            : t('The list of projects cannot be read now.'),
        ),
        cures,
      };
  }
}

/** Nothing went wrong: the person left the sign-in that the service asked for, or cancelled before it was sent. */
function stoppedText(error: unknown): string {
  const t = vscode.l10n.t;
  const why =
    error instanceof vscode.CancellationError
      ? t('The service wants you to sign in, and that was left.')
      : t('It was cancelled before anything was sent.');
  return sentences(why, t('All that you typed is kept here.'));
}

function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' ');
}

/** What the service, or the client before it, said of each line. */
function wrongLines(failed: Failed | undefined, draft: Draft): Map<LineKey, string> {
  if (failed?.result !== 'refused' || !(failed.error instanceof ApiError)) return new Map();
  const wrong = refusedLines(failed.error.issues, draft);
  if (failed.error.kind === 'forbidden') wrong.set('teamId', vscode.l10n.t('Choose another team.'));
  return wrong;
}

function fieldItem(key: FieldKey, answers: Answers, wrong: string | undefined): Item {
  const { draft, facts, teams } = answers;
  const value = valueFor(draft, key);
  const shown = key === 'teamId' ? (teams.find(({ id }) => id === value)?.name ?? value) : value;
  const isSuggested = draft.said[key] === undefined && value !== '';
  const reason = isSuggested || key === 'runtime' ? facts?.reasons[key] : undefined;
  // The address is long enough by itself.
  const isBelow = key === 'sourceRepository';
  const parts = [value === '' ? emptyText(key) : shown, ...(isBelow ? [] : [reason])];
  const detail = detailOf(wrong, noteOn(key, answers) ?? (isBelow ? noteOf(reason) : undefined));
  return {
    label: fieldLabel(key),
    description: labelText(parts.filter((part) => part !== undefined).join(' · ')),
    ...(detail !== undefined && { detail }),
    act: { edit: key },
  };
}

interface Note {
  readonly icon: 'error' | 'warning' | 'info';
  readonly text: string;
}

/** What is to be known before it is sent. */
function noteOn(key: FieldKey, answers: Answers): Note | undefined {
  const value = valueFor(answers.draft, key);
  if (key === 'name') return noteOf(nameHint(value, answers));
  if (key !== 'sourceRepository' || value !== '') return undefined;
  return { icon: 'warning', text: noRepositoryText() };
}

function noteOf(text: string | undefined): Note | undefined {
  return text === undefined ? undefined : { icon: 'info', text };
}

function detailOf(wrong: string | undefined, note?: Note): string | undefined {
  const shown: Note | undefined = wrong === undefined ? note : { icon: 'error', text: wrong };
  return shown && `$(${shown.icon}) ${labelText(shown.text)}`;
}

/** Keys only; how many stands first, since a list may be long. */
function variablesItem(draft: Draft, wrong: string | undefined): Item {
  const t = vscode.l10n.t;
  const keys = sentVariables(draft).map(({ key, isSecret }) => (isSecret ? t('{0} (secret)', key) : key));
  const detail = detailOf(wrong);
  return {
    label: t('Variables'),
    description: keys.length === 0 ? t('none') : `${keys.length} · ${keys.join(', ')}`,
    ...(detail !== undefined && { detail }),
    act: { edit: 'environmentVariables' },
  };
}
