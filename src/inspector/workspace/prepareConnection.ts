import * as vscode from 'vscode';
import { toPlainText } from '../../domain/plainText.ts';
import { UserError } from '../../editor/userError.ts';
import { isValidHeaderValue } from '../mcpTests/resolveHeaders.ts';
import type { SourceDependencies } from '../serverSource.ts';
import { describeEntryUrlIssue, type ResolvedUrl, resolveUrl, toStorageUrl } from './entryUrl.ts';
import { type InputOwner, type InputValues, readStoredInputs } from './inputStore.ts';
import { createLaunch, type Launch, listEntrySecrets, resolveEntryValues, toAbsolutePath } from './launch.ts';
import { readMachineEnvironment } from './machine.node.ts';
import type { McpInput, ProcessEntry, UrlEntry } from './mcpFile.ts';
import { createConnectPermission, createStartPermission, type PermissionRequest } from './permission.ts';
import { promptForInputs } from './promptForInputs.ts';
import { isPermitted, requestPermission } from './requestPermission.ts';
import type { ResolvedServer } from './resolveServer.ts';
import { findInputIds, listEntryEnvironmentVariables, replaceValueVariables } from './variables.ts';
import { formatMcpFileLabel } from './workspaceServers.ts';

/** The services and settings for prompts before a connection. */
export interface PreparationContext
  extends Pick<SourceDependencies, 'secrets' | 'workspaceState' | 'services' | 'openText'> {
  /** Title of prompts for values. */
  readonly title: string;
  /** Returns whether prompts are allowed. */
  readonly isInteractive: () => boolean;
}

/** The resolved URL and headers of an entry. Contains secrets. */
interface PreparedUrl extends ResolvedUrl {
  readonly headers: Readonly<Record<string, string>>;
  /** Values in the URL and in headers to mask in all texts. */
  readonly secrets: readonly string[];
}

/** Requests permission to start a command, and prompts for its inputs. Rejects with `UserError` if it can't be started. */
export async function prepareProcess(
  preparation: PreparationContext,
  resolved: ResolvedServer,
  entry: ProcessEntry,
  signal: AbortSignal,
): Promise<Launch> {
  const { folder, home, usedInputs } = resolved;
  const permission = createStartPermission(
    entry,
    toAbsolutePath(entry.cwd, folder),
    formatMcpFileLabel(resolved.file),
  );
  const deniedText = vscode.l10n.t(
    "The command wasn't started because you haven't allowed it. To allow it, reconnect.",
  );
  await requirePermission(preparation, resolved, permission, deniedText);
  const inputs = await readOrPromptInputs(
    preparation,
    createEntryOwner(resolved, 'process'),
    usedInputs,
    signal,
  );
  const values = { environment: readMachineEnvironment(), inputs };
  const { envFile } = resolveEntryValues(entry, values);
  const readVariables = async () =>
    preparation.services.parseEnv(await readEnvFile(toAbsolutePath(envFile, folder)));
  return createLaunch(entry, {
    ...values,
    fileVariables: envFile ? await readVariables() : [],
    folder,
    home,
  });
}

/**
 * Resolves the URL of an entry, then requests permission to send environment variables, then prompts for inputs in headers.
 * Reads stored values for a server only when its URL is known. Rejects with `UserError` if the server can't be contacted.
 */
export async function prepareUrl(
  preparation: PreparationContext,
  resolved: ResolvedServer,
  entry: UrlEntry,
  signal: AbortSignal,
): Promise<PreparedUrl> {
  const variables = readMachineEnvironment();
  const { urlInputs: inUrl, otherInputs } = splitInputs(resolved, entry);
  const urlInputs = await readOrPromptInputs(
    preparation,
    createUrlInputOwner(resolved, entry, variables),
    inUrl,
    signal,
  );
  const server = await resolveEntryUrl(entry, variables, urlInputs);
  const permission = createConnectPermission(entry, server, formatMcpFileLabel(resolved.file));
  const deniedText = vscode.l10n.t(
    "The server wasn't contacted because you haven't allowed the connection. To allow it, reconnect.",
  );
  if (needsPermission(resolved, entry))
    await requirePermission(preparation, resolved, permission, deniedText);
  const serverInputs = await readOrPromptInputs(
    preparation,
    createAddressInputOwner(resolved, server),
    otherInputs,
    signal,
  );
  const inputs = { ...serverInputs, ...urlInputs };
  const { headers } = resolveEntryValues(entry, { environment: variables, inputs });
  const invalidHeader = Object.entries(headers).find(([, value]) => !isValidHeaderValue(value.trim()));
  const secrets = listEntrySecrets(entry, { environment: variables, inputs });
  if (invalidHeader === undefined) return { ...server, headers, secrets };
  throw new UserError(
    vscode.l10n.t(
      "The value of the {0} header contains characters that aren't allowed in a header.",
      toPlainText(invalidHeader[0]),
    ),
  );
}

