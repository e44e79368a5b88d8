import * as vscode from 'vscode';
import { toPlainText } from '../../domain/plainText.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { createFailureItems, type SummaryItem } from '../../editor/summary.ts';
import { formatEnvironmentLabel, needsConfirmation } from '../../explorer/environmentLabel.ts';
import { type SettingKey, settingKeys, settingLabels, settingText } from '../../folder/buildSettings.ts';
import type { ExclusionReason, FolderFile } from '../../folder/contents.ts';
import { type FolderAnswers, listFilesToSend, needsTransport, resolveSetting } from './answers.ts';
import { type DeployFailure, toDeployProblem } from './deployFailure.ts';
import {
  describeExclusion,
  describeSensitivity,
  formatExcludedPath,
  formatFileSize,
  formatUploadSummary,
  joinFirst,
} from './texts.ts';

export type FolderSummaryKey = SettingKey | 'environment' | 'sensitive' | 'excluded' | 'files';

type FolderSummaryItem = SummaryItem<FolderSummaryKey, 'deploy'>;

/** Maximum number of large files that are named. */
const maxLargestFiles = 3;
/** Minimum size in bytes of a file that is named because of its size. */
const minLargeSize = 100_000;
const maxListedNames = 5;

/** Creates the items of the summary, with a failure and *Deploy* at the top. */
export function createFolderSummaryItems(
  answers: FolderAnswers,
  failure: DeployFailure | undefined,
  toProblem: ToProblem,
): readonly FolderSummaryItem[] {
  return [
    ...createDeployFailureItems(failure, answers, toProblem),
    createDeployItem(answers, failure),
    createSeparator(vscode.l10n.t('Folder')),
    createFilesItem(answers),
    ...createSensitiveFileItems(answers),
    ...createExcludedFileItems(answers),
    createSeparator(vscode.l10n.t('Environment and settings')),
    createEnvironmentItem(answers),
    ...settingKeys.map((key) => createSettingItem(key, answers)),
  ];
}

function createSeparator(label: string): FolderSummaryItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function createDeployItem(
  { target, folderName }: FolderAnswers,
  failure: DeployFailure | undefined,
): FolderSummaryItem {
  return {
    iconPath: new vscode.ThemeIcon(failure ? 'refresh' : 'cloud-upload'),
    label: failure
      ? vscode.l10n.t('Try Again: Deploy to {0}', formatEnvironmentLabel(target))
      : vscode.l10n.t('Deploy to {0}', formatEnvironmentLabel(target)),
    description: toPlainText(folderName),
    action: { send: 'deploy' },
    needsConfirmation: needsConfirmation(target),
  };
}

function createDeployFailureItems(
  failure: DeployFailure | undefined,
  { target }: FolderAnswers,
  toProblem: ToProblem,
): readonly FolderSummaryItem[] {
  if (!failure) return [];
  return createFailureItems({
    ...toDeployProblem(failure, target, toProblem),
    icon: failure.result === 'canceled' ? 'info' : 'error',
    title:
      failure.result === 'unknown'
        ? vscode.l10n.t('The deployment result is unknown')
        : vscode.l10n.t("The folder wasn't deployed"),
  });
}

function createFilesItem(answers: FolderAnswers): FolderSummaryItem {
  const files = listFilesToSend(answers);
  return {
    label: vscode.l10n.t('Files'),
    description: formatUploadSummary(files, answers.contents.git),
    ...(files.length === 0
      ? { detail: vscode.l10n.t('There is nothing to deploy in this folder.'), detailIcon: 'error' }
      : describeLargeFiles(files)),
    action: { edit: 'files' },
  };
}

/** Names the largest files, unless all files are small. Selecting the item lists all of them. */
function describeLargeFiles(files: readonly FolderFile[]): Pick<FolderSummaryItem, 'detail'> {
  const largeFiles = files
    .filter(({ size }) => size >= minLargeSize)
    .toSorted((a, b) => b.size - a.size)
    .slice(0, maxLargestFiles);
  if (largeFiles.length === 0) return {};
  const names = largeFiles.map(({ path, size }) => `${toPlainText(path)} (${formatFileSize(size)})`);
  return { detail: vscode.l10n.t('Largest: {0}', names.join(', ')) };
}

/** Creates the item for the sensitive files, which are sent only if the user selects them. */
function createSensitiveFileItems({
  contents: { sensitiveFiles },
  selectedPaths,
}: FolderAnswers): readonly FolderSummaryItem[] {
  if (sensitiveFiles.length === 0) return [];
  const included = sensitiveFiles.filter(({ file }) => selectedPaths.has(file.path));
  const excluded = sensitiveFiles.filter(({ file }) => !selectedPaths.has(file.path));
  const listNames = (files: typeof sensitiveFiles): string =>
    joinFirst(
      files.map((one) => `${toPlainText(one.file.path)} (${describeSensitivity(one)})`),
      maxListedNames,
    );
  return [
    {
      label: vscode.l10n.t('Not sent unless selected'),
      description: excluded.length === 0 ? vscode.l10n.t('all selected') : listNames(excluded),
      ...(included.length > 0 && {
        detail: vscode.l10n.t('Selected files to send: {0}', listNames(included)),
        detailIcon: 'warning',
      }),
      action: { edit: 'sensitive' },
    },
  ];
}

function createExcludedFileItems({
  contents: { excludedFiles },
}: FolderAnswers): readonly FolderSummaryItem[] {
  const reasons = [...new Set(excludedFiles.map(({ reason }) => reason))];
  if (reasons.length === 0) return [];
  const describeReason = (reason: ExclusionReason): string => {
    const names = excludedFiles.filter((one) => one.reason === reason).map(formatExcludedPath);
    return vscode.l10n.t('{0}: {1}', describeExclusion(reason), joinFirst(names, maxListedNames));
  };
  const isUnexpected = reasons.some((reason) => reason !== 'neverSent');
  return [
    {
      label: vscode.l10n.t('Excluded files'),
      description: reasons.map(describeReason).join('; '),
      ...(isUnexpected && {
        detail: vscode.l10n.t('Some files are excluded even though Git would include them.'),
        detailIcon: 'info',
      }),
      action: { edit: 'excluded' },
    },
  ];
}

function createEnvironmentItem({ target }: FolderAnswers): FolderSummaryItem {
  return {
    label: vscode.l10n.t('Environment'),
    description: formatEnvironmentLabel(target),
    action: { edit: 'environment' },
  };
}

function createSettingItem(key: SettingKey, answers: FolderAnswers): FolderSummaryItem {
  const { value, source } = resolveSetting(answers, key);
  const reason =
    source === 'project'
      ? vscode.l10n.t('from the project')
      : source === 'folder'
        ? settingSourceText(key, answers)
        : undefined;
  const text = value.trim() === '' ? vscode.l10n.t('chosen by the service') : settingText(key, value);
  const isMissing = key === 'transport' && needsTransport(answers);
  return {
    label: settingLabels()[key],
    description: toPlainText([text, reason].filter((part) => part !== undefined).join(' · ')),
    ...(isMissing && {
      detail: vscode.l10n.t(
        "Select a transport. The install, build, and start commands can't be sent without a transport.",
      ),
      detailIcon: 'error',
    }),
    action: { edit: key },
  };
}

function settingSourceText(key: SettingKey, { suggestions }: FolderAnswers): string {
  const path = key === 'transport' ? suggestions.sources.transport : undefined;
  return path === undefined ? vscode.l10n.t('from the folder') : vscode.l10n.t('found in {0}', path);
}
