import * as vscode from 'vscode';
import type { Services } from '../../context.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { UserError } from '../../editor/userError.ts';
import { getField } from '../../fields.ts';

/**
 * Returns the folders to deploy: from the arguments, the only open or linked folder, or the folder that the user
 * selects.
 */
export async function chooseFolders(
  argument: unknown,
  selection: unknown,
  { findEnvironmentFolders }: Pick<Services, 'findEnvironmentFolders'>,
): Promise<readonly vscode.Uri[]> {
  const argumentFolders = parseFolderArguments(argument, selection);
  if (argumentFolders.length > 0) return argumentFolders;
  const openFolders = vscode.workspace.workspaceFolders ?? [];
  const [first] = openFolders;
  if (!first) {
    throw new UserError(vscode.l10n.t("No folder is open. Open your server's folder, and then deploy it."), {
      isInformational: true,
      isPermanent: true,
      remedies: [
        { label: vscode.l10n.t('Open Folder...'), icon: 'folder-opened', command: 'vscode.openFolder' },
      ],
    });
  }
  if (openFolders.length === 1) return [first.uri];
  const editor = vscode.window.activeTextEditor?.document.uri;
  const activeFolder = editor && vscode.workspace.getWorkspaceFolder(editor);
  const environmentId = getStringArgument(argument, 'environmentId');
  const linkedFolders = environmentId === undefined ? [] : await findEnvironmentFolders(environmentId);
  const [linkedFolder] = linkedFolders;
  if (linkedFolder && linkedFolders.length === 1) return [linkedFolder];
  const isLinked = new Set(linkedFolders.map(String));
  const rank = (folder: vscode.WorkspaceFolder): number =>
    (isLinked.has(String(folder.uri)) ? 2 : 0) + (folder === activeFolder ? 1 : 0);
  const items = openFolders
    .toSorted((a, b) => rank(b) - rank(a))
    .map(({ name, uri }) => ({ label: toPlainText(name), description: toPlainText(uri.fsPath), uri }));
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Deploy Folder'),
    placeHolder: vscode.l10n.t('Select the folder to deploy'),
  });
  return [picked.uri];
}

/**
 * Returns the folders in the arguments of the command. `selection`: all items that are selected in the Explorer, if the
 * menu was opened on one of them.
 */
function parseFolderArguments(argument: unknown, selection: unknown): readonly vscode.Uri[] {
  if (argument instanceof vscode.Uri) {
    const selected = (Array.isArray(selection) ? selection : []).filter((one) => one instanceof vscode.Uri);
    return selected.length > 0 ? selected : [argument];
  }
  const folder = getField(argument, 'folder');
  if (folder instanceof vscode.Uri) return [folder];
  if (typeof folder !== 'string' || folder === '') return [];
  // A scheme has at least two letters here, because `C:` is a Windows drive.
  return [/^[a-z][a-z\d+.-]+:\/\//i.test(folder) ? vscode.Uri.parse(folder, true) : vscode.Uri.file(folder)];
}

/** Returns the display name of a folder. */
export function getFolderDisplayName(folder: vscode.Uri): string {
  const open = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.toString() === folder.toString());
  return open?.name ?? folder.path.split('/').findLast((part) => part !== '') ?? folder.path;
}

/**
 * Saves the changed files in a folder, like the editor does before a task. `saveSetting`: value of
 * `task.saveBeforeRun`.
 */
export async function saveChangedFiles(
  folder: vscode.Uri,
  saveSetting: unknown,
  isInteractive: boolean,
): Promise<void> {
  const base = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  const unsavedDocuments = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === folder.scheme && uri.path.startsWith(base),
  );
  if (unsavedDocuments.length === 0 || saveSetting === 'never') return;
  if (saveSetting === 'prompt') {
    if (!isInteractive) return;
    const saveLabel = vscode.l10n.t('Save');
    const picked = await vscode.window.showWarningMessage(
      vscode.l10n.t('Save changed files before deploying the folder?'),
      {
        modal: true,
        detail: unsavedDocuments.map(({ uri }) => toPlainText(uri.path.slice(base.length))).join('\n'),
      },
      saveLabel,
      vscode.l10n.t("Don't Save"),
    );
    if (picked === undefined) throw new vscode.CancellationError();
    if (picked !== saveLabel) return;
  }
  const saveResults = await Promise.all(unsavedDocuments.map((document) => document.save()));
  if (saveResults.includes(false)) {
    throw new UserError(
      vscode.l10n.t("Nothing was deployed because a changed file in the folder couldn't be saved."),
    );
  }
}