/** Implements *Edit Values...*: prompts for all values again. */
export async function editInputValues(
  { secrets, title }: Pick<PreparationContext, 'secrets' | 'title'>,
  resolved: ResolvedServer,
): Promise<void> {
  const { entry, usedInputs } = resolved;
  if (entry.kind === 'process')
    return promptForInputs(secrets, createEntryOwner(resolved, 'process'), usedInputs, { title });
  const variables = readMachineEnvironment();
  const { urlInputs, otherInputs } = splitInputs(resolved, entry);
  const owner = createUrlInputOwner(resolved, entry, variables);
  await promptForInputs(secrets, owner, urlInputs, { title });
  const server = await resolveEntryUrl(entry, variables, await readStoredInputs(secrets, owner));
  await promptForInputs(secrets, createAddressInputOwner(resolved, server), otherInputs, { title });
}

/**
 * Permission isn't necessary if the entry contains its host literally and no environment variables, because the user
 * entered all values for it.
 */
const needsPermission = ({ hasLiteralHost }: ResolvedServer, entry: UrlEntry): boolean =>
  !hasLiteralHost || listEntryEnvironmentVariables(entry).length > 0;

async function resolveEntryUrl(
  { url }: UrlEntry,
  variables: ReturnType<typeof readMachineEnvironment>,
  inputs: InputValues,
): Promise<ResolvedUrl> {
  const resolvedUrl = resolveUrl(url, (text) => replaceValueVariables(text, variables, inputs));
  if (typeof resolvedUrl === 'string') throw new UserError(describeEntryUrlIssue(resolvedUrl));
  return { ...resolvedUrl, storageUrl: await toStorageUrl(resolvedUrl) };
}

function splitInputs({ usedInputs }: ResolvedServer, { url }: UrlEntry) {
  const ids = findInputIds([url]);
  const isInUrl = ({ id }: McpInput): boolean => ids.includes(id);
  return {
    urlInputs: usedInputs.filter(isInUrl),
    otherInputs: usedInputs.filter((input) => !isInUrl(input)),
  };
}

const createEntryOwner = <Kind extends ResolvedServer['entry']['kind']>(
  { file: { uri }, entry }: ResolvedServer,
  kind: Kind,
) => ({
  file: uri.toString(),
  name: entry.name,
  kind,
});

/**
 * Returns the owner of inputs in a URL: the URL with environment variables, which can change the server, and placeholders
 * for inputs.
 */
function createUrlInputOwner(
  resolved: ResolvedServer,
  { url }: UrlEntry,
  variables: ReturnType<typeof readMachineEnvironment>,
): InputOwner {
  const placeholders = Object.fromEntries(findInputIds([url]).map((id) => [id, `\0${id}\0`]));
  return { ...createEntryOwner(resolved, 'url'), url: replaceValueVariables(url, variables, placeholders) };
}

const createAddressInputOwner = (resolved: ResolvedServer, { storageUrl }: ResolvedUrl): InputOwner => ({
  ...createEntryOwner(resolved, 'url'),
  address: storageUrl,
});

async function requirePermission(
  preparation: PreparationContext,
  { file }: ResolvedServer,
  permission: PermissionRequest,
  deniedText: string,
): Promise<void> {
  if (preparation.isInteractive())
    await rejectCancellation(requestPermission(preparation, permission, file.uri), deniedText);
  else if (!(await isPermitted(preparation.workspaceState, permission))) throw new UserError(deniedText);
}

/** Returns the values of inputs, and prompts for those that aren't stored. */
async function readOrPromptInputs(
  { secrets, title, isInteractive }: PreparationContext,
  owner: InputOwner,
  inputs: readonly McpInput[],
  signal: AbortSignal,
): Promise<InputValues> {
  if (inputs.length === 0) return {};
  const stored = await readStoredInputs(secrets, owner);
  const missing = inputs.filter(({ id }) => stored[id] === undefined);
  if (missing.length === 0) return stored;
  if (!isInteractive())
    throw new UserError(vscode.l10n.t('This server requires input values. Reconnect to enter them.'));
  const canceledText = vscode.l10n.t('You canceled the prompt for a value.');
  await rejectCancellation(promptForInputs(secrets, owner, missing, { title, signal }), canceledText);
  return readStoredInputs(secrets, owner);
}

async function readEnvFile(path: string): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
  } catch {
    throw new UserError(vscode.l10n.t("Couldn't read the server's environment file."));
  }
}

async function rejectCancellation(prompt: Promise<void>, message: string): Promise<void> {
  try {
    await prompt;
  } catch (error) {
    throw error instanceof vscode.CancellationError ? new UserError(message) : error;
  }
}
