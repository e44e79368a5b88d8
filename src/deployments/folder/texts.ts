import * as vscode from 'vscode';
import { plainText } from '../../domain/plainText.ts';
import { formatSize as unitText } from '../../editor/webview/units.ts';
import type { FolderFile, GitState, LeftOut, LeftOutReason, Questionable } from '../../folder/contents.ts';
import { shortCommit } from '../commit.ts';
import { totalSize } from './answers.ts';

/** "1.3 MB" */
export const sizeText = (bytes: number): string => unitText(bytes, vscode.env.language);

export function countText(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 file')
    : vscode.l10n.t('{0} files', count.toLocaleString(vscode.env.language));
}

/** `1a2b3c4 · with local changes` */
export function stateText(git: { readonly commit?: string | undefined; readonly isDirty: boolean }): string {
  const commit = shortCommit(git.commit) ?? '';
  const parts = [commit, git.isDirty ? vscode.l10n.t('with local changes') : ''];
  return parts.filter((part) => part !== '').join(' · ');
}

/** `5 files · 498 bytes · release/next · 1a2b3c4 · with local changes` */
export function goingText(files: readonly FolderFile[], git: GitState | undefined): string {
  const state = git ? stateText(git) : vscode.l10n.t('no Git repository');
  const parts = [countText(files.length), sizeText(totalSize(files)), plainText(git?.branch ?? ''), state];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Returns why a file is asked about: the kind of the secret, and whom it is for, but never the secret. */
export function questionText({ file, reason, source = '' }: Questionable): string {
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
      return sizeText(file.size);
  }
}

export function reasonText(reason: LeftOutReason): string {
  const texts: Readonly<Record<LeftOutReason, string>> = {
    neverSent: vscode.l10n.t('never sent'),
    outsideLink: vscode.l10n.t('link to a target outside the folder'),
    unreadable: vscode.l10n.t("can't be read"),
    special: vscode.l10n.t('not a regular file'),
    notUtf8: vscode.l10n.t("name isn't UTF-8"),
  };
  return texts[reason];
}

/** `node_modules (1,204 files)` */
export function leftOutText({ path, count }: LeftOut): string {
  return count === undefined ? plainText(path) : `${plainText(path)} (${countText(count)})`;
}

/** So many names at most, and how many more there are. */
export function namesText(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? vscode.l10n.t('{0} and {1} more', shown, names.length - most) : shown;
}
