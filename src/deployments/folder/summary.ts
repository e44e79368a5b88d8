import * as vscode from 'vscode';
import { transports } from '../../api/projects.ts';
import { toPlainText } from '../../domain/plainText.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { askPickMany, askPickOne, askText, type Back, back, type StepFrame } from '../../editor/steps.ts';
import { runSummary, type SummaryDraft } from '../../editor/summary.ts';
import { type SettingKey, settingPrompts, transportName } from '../../folder/buildSettings.ts';
import { type FolderAnswers, listFilesToSend, needsTransport, resolveSetting } from './answers.ts';
import type { DeployFailure } from './deployFailure.ts';
import type { DeployFolderOutcome } from './deployFolder.ts';
import { createFolderSummaryItems, type FolderSummaryKey } from './summaryLines.ts';
import { describeExclusion, describeSensitivity, formatExcludedPath, formatFileSize } from './texts.ts';

/** The operations that the summary needs. */
export interface FolderActions {
  /** Lets the user select another environment. Rejects with a `CancellationError` if the user cancels. */
  changeEnvironment(answers: FolderAnswers): Promise<FolderAnswers>;
  /** Reads the contents of the folder again. */
  rereadContents(answers: FolderAnswers): Promise<FolderAnswers>;
  /** Asks the user to confirm if necessary, and deploys the folder. Returns `undefined` if the user declines. */
  deploy(answers: FolderAnswers): Promise<DeployFolderOutcome | undefined>;
}

type StartedOutcome = Extract<DeployFolderOutcome, { readonly result: 'started' }>;

/**
 * Shows the summary, in which each line can be edited, with *Deploy* at the top. After a failure, the summary shows it
 * and keeps all answers. Rejects with a `CancellationError` if the user cancels.
 */
export async function askSummary(
  start: FolderAnswers,
  actions: FolderActions,
  toProblem: ToProblem,
): Promise<{ readonly answers: FolderAnswers; readonly started: StartedOutcome }> {
  let failure: DeployFailure | undefined;
  const summaryResult = await runSummary<FolderAnswers, FolderSummaryKey, 'deploy', StartedOutcome>({
    start,
    frame: {
      title: vscode.l10n.t('Deploy Folder {0}', toPlainText(start.folderName)),
      canGoBack: false,
      drafts: new Map(),
    },
    placeholder: () =>
      failure
        ? vscode.l10n.t('Try again, or select an item to change it')
        : vscode.l10n.t('Deploy the folder, or select an item to change it. Nothing has been sent yet.'),
    items: (answers) => createFolderSummaryItems(answers, failure, toProblem),
    edit: (key, answers, frame) => askFolderLine(key, answers, frame, actions),
    send: async (draft) => {
      if (!(await isReadyToSend(draft))) return undefined;
      const outcome = await actions.deploy(draft.answers);
      if (!outcome || outcome.result === 'started') return outcome;
      failure = outcome;
      // With the old contents, the changed file would fail again.
      if (outcome.result === 'notStarted' && outcome.step === 'pack') {
        draft.answers = await actions.rereadContents(draft.answers);
      }
      return undefined;
    },
  });
  if (!('result' in summaryResult)) throw new vscode.CancellationError();
  return { answers: summaryResult.answers, started: summaryResult.result };
}

/** Whether there are files, and a transport if one is required. Prompts for a missing transport. */
async function isReadyToSend(draft: SummaryDraft<FolderAnswers, FolderSummaryKey>): Promise<boolean> {
  if (listFilesToSend(draft.answers).length === 0) return false;
  if (needsTransport(draft.answers)) await draft.edit('transport');
  return !needsTransport(draft.answers);
}

async function askFolderLine(
  key: FolderSummaryKey,
  answers: FolderAnswers,
  frame: StepFrame,
  { changeEnvironment }: FolderActions,
): Promise<FolderAnswers | Back> {
  switch (key) {
    case 'environment':
      return changeEnvironment(answers);
    case 'sensitive':
      return askSensitiveFiles(answers, frame);
    case 'excluded':
      return showList(frame, createExcludedItems(answers), vscode.l10n.t('Excluded files'));
    case 'files':
      return showList(frame, createFileItems(answers), vscode.l10n.t('Files to send, largest first'));
    case 'transport':
      return askTransport(answers, frame);
    default:
      return askSettingText(key, answers, frame);
  }
}

async function showList(
  frame: StepFrame,
  items: readonly vscode.QuickPickItem[],
  placeholder: string,
): Promise<Back> {
  await askPickOne(frame, { items, placeholder });
  return back;
}

function createExcludedItems({ contents }: FolderAnswers): readonly vscode.QuickPickItem[] {
  return contents.excludedFiles.map((one) => ({
    label: formatExcludedPath(one),
    description: describeExclusion(one.reason),
  }));
}

/** Maximum number of listed files. The editor is slow with longer lists. */
const maxListedFiles = 2000;

function createFileItems(answers: FolderAnswers): readonly vscode.QuickPickItem[] {
  return listFilesToSend(answers)
    .toSorted((a, b) => b.size - a.size)
    .slice(0, maxListedFiles)
    .map(({ path, size }) => ({ label: toPlainText(path), description: formatFileSize(size) }));
}

async function askSensitiveFiles(answers: FolderAnswers, frame: StepFrame): Promise<FolderAnswers | Back> {
  const files = answers.contents.sensitiveFiles.map((one) => ({
    label: toPlainText(one.file.path),
    description: describeSensitivity(one),
    detail: vscode.l10n.t('Anyone who can read the archive can read this file'),
    detailIcon: 'warning',
    path: one.file.path,
  }));
  const picked = await askPickMany(frame, {
    items: files,
    placeholder: vscode.l10n.t('Select additional files to send'),
    picked: files.filter(({ path }) => answers.selectedPaths.has(path)),
  });
  return picked === back ? back : { ...answers, selectedPaths: new Set(picked.map(({ path }) => path)) };
}

async function askTransport(answers: FolderAnswers, frame: StepFrame): Promise<FolderAnswers | Back> {
  const items = [
    ...transports.toReversed().map((value: string) => ({
      label: transportName(value as (typeof transports)[number]),
      description: value,
      value,
    })),
    { label: vscode.l10n.t('Let the Service Choose'), value: '' },
  ];
  const { value } = resolveSetting(answers, 'transport');
  const picked = await askPickOne(frame, {
    items,
    placeholder: vscode.l10n.t('Select the transport'),
    active: items.find((item) => item.value === value) ?? items[0],
  });
  return picked === back ? back : setSetting(answers, 'transport', picked.value);
}

async function askSettingText(
  key: keyof ReturnType<typeof settingPrompts>,
  answers: FolderAnswers,
  frame: StepFrame,
): Promise<FolderAnswers | Back> {
  const text = await askText(frame, {
    key,
    prompt: settingPrompts()[key],
    value: resolveSetting(answers, key).value,
  });
  return text === back ? back : setSetting(answers, key, text.trim());
}

/** Sets a setting. A value that equals the suggestion isn't stored, so that it follows the suggestion. */
function setSetting(answers: FolderAnswers, key: SettingKey, value: string): FolderAnswers {
  const { [key]: _, ...others } = answers.enteredSettings;
  const isSuggested = resolveSetting({ ...answers, enteredSettings: others }, key).value === value;
  return { ...answers, enteredSettings: isSuggested ? others : { ...others, [key]: value } };
}
