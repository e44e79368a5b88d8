import * as vscode from 'vscode';
import { confirm } from '../../editor/confirm.ts';
import { showWarning } from '../../editor/message.ts';
import type { OpenReadOnlyDocument } from '../documents/readOnlyDocuments.ts';
import { hashJson } from './hashJson.ts';
import {
  formatPermissionDialog,
  formatPermissionDocument,
  formatPermissionExcerpt,
  type PermissionRequest,
} from './permission.ts';

/** Key of the hashes of the permissions that the user granted in this workspace. */
const permissionsKey = 'hostedMcp.inspector.allowedCommands';
/** Maximum number of stored hashes. The oldest are removed first. */
const maxPermissions = 200;

export async function isPermitted(state: vscode.Memento, permission: PermissionRequest): Promise<boolean> {
  return readPermittedHashes(state).includes(await hashPermission(permission));
}

/**
 * Requests a permission unless the user already granted it. `file` defines the server. Rejects with `CancellationError` if
 * the user doesn't grant it.
 */
export async function requestPermission(
  {
    workspaceState,
    openText,
  }: { readonly workspaceState: vscode.Memento; readonly openText: OpenReadOnlyDocument },
  permission: PermissionRequest,
  file: vscode.Uri,
): Promise<void> {
  if (await isPermitted(workspaceState, permission)) return;
  const openFile = vscode.l10n.t('Open File');
  const { question, acceptLabel } = permission;
  const detail = formatPermissionDialog(permission);
  const picked =
    detail === undefined
      ? await confirmInDocument(permission, openFile, openText)
      : await confirm(question, detail, acceptLabel, openFile);
  if (picked === openFile) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    throw new vscode.CancellationError();
  }
  const hash = await hashPermission(permission);
  const others = readPermittedHashes(workspaceState).filter((one) => one !== hash);
  await workspaceState.update(permissionsKey, [...others, hash].slice(-maxPermissions));
}

/** Shows a permission that is too long for a dialog as a document, and then asks for it. */
async function confirmInDocument(
  permission: PermissionRequest,
  openFile: string,
  openText: OpenReadOnlyDocument,
): Promise<string> {
  const { question, acceptLabel } = permission;
  const showAll = vscode.l10n.t('Show All');
  const note = vscode.l10n.t('The details are too long for a dialog. Show all of them before you decide.');
  const picked = await confirm(
    question,
    `${formatPermissionExcerpt(permission)}\n\n${note}`,
    showAll,
    openFile,
  );
  if (picked === openFile) return openFile;
  await openText(formatPermissionDocument(permission), acceptLabel, 'txt');
  const answer = await showWarning(question, acceptLabel, openFile);
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

function readPermittedHashes(state: vscode.Memento): readonly string[] {
  const stored: unknown = state.get(permissionsKey);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}

const hashPermission = ({ coveredValues }: PermissionRequest): Promise<string> => hashJson(coveredValues);
