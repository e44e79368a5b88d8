import * as vscode from 'vscode';
import { toPlainText } from '../../domain/plainText.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { createFailureItems, type SummaryItem } from '../../editor/summary.ts';
import { formatEnvironmentLabel } from '../../explorer/environmentLabel.ts';
import { type SettingKey, settingKeys, settingLabels } from '../../folder/buildSettings.ts';
import type { ExclusionReason } from '../../folder/contents.ts';
import { type FolderAnswers, lacksTransport, listFilesToSend, resolveSetting } from './answers.ts';
import { type DeployFailure, toDeployProblem } from './deployFailure.ts';
import {
  excludedPathText,
  exclusionText,
  fileSizeText,
  sensitivityText,
  truncatedList,
  uploadSummaryText,
} from './texts.ts';

export type FolderSummaryKey = SettingKey | 'environment' | 'sensitive' | 'excluded' | 'files';

type FolderSummaryItem = SummaryItem<FolderSummaryKey, 'deploy'>;

/** Maximum number of large files that are listed. */
const maxLargest = 5;
const maxNames = 5;

/** Returns the items of the summary, with a failure and *Deploy* at the top. */
export function folderSummaryItems(
  answers: FolderAnswers,
  failure: DeployFailure | undefined,
  toProblem: ToProblem,
): readonly FolderSummaryItem[] {
  return [
    ...deployFailureItems(failure, answers, toProblem),
    deployItem(answers, failure),
    separator(vscode.l10n.t('Folder')),
    filesItem(answers),
    ...sensitiveItems(answers),
    ...excludedFileItems(answers),
    separator(vscode.l10n.t('Environment and settings')),
    environmentItem(answers),
    ...settingKeys.map((key) => settingItem(key, answers)),
    ...largestItems(answers),
  ];
}

function separator(label: string): FolderSummaryItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function deployItem(
  { target, folderName }: FolderAnswers,
  failure: DeployFailure | undefined,
): FolderSummaryItem {
  return {
    iconPath: new vscode.ThemeIcon('cloud-upload'),
    label: failure
      ? vscode.l10n.t('Try Again')
      : vscode.l10n.t('Deploy to {0}', formatEnvironmentLabel(target)),
    description: toPlainText(folderName),
    action: { send: 'deploy' },
  };
}

function deployFailureItems(
  failure: DeployFailure | undefined,
  { target }: FolderAnswers,
  toProblem: ToProblem,
): readonly FolderSummaryItem[] {
  if (!failure) return [];
  return createFailureItems({
    ...toDeployProblem(failure, target, toProblem),
    icon: failure.result === 'cancelled' ? 'info' : 'error',
    title:
      failure.result === 'unknown'
        ? vscode.l10n.t('The deployment result is unknown')
        : vscode.l10n.t("The folder wasn't deployed"),
  });
}

function filesItem(answers: FolderAnswers): FolderSummaryItem {
  const files = listFilesToSend(answers);
  return {
    label: vscode.l10n.t('Files'),
    description: uploadSummaryText(files, answers.contents.git),
    ...(files.length === 0 && {
      detail: vscode.l10n.t('There is nothing to deploy in this folder.'),
      detailIcon: 'error',
    }),
    action: { edit: 'files' },
  };
}

/** Returns the largest files. They're at the end because they matter less than the settings. */
function largestItems(answers: FolderAnswers): readonly FolderSummaryItem[] {
  const largest = listFilesToSend(answers)
    .toSorted((a, b) => b.size - a.size)
    .slice(0, maxLargest);
  if (largest.length === 0) return [];
  return [
    separator(vscode.l10n.t('Largest files')),
    ...largest.map(
      ({ path, size }): FolderSummaryItem => ({
        label: toPlainText(path),
        description: fileSizeText(size),
        action: { edit: 'files' },
      }),
    ),
  ];
}

/** Returns the item for the sensitive files, which are sent only if the user selects them. */
function sensitiveItems({ contents: { sensitive }, chosen }: FolderAnswers): readonly FolderSummaryItem[] {
  if (sensitive.length === 0) return [];
  const included = sensitive.filter(({ file }) => chosen.has(file.path));
  const excluded = sensitive.filter(({ file }) => !chosen.has(file.path));
  const listNames = (some: typeof sensitive): string =>
    truncatedList(
      some.map((one) => `${toPlainText(one.file.path)} (${sensitivityText(one)})`),
      maxNames,
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

function excludedFileItems({ contents: { excluded } }: FolderAnswers): readonly FolderSummaryItem[] {
  const reasons = [...new Set(excluded.map(({ reason }) => reason))];
  if (reasons.length === 0) return [];
  const ofReason = (reason: ExclusionReason): string => {
    const names = excluded.filter((one) => one.reason === reason).map(excludedPathText);
    return vscode.l10n.t('{0}: {1}', exclusionText(reason), truncatedList(names, maxNames));
  };
  const isUnexpected = reasons.some((reason) => reason !== 'neverSent');
  return [
    {
      label: vscode.l10n.t('Excluded files'),
      description: reasons.map(ofReason).join('; '),
      ...(isUnexpected && {
        detail: vscode.l10n.t('Some files are excluded even though Git would include them.'),
        detailIcon: 'info',
      }),
      action: { edit: 'excluded' },
    },
  ];
}

function environmentItem({ target }: FolderAnswers): FolderSummaryItem {
  return {
    label: vscode.l10n.t('Environment'),
    description: formatEnvironmentLabel(target),
    action: { edit: 'environment' },
  };
}

function settingItem(key: SettingKey, answers: FolderAnswers): FolderSummaryItem {
  const { value, from } = resolveSetting(answers, key);
  const reason =
    from === 'project'
      ? vscode.l10n.t('from the project')
      : from === 'folder'
        ? settingSourceText(key, answers)
        : undefined;
  const text = value.trim() === '' ? vscode.l10n.t('chosen by the service') : value;
  const isMissing = key === 'transport' && lacksTransport(answers);
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
