import * as vscode from 'vscode';
import { confirm } from '../../editor/confirm.ts';
import { showWarning } from '../../editor/message.ts';
import type { OpenReadOnlyDocument } from '../documents/readOnlyDocuments.ts';
import {
  type PermissionRequest,
  permissionDialogText,
  permissionDocumentText,
  permissionExcerpt,
} from './permission.ts';
import { sha256 } from './sha256.ts';

/** The permissions that a person has given in this workspace, by their hashes. */
const permittedKey = 'hostedMcp.inspector.allowedCommands';
/** Number of the newest of them that are kept. */
const maxPermitted = 200;

interface ConsentDeps {
  readonly workspaceState: vscode.Memento;
  readonly openText: OpenReadOnlyDocument;
}

export async function isPermitted(state: vscode.Memento, permission: PermissionRequest): Promise<boolean> {
  return readPermittedHashes(state).includes(await hashPermission(permission));
}

/** Asks for a permission unless it was given before. `file`: the file that names the server. Rejects with a `CancellationError`. */
export async function requestPermission(
  { workspaceState, openText }: ConsentDeps,
  permission: PermissionRequest,
  file: vscode.Uri,
): Promise<void> {
  if (await isPermitted(workspaceState, permission)) return;
  const openFile = vscode.l10n.t('Open File');
  const { question, accept } = permission;
  const detail = permissionDialogText(permission);
  const picked =
    detail === undefined
      ? await confirmInDocument(permission, openFile, openText)
      : await confirm(question, detail, accept, openFile);
  if (picked === openFile) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    throw new vscode.CancellationError();
  }
  const hash = await hashPermission(permission);
  const others = readPermittedHashes(workspaceState).filter((one) => one !== hash);
  await workspaceState.update(permittedKey, [...others, hash].slice(-maxPermitted));
}

/** Asks in two steps, because a dialog can't show all of it: it can be accepted once it is open as a document. */
async function confirmInDocument(
  permission: PermissionRequest,
  openFile: string,
  openText: OpenReadOnlyDocument,
): Promise<string> {
  const { question, accept } = permission;
  const showAll = vscode.l10n.t('Show All');
  const note = vscode.l10n.t('The details are too long for a dialog. Show all of them before you decide.');
  const picked = await confirm(question, `${permissionExcerpt(permission)}\n\n${note}`, showAll, openFile);
  if (picked === openFile) return openFile;
  await openText(permissionDocumentText(permission), accept, 'txt');
  const answer = await showWarning(question, accept, openFile);
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

function readPermittedHashes(state: vscode.Memento): readonly string[] {
  const kept: unknown = state.get(permittedKey);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

const hashPermission = ({ coveredValues }: PermissionRequest): Promise<string> => sha256(coveredValues);
