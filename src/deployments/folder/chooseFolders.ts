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
  const given = foldersFromArguments(argument, selection);
  if (given.length > 0) return given;
  const open = vscode.workspace.workspaceFolders ?? [];
  const [first] = open;
  if (!first) {
    throw new UserError(vscode.l10n.t("No folder is open. Open your server's folder, and then deploy it."), {
      isInformational: true,
      isPermanent: true,
      remedies: [
        { label: vscode.l10n.t('Open Folder...'), icon: 'folder-opened', command: 'vscode.openFolder' },
      ],
    });
  }
  if (open.length === 1) return [first.uri];
  const editor = vscode.window.activeTextEditor?.document.uri;
  const inUse = editor && vscode.workspace.getWorkspaceFolder(editor);
  const environmentId = getStringArgument(argument, 'environmentId');
  const linked = environmentId === undefined ? [] : await findEnvironmentFolders(environmentId);
  const [only] = linked;
  if (only && linked.length === 1) return [only];
  const isLinked = new Set(linked.map(String));
  const rank = (folder: vscode.WorkspaceFolder): number =>
    (isLinked.has(String(folder.uri)) ? 2 : 0) + (folder === inUse ? 1 : 0);
  const items = open
    .toSorted((a, b) => rank(b) - rank(a))
    .map(({ name, uri }) => ({ label: toPlainText(name), description: toPlainText(uri.fsPath), uri }));
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Deploy Folder'),
    placeHolder: vscode.l10n.t('Select the folder to deploy'),
  });
  return [picked.uri];
}

/** `selection`: all items that are selected in the Explorer, if the menu was opened on one of them. */
function foldersFromArguments(argument: unknown, selection: unknown): readonly vscode.Uri[] {
  if (argument instanceof vscode.Uri) {
    const selected = (Array.isArray(selection) ? selection : []).filter((one) => one instanceof vscode.Uri);
    return selected.length > 0 ? selected : [argument];
  }
  const folder = getField(argument, 'folder');
  if (folder instanceof vscode.Uri) return [folder];
  if (typeof folder !== 'string' || folder === '') return [];
  return [/^[a-z][a-z\d+.-]+:\/\//i.test(folder) ? vscode.Uri.parse(folder, true) : vscode.Uri.file(folder)];
}

/** Returns the display name of a folder. */
export function folderDisplayName(folder: vscode.Uri): string {
  const open = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.toString() === folder.toString());
  return open?.name ?? folder.path.split('/').findLast((part) => part !== '') ?? folder.path;
}

/** Saves the changed files in a folder, like the editor does before a task. `when`: value of `task.saveBeforeRun`. */
export async function saveChangedFiles(
  folder: vscode.Uri,
  when: unknown,
  isInteractive: boolean,
): Promise<void> {
  const base = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === folder.scheme && uri.path.startsWith(base),
  );
  if (unsaved.length === 0 || when === 'never') return;
  if (when === 'prompt') {
    if (!isInteractive) return;
    const save = vscode.l10n.t('Save');
    const picked = await vscode.window.showWarningMessage(
      vscode.l10n.t('Save changed files before deploying the folder?'),
      { modal: true, detail: unsaved.map(({ uri }) => toPlainText(uri.path.slice(base.length))).join('\n') },
      save,
      vscode.l10n.t("Don't Save"),
    );
    if (picked === undefined) throw new vscode.CancellationError();
    if (picked !== save) return;
  }
  const saved = await Promise.all(unsaved.map((document) => document.save()));
  if (saved.includes(false)) {
    throw new UserError(
      vscode.l10n.t("Nothing was deployed because a changed file in the folder couldn't be saved."),
    );
  }
}
