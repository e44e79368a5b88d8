import * as vscode from 'vscode';
import { UserError } from '../../editor/userError.ts';
import { addressIssueText, readAddress } from '../address.ts';
import type { SourceDeps } from '../source.ts';
import { askToStart, isAllowed } from './consent.ts';
import { placeOf } from './files.ts';
import type { Found } from './find.ts';
import { askInputs, keptInputs } from './inputs.ts';
import { absolute, filledIn, type Launch, launchOf } from './launch.ts';
import { environment } from './machine.node.ts';
import type { ProcessEntry, UrlEntry } from './mcpFile.ts';

/** What is asked before a connection, and of whom. */
interface Preparation extends Pick<SourceDeps, 'secrets' | 'workspaceState' | 'services'> {
  /** Of questions for values. */
  readonly title: string;
  /** False: what isn't known or allowed isn't asked for. */
  readonly mayAsk: () => boolean;
  /** Which values are its own. */
  readonly server: string;
}

/** Asks whether the command may be started, then for what it needs. Rejects with a `UserError` where it can't be. */
export async function prepareProcess(
  preparation: Preparation,
  found: Found,
  entry: ProcessEntry,
  signal: AbortSignal,
): Promise<Launch> {
  const { folder } = found;
  await askFirst(preparation, found, entry);
  const given = { environment: environment(), inputs: await inputsFor(preparation, found, signal) };
  const { envFile } = filledIn(entry, given);
  const read = async () => preparation.services.readEnv(await textOf(absolute(envFile, folder)));
  return launchOf(entry, { ...given, fileVariables: envFile ? await read() : [], folder });
}

/** The same of one at an address: where it is, and its headers. */
export async function prepareUrl(
  preparation: Preparation,
  found: Found,
  entry: UrlEntry,
  signal: AbortSignal,
): Promise<Pick<UrlEntry, 'url' | 'headers'>> {
  const inputs = await inputsFor(preparation, found, signal);
  const { url, headers } = filledIn(entry, { environment: environment(), inputs });
  const address = readAddress(url);
  if (typeof address === 'string') throw new UserError(addressIssueText(address));
  return { ...address, headers };
}

async function askFirst(
  { workspaceState, mayAsk }: Preparation,
  { file, folder }: Found,
  entry: ProcessEntry,
): Promise<void> {
  const command = { entry, cwd: absolute(entry.cwd, folder), place: placeOf(file), file: file.uri };
  const refused = vscode.l10n.t("The command wasn't started: you haven't allowed it. Reconnect to be asked.");
  if (mayAsk()) await leavingSaysSo(askToStart(workspaceState, command), refused);
  else if (!(await isAllowed(workspaceState, command))) throw new UserError(refused);
}

async function inputsFor(
  { secrets, server, title, mayAsk }: Preparation,
  { used }: Found,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const kept = await keptInputs(secrets, server);
  const missing = used.filter(({ id }) => kept[id] === undefined);
  if (missing.length === 0) return kept;
  if (!mayAsk()) throw new UserError(vscode.l10n.t('It needs values. Reconnect to be asked for them.'));
  const left = vscode.l10n.t('You left the question for a value.');
  await leavingSaysSo(askInputs(secrets, server, missing, { title, signal }), left);
  return keptInputs(secrets, server);
}

async function textOf(path: string): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
  } catch {
    throw new UserError(vscode.l10n.t("The file of its variables can't be read."));
  }
}

async function leavingSaysSo(asking: Promise<void>, words: string): Promise<void> {
  try {
    await asking;
  } catch (error) {
    throw error instanceof vscode.CancellationError ? new UserError(words) : error;
  }
}
