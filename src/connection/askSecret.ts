import * as vscode from 'vscode';
import { type Client, createClient } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { AuthSession, SessionKind } from '../auth/session.ts';
import { askInput } from '../editor/askInput.ts';
import { joinSentences } from '../editor/sentences.ts';
import { explainProblem } from './describeProblem.ts';

/**
 * Prompts for an API key or an access token, and creates a session. The input is masked. The prompt stays open until
 * the service accepts the secret or the user cancels. `reason` is a sentence about why the user is prompted.
 */
export function askSecret(
  kind: SessionKind,
  baseUrl: string,
  {
    reason,
    signal: closeSignal,
  }: { readonly reason?: string; readonly signal?: AbortSignal | undefined } = {},
): Promise<AuthSession> {
  const { host } = new URL(baseUrl);
  const isKey = kind === 'apiKey';
  const where = isKey
    ? vscode.l10n.t(
        "Paste a key from the API Keys page in your team's settings. The key is kept in secret storage.",
      )
    : vscode.l10n.t('Paste an OAuth access token. The token is kept in secret storage.');
  return askInput<AuthSession>({
    title: isKey ? vscode.l10n.t('API Key for {0}', host) : vscode.l10n.t('Access Token for {0}', host),
    prompt: joinSentences(reason, where),
    password: true,
    signal: closeSignal,
    validate: validateSecret,
    explainError: (error) => explainRejection(error, host) ?? explainProblem(error, { baseUrl }),
    accept: (typed, signal) => createSecretSession(kind, baseUrl, typed.trim(), signal),
  });
}

/** Describes the rejection of the entered secret. `undefined` for other errors. */
function explainRejection(error: unknown, host: string): string | undefined {
  const isRejected = error instanceof ApiError && error.kind === 'unauthorized';
  return isRejected
    ? vscode.l10n.t("{0} rejected the key or token because it's invalid or has expired.", host)
    : undefined;
}

/**
 * Creates a session for a secret. Rejects if the service doesn't accept the secret, or doesn't implement this API.
 */
export async function createSecretSession(
  kind: SessionKind,
  baseUrl: string,
  accessToken: string,
  signal: AbortSignal,
): Promise<AuthSession> {
  const client = createClient({
    baseUrl,
    getToken: async (_scope, { rejectedToken }) => (rejectedToken === accessToken ? undefined : accessToken),
  });
  try {
    await client.identify({ signal });
  } catch (error) {
    // A key without permission to list projects is valid.
    if (!(error instanceof ApiError && error.kind === 'forbidden')) throw error;
  }
  return {
    id: crypto.randomUUID(),
    kind,
    origin: new URL(baseUrl).origin,
    account:
      kind === 'apiKey'
        ? await createKeyAccount(client, accessToken, signal)
        : await createTokenAccount(accessToken),
    generation: 0,
    accessToken,
    createdAt: Date.now(),
  };
}

/**
 * Creates the account for a key. If the service returns the teams of the key, their IDs identify the account, so that a
 * new key of a team replaces the old one.
 */
async function createKeyAccount(
  client: Client,
  key: string,
  signal: AbortSignal,
): Promise<AuthSession['account']> {
  const teams = await client.teams.list({ signal }).catch(() => []);
  const [team] = teams;
  if (team === undefined) return createHashedAccount(vscode.l10n.t('API key'), key);
  return {
    id: teams
      .map(({ id }) => id)
      .sort()
      .join(' '),
    label: vscode.l10n.t('{0} (API key)', formatTeamNames(team.name, teams.length - 1)),
  };
}

/** Names the first team of a key, and how many others it has. The status bar has no space for all names. */
function formatTeamNames(firstName: string, otherCount: number): string {
  if (otherCount === 0) return firstName;
  return otherCount === 1
    ? vscode.l10n.t('{0} and 1 more team', firstName)
    : vscode.l10n.t('{0} and {1} more teams', firstName, otherCount);
}

function createTokenAccount(token: string): Promise<AuthSession['account']> {
  return createHashedAccount(vscode.l10n.t('Access token'), token);
}

/** Creates an account with a few digits of a hash as its ID. The secret can't be derived from these digits. */
async function createHashedAccount(label: string, secret: string): Promise<AuthSession['account']> {
  const bytes = new TextEncoder().encode(`${label} ${secret}`);
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  const digits = [...new Uint8Array(hash).slice(0, 3)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return { id: digits, label: `${label} ${digits}` };
}

/** Returns a message if a text can't be a bearer token, which has only visible ASCII characters (RFC 6750 §2.1). */
function validateSecret(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return vscode.l10n.t('Paste the key or token.');
  return /^[\x21-\x7e]+$/.test(text)
    ? undefined
    : vscode.l10n.t('The key or token contains a space or an invalid character. Paste it again.');
}
