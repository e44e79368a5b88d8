import * as vscode from 'vscode';
import type { Lease } from '../../../auth/renewal.ts';
import { toPlainText } from '../../../domain/plainText.ts';
import { omitUndefined } from '../../../fields.ts';
import { createInspectorTarget, type InspectorTarget, readMcpServerUrl } from '../../inspectorTarget.ts';
import type { Authorization } from '../../mcpConnection.ts';
import type { ServerSource, SourceDependencies } from '../../serverSource.ts';
import { toOriginAndPath } from '../../serverUrl.ts';
import { createStoredSignIn } from '../../signIn/signIn.ts';
import { createSource } from '../../workspace/entrySource.ts';
import { readMachineEnvironment } from '../../workspace/machine.node.ts';
import { createConnectPermission } from '../../workspace/permission.ts';
import { requestPermission } from '../../workspace/requestPermission.ts';
import { resolveEntryTarget } from '../../workspace/serverTargets.ts';
import { findReferencedVariables, resolveHeaders } from '../resolveHeaders.ts';
import { openTestConnection, type TestConnectionResult } from '../testConnection.ts';
import type { TestFile } from '../testFile.ts';
import type { TestTarget } from './targets.ts';

/** The services that are required to connect to a server for tests. */
export interface PreparationServices extends SourceDependencies {
  readonly lease: Lease;
  readonly version: string;
}

/** A server to run tests on, with all data that its connections need. */
export interface PreparedServer {
  readonly source: ServerSource;
  /** Headers that the user entered for the server's origin, and headers of its entry. */
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` for a server process. */
  readonly authorization: Authorization | undefined;
}

/** Time limit for the handshake, unless the source has its own. */
const handshakeTimeoutMs = 30_000;

/**
 * Prompts for everything that the connection to a server requires. `files` are the test files that run on it. Rejects with
 * `CancellationError` if the user cancels.
 */
export async function prepareServer(
  services: PreparationServices,
  target: TestTarget,
  files: readonly TestFile[],
): Promise<PreparedServer> {
  const { url, identity } = await resolveTarget(services, target);
  const source = createSource(services, {
    identity,
    url: () => url,
    isInteractive: () => true,
    onChange: () => undefined,
  });
  const headers = await source.resolveHeaders(new AbortController().signal);
  // Tests use only an existing sign-in. They never start one.
  const { url: connectUrl, storageUrl, displayUrl } = source;
  if ('entry' in target && storageUrl !== undefined) {
    for (const file of files)
      await requestVariablePermission(
        services,
        target.entry,
        { storageUrl: storageUrl, displayUrl: displayUrl },
        file,
      );
  }
  const authorization =
    storageUrl === undefined
      ? undefined
      : createStoredSignIn(services, toOriginAndPath(connectUrl), storageUrl);
  return { source, headers, authorization };
}

/** Requests permission to send values of environment variables to a host that a workspace file names. */
async function requestVariablePermission(
  services: PreparationServices,
  { file, name }: Extract<TestTarget, { readonly entry: unknown }>['entry'],
  server: Parameters<typeof createConnectPermission>[1],
  { headers = {} }: TestFile,
): Promise<void> {
  if (findReferencedVariables({ headers }).length === 0) return;
  const uri = vscode.Uri.parse(file);
  const fileLabel = toPlainText(vscode.workspace.asRelativePath(uri));
  const permission = createConnectPermission(
    { kind: 'url', name, url: server.displayUrl, headers },
    server,
    fileLabel,
  );
  await requestPermission(services, permission, uri);
}

async function resolveTarget(
  { connection }: PreparationServices,
  target: TestTarget,
): Promise<InspectorTarget> {
  if ('url' in target) return createInspectorTarget(target.url);
  if ('entry' in target) return resolveEntryTarget(target.entry);
  const { environment, baseUrl } = target;
  const url = await readMcpServerUrl(await connection.client({ isInteractive: true }), environment);
  return createInspectorTarget(url, environment, baseUrl);
}

/** Connects to a server to run the tests of a file. Never rejects. */
export async function connectToPreparedServer(
  { source, headers: storedHeaders, authorization }: PreparedServer,
  { version }: Pick<PreparationServices, 'version'>,
  file: TestFile,
  signal: AbortSignal,
): Promise<TestConnectionResult> {
  const variables = readMachineEnvironment();
  const read = (name: string): string | undefined => variables[name];
  const isStored = (name: string): boolean =>
    Object.keys(storedHeaders).some((headerName) => headerName.toLowerCase() === name.toLowerCase());
  const isSet = (value: string): boolean =>
    findReferencedVariables({ headers: { value } }).every((name) => read(name) !== undefined);
  // Headers that the user entered replace headers of the file with unset variables, because variables of the editor are rarely set.
  const fileHeaders = Object.entries(source.isProcess ? {} : (file.headers ?? {})).filter(
    ([name, value]) => isSet(value) || !isStored(name),
  );
  const resolved = resolveHeaders({ headers: Object.fromEntries(fileHeaders) }, read);
  if (!resolved.ok) return resolved;
  const fileHeaderNames = new Set(fileHeaders.map(([name]) => name.toLowerCase()));
  const remainingHeaders = Object.entries(storedHeaders).filter(
    ([name]) => !fileHeaderNames.has(name.toLowerCase()),
  );
  return openTestConnection({
    open: source.connect,
    url: source.url,
    version,
    signal,
    timeoutMs: source.connectTimeoutMs ?? handshakeTimeoutMs,
    headers: { ...Object.fromEntries(remainingHeaders), ...resolved.headers },
    secrets: [...resolved.secrets, ...Object.values(storedHeaders), ...source.getSecrets()],
    ...omitUndefined({ authorization, steps: source.diagnose }),
  });
}
