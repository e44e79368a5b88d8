import * as vscode from 'vscode';
import { type ApiErrorKind, isApiError } from '../api/errors.ts';
import { getClientForService } from '../auth/clientForService.ts';
import type { Connection } from '../auth/connection.ts';
import type { FeatureContext, ServerHeaderOptions, ServerHeaders } from '../context.ts';
import { toPlainText } from '../domain/plainText.ts';
import { askInput } from '../editor/askInput.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import type { InspectorIdentity } from './protocol.ts';
import { toOriginAndPath } from './serverUrl.ts';

/** The environment of a server. Empty for a server that is known only by its URL. */
type HeaderOwner = Pick<InspectorIdentity, 'environmentId' | 'baseUrl'>;

/** Header values of a server, by name. All of them are treated as secrets. */
type HeaderValues = Readonly<Record<string, string>>;

/** A header that the playground of an environment declares. */
interface DeclaredHeader {
  readonly name: string;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
}

/** The key includes the path, because a host can have servers of several owners. */
const headersKey = (url: string): string => `hostedMcp.inspector.headers:${toOriginAndPath(url)}`;

/** Reads the stored headers; empty if there are none, or if they aren't valid. */
async function readStoredHeaders(secrets: vscode.SecretStorage, url: string): Promise<HeaderValues> {
  try {
    const stored: unknown = JSON.parse((await secrets.get(headersKey(url))) ?? '{}');
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

async function storeHeaders(
  secrets: vscode.SecretStorage,
  url: string,
  headers: HeaderValues,
): Promise<void> {
  await secrets.store(headersKey(url), JSON.stringify(headers));
}

/** Omits empty values, which mean that the user chose not to send the header. */
const omitEmptyHeaders = (headers: HeaderValues): HeaderValues =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));

const isSameHeader = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const findMissingHeaders = (
  headers: HeaderValues,
  declared: readonly DeclaredHeader[],
): readonly DeclaredHeader[] =>
  declared.filter(
    ({ name, isRequired }) => isRequired && !Object.keys(headers).some((one) => isSameHeader(one, name)),
  );

/** Prompts once for each required header that isn't stored. Rejects with a `CancellationError` if the user cancels. */
async function askMissingHeaders(
  secrets: vscode.SecretStorage,
  url: string,
  declared: readonly DeclaredHeader[],
): Promise<void> {
  let headers = await readStoredHeaders(secrets, url);
  for (const header of findMissingHeaders(headers, declared)) {
    headers = { ...headers, [header.name]: await askHeaderValue(url, header, undefined) };
    await storeHeaders(secrets, url, headers);
  }
}

/**
 * Returns the stored headers of a server, after prompting for those that its playground requires. If the
 * playground can't be read, there are no prompts. `url`: origin and path.
 */
export async function resolveServerHeaders(
  { secrets, connection }: { readonly secrets: vscode.SecretStorage; readonly connection: Connection },
  url: string,
  identity: HeaderOwner,
): Promise<HeaderValues> {
  const declared = await readDeclaredHeaders(connection, identity).catch(() => []);
  await askMissingHeaders(secrets, url, declared);
  return omitEmptyHeaders(await readStoredHeaders(secrets, url));
}

/**
 * Returns the stored headers of a server without prompting. `missing`: names of required headers that aren't stored.
 * Rejects if the playground, which declares the required ones, can't be read at the moment.
 */
export async function resolveStoredHeaders(
  { secrets, connection }: { readonly secrets: vscode.SecretStorage; readonly connection: Connection },
  url: string,
  identity: HeaderOwner,
  signal?: AbortSignal,
): Promise<ServerHeaders> {
  const headers = await readStoredHeaders(secrets, url);
  const missing = findMissingHeaders(headers, await readDeclaredHeaders(connection, identity, signal));
  return { headers: omitEmptyHeaders(headers), missing: missing.map(({ name }) => name) };
}

/** Implements the service `getServerHeaders`. */
export async function getServerHeaders(
  { connection, extensionContext: { secrets } }: Pick<FeatureContext, 'connection' | 'extensionContext'>,
  url: string,
  environment: HeaderOwner = {},
  { isInteractive = false, signal }: ServerHeaderOptions = {},
): Promise<ServerHeaders> {
  const context = { connection, secrets };
  if (!isInteractive) return resolveStoredHeaders(context, url, environment, signal);
  return { headers: await resolveServerHeaders(context, url, environment), missing: [] };
}

/** The kinds of errors that mean that trying again wouldn't help to read a playground. */
const permanentErrors: readonly ApiErrorKind[] = ['notFound', 'forbidden', 'unexpectedResponse'];

