import * as vscode from 'vscode';
import { toPlainText } from '../../domain/plainText.ts';
import { formatSize as unitText } from '../../editor/webview/units.ts';
import type {
  ExcludedFile,
  ExclusionReason,
  FolderFile,
  GitState,
  SensitiveFile,
} from '../../folder/contents.ts';
import { shortenCommitId } from '../commit.ts';
import { sumSizes } from './answers.ts';

/** Formats a size, such as `1.3 MB`. */
export const formatFileSize = (bytes: number): string => unitText(bytes, vscode.env.language);

export function formatFileCount(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 file')
    : vscode.l10n.t('{0} files', count.toLocaleString(vscode.env.language));
}

/** Returns a text such as `1a2b3c4 · with local changes`. */
function formatGitState(git: { readonly commit?: string | undefined; readonly isDirty: boolean }): string {
  const commit = shortenCommitId(git.commit) ?? '';
  const parts = [commit, git.isDirty ? vscode.l10n.t('with local changes') : ''];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Returns a text such as `5 files · 498 bytes · release/next · 1a2b3c4 · with local changes`. */
export function formatUploadSummary(files: readonly FolderFile[], git: GitState | undefined): string {
  const state = git ? formatGitState(git) : vscode.l10n.t('no Git repository');
  const parts = [
    formatFileCount(files.length),
    formatFileSize(sumSizes(files)),
    toPlainText(git?.branch ?? ''),
    state,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Returns why a file is sensitive. The text has the kind of the secret and its service, but never the secret. */
export function describeSensitivity({ file, reason, source = '' }: SensitiveFile): string {
  switch (reason) {
    case 'name':
      return vscode.l10n.t('{0} file that might contain secrets', source);
    case 'privateKey':
      return vscode.l10n.t('private key');
    case 'credentials':
      return vscode.l10n.t('contains credentials for {0}', source);
    case 'token':
      return vscode.l10n.t('contains a token for {0}', source);
    case 'url':
      return vscode.l10n.t('contains a URL with credentials');
    case 'large':
      return formatFileSize(file.size);
  }
}

export function describeExclusion(reason: ExclusionReason): string {
  const texts: Readonly<Record<ExclusionReason, string>> = {
    neverSent: vscode.l10n.t('never sent'),
    outsideLink: vscode.l10n.t('link to a target outside the folder'),
    unreadable: vscode.l10n.t("can't be read"),
    special: vscode.l10n.t('not a regular file'),
    notUtf8: vscode.l10n.t("name isn't UTF-8"),
  };
  return texts[reason];
}

/** Returns a text such as `node_modules (1,204 files)`. */
export function formatExcludedPath({ path, fileCount }: ExcludedFile): string {
  return fileCount === undefined ? toPlainText(path) : `${toPlainText(path)} (${formatFileCount(fileCount)})`;
}

/** Joins names, and replaces those after the first `maxNames` with their number. */
export function joinFirst(names: readonly string[], maxNames: number): string {
  const firstNames = names.slice(0, maxNames).join(', ');
  return names.length > maxNames
    ? vscode.l10n.t('{0} and {1} more', firstNames, names.length - maxNames)
    : firstNames;
}
