import * as vscode from 'vscode';
import { confirm } from '../../editor/confirm.ts';
import { visibleCode } from '../../editor/webview/visibleText.ts';
import { commandLine } from './launch.ts';
import type { ProcessEntry } from './mcpFile.ts';

/** The commands that a person has allowed to be started in this workspace, by their hashes. */
const allowedKey = 'hostedMcp.inspector.allowedCommands';
/** Of these, the newest. */
const mostAllowed = 200;
/** Of a command line in a question. */
const longestLine = 1500;

/** What is asked about. */
interface Command {
  /** With its places put in, and without secrets. */
  readonly entry: ProcessEntry;
  readonly cwd: string;
  readonly place: string;
  readonly file: vscode.Uri;
}

export async function isAllowed(state: vscode.Memento, command: Command): Promise<boolean> {
  return allowed(state).includes(await hashOf(command));
}

/** Asks whether the command may be started, unless that is known. Rejects with a `CancellationError` where it may not. */
export async function askToStart(state: vscode.Memento, command: Command): Promise<void> {
  if (await isAllowed(state, command)) return;
  const { entry, place, file } = command;
  const start = vscode.l10n.t('Start');
  const openFile = vscode.l10n.t('Open File');
  const question = vscode.l10n.t('Start the server “{0}” of {1}?', visibleCode(entry.name), place);
  if ((await confirm(question, detailOf(command), start, openFile)) === openFile) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    throw new vscode.CancellationError();
  }
  const hash = await hashOf(command);
  const others = allowed(state).filter((one) => one !== hash);
  await state.update(allowedKey, [...others, hash].slice(-mostAllowed));
}

function detailOf({ entry, cwd }: Command): string {
  const line = visibleCode(commandLine(entry));
  const keys = Object.keys(entry.env).map(visibleCode);
  return [
    line.length > longestLine ? `${line.slice(0, longestLine)}…` : line,
    vscode.l10n.t('In the folder {0}', visibleCode(cwd)),
    ...(keys.length > 0 ? [vscode.l10n.t('With the variables {0}', keys.join(', '))] : []),
    ...(entry.envFile === undefined
      ? []
      : [vscode.l10n.t('With the variables of {0}', visibleCode(entry.envFile))]),
    vscode.l10n.t('It runs on this machine with your permissions. You are asked again if this changes.'),
  ].join('\n\n');
}

function allowed(state: vscode.Memento): readonly string[] {
  const kept: unknown = state.get(allowedKey);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

/** Of all that decides what is run, as the file says it: values that a person gives aren't among it. */
async function hashOf({ entry, cwd }: Command): Promise<string> {
  const { command, args, env, envFile = null } = entry;
  const text = JSON.stringify([command, args, Object.entries(env).toSorted(), envFile, cwd]);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
