import * as vscode from 'vscode';
import { confirm } from '../../editor/confirm.ts';
import { warningMessage } from '../../editor/message.ts';
import type { OpenReadOnlyDocument } from '../documents/readOnlyDocuments.ts';
import { dialogText, documentText, excerpt, type Permission } from './permission.ts';
import { sha256 } from './sha256.ts';

/** The permissions that a person has given in this workspace, by their hashes. */
const allowedKey = 'hostedMcp.inspector.allowedCommands';
/** Number of the newest of them that are kept. */
const mostAllowed = 200;

interface ConsentDeps {
  readonly workspaceState: vscode.Memento;
  readonly openText: OpenReadOnlyDocument;
}

export async function isAllowed(state: vscode.Memento, permission: Permission): Promise<boolean> {
  return allowed(state).includes(await hashOf(permission));
}

/** Asks for a permission unless it was given before. `file`: the file that names the server. Rejects with a `CancellationError`. */
export async function askPermission(
  { workspaceState, openText }: ConsentDeps,
  permission: Permission,
  file: vscode.Uri,
): Promise<void> {
  if (await isAllowed(workspaceState, permission)) return;
  const openFile = vscode.l10n.t('Open File');
  const { question, accept } = permission;
  const detail = dialogText(permission);
  const picked =
    detail === undefined
      ? await confirmDocument(permission, openFile, openText)
      : await confirm(question, detail, accept, openFile);
  if (picked === openFile) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    throw new vscode.CancellationError();
  }
  const hash = await hashOf(permission);
  const others = allowed(workspaceState).filter((one) => one !== hash);
  await workspaceState.update(allowedKey, [...others, hash].slice(-mostAllowed));
}

/** Asks in two steps, because a dialog can't show all of it: it can be accepted once it is open as a document. */
async function confirmDocument(
  permission: Permission,
  openFile: string,
  openText: OpenReadOnlyDocument,
): Promise<string> {
  const { question, accept } = permission;
  const showAll = vscode.l10n.t('Show All');
  const note = vscode.l10n.t('The details are too long for a dialog. Show all of them before you decide.');
  const picked = await confirm(question, `${excerpt(permission)}\n\n${note}`, showAll, openFile);
  if (picked === openFile) return openFile;
  await openText(documentText(permission), accept, 'txt');
  const answer = await warningMessage(question, accept, openFile);
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

function allowed(state: vscode.Memento): readonly string[] {
  const kept: unknown = state.get(allowedKey);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

const hashOf = ({ decides }: Permission): Promise<string> => sha256(decides);