/**
 * Reads the headers that the environment's playground declares (`environments.getPlayground`). Empty if the account or this
 * extension can't read it. Rejects if that might change by itself.
 */
async function readDeclaredHeaders(
  connection: Connection,
  { environmentId, baseUrl }: HeaderOwner,
  signal?: AbortSignal,
): Promise<readonly DeclaredHeader[]> {
  if (environmentId === undefined || baseUrl === undefined) return [];
  try {
    const client = await getClientForService(connection, baseUrl);
    const { serverMetadata } = await client.environments.getPlayground(environmentId, { signal });
    return (serverMetadata?.headers ?? []).map(({ name, description, isRequired }) => ({
      name,
      isRequired: isRequired === true,
      ...omitUndefined({ description }),
    }));
  } catch (error) {
    if (isApiError(error) && permanentErrors.includes(error.kind)) return [];
    throw error;
  }
}

function askHeaderValue(
  url: string,
  { name, description }: Pick<DeclaredHeader, 'name' | 'description'>,
  value: string | undefined,
): Promise<string> {
  const { host } = new URL(url);
  const about = toPlainText(description ?? '').trim();
  return askInput<string>({
    title: vscode.l10n.t('{0} header for {1}', name, host),
    prompt:
      about === ''
        ? vscode.l10n.t(
            'The value is sent only to {0} and kept in secret storage. To omit the header, leave the box empty.',
            host,
          )
        : vscode.l10n.t(
            'The server describes the header as "{0}". The value is sent only to {1} and kept in secret storage. To omit the header, leave the box empty.',
            ...[about, host],
          ),
    value: value ?? '',
    password: true,
    validate: (typed) =>
      /[\r\n\0]/.test(typed) ? vscode.l10n.t('A header value must be a single line.') : undefined,
    accept: async (typed) => typed.trim(),
  });
}

/** Names of headers that the client sets, or that control the connection. */
const automaticHeaders = [
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'last-event-id',
  'origin',
  'transfer-encoding',
];

function checkHeaderName(typed: string): string | undefined {
  const name = typed.trim();
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
    return vscode.l10n.t(
      'A header name can contain only letters, digits, and certain symbols, such as hyphens.',
    );
  }
  if (automaticHeaders.includes(name.toLowerCase()) || /^mcp-/i.test(name)) {
    return vscode.l10n.t("The {0} header is set automatically, so you can't add it.", name);
  }
  return undefined;
}

/**
 * Implements *Edit Headers...*: sets, changes, or removes a header. `url`: undefined while the URL of the server isn't
 * known. Rejects with a `CancellationError` if the user cancels.
 */
export async function editHeaders(
  { secrets, connection }: { readonly secrets: vscode.SecretStorage; readonly connection: Connection },
  url: string | undefined,
  identity: HeaderOwner,
): Promise<void> {
  if (url === undefined) {
    throw new UserError(vscode.l10n.t("The MCP server URL isn't available yet. Reconnect first."));
  }
  const declared = await readDeclaredHeaders(connection, identity).catch(() => []);
  const headers = await readStoredHeaders(secrets, url);
  const names = [...new Set([...Object.keys(headers), ...declared.map(({ name }) => name)])];
  const title = vscode.l10n.t('Headers for {0}', new URL(url).host);
  const headerItems = names.map((name) => ({
    label: toPlainText(name),
    description: headers[name] ? vscode.l10n.t('set') : vscode.l10n.t('not set'),
    iconPath: new vscode.ThemeIcon(headers[name] ? 'key' : 'circle-outline'),
    name,
  }));
  const addItem = {
    label: vscode.l10n.t('Add Header...'),
    iconPath: new vscode.ThemeIcon('add'),
    name: undefined,
  };
  const placeHolder = vscode.l10n.t('Select a header to change');
  const picked =
    headerItems.length === 0 ? addItem : await pickOne([...headerItems, addItem], { title, placeHolder });
  const name = picked.name ?? (await askHeaderName(title));
  const header = declared.find((one) => isSameHeader(one.name, name)) ?? { name };
  const value = await askHeaderValue(url, header, headers[name]);
  const { [name]: _, ...otherHeaders } = headers;
  const isDeclared = declared.some((one) => one.name === name);
  await storeHeaders(
    secrets,
    url,
    value === '' && !isDeclared ? otherHeaders : { ...otherHeaders, [name]: value },
  );
}

function askHeaderName(title: string): Promise<string> {
  return askInput<string>({
    title,
    prompt: vscode.l10n.t('Enter the header name, such as Authorization'),
    validate: checkHeaderName,
    accept: async (typed) => typed.trim(),
  });
}
