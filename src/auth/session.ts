import type { RequiredCredential } from '../api/operation.ts';

/** The kind of account: a user who signed in, or an API key of a team. */
export type SessionKind = 'user' | 'apiKey';

/** The ID of the session of the sample service. */
export const sampleSessionId = 'sample';

export interface AuthSession {
  readonly id: string;
  readonly kind: SessionKind;
  /** The only origin to which the token is sent. */
  readonly origin: string;
  readonly account: { readonly id: string; readonly label: string };
  /** Increases with each change of the tokens, so that a window detects changes of other windows. */
  readonly generation: number;
  /** Empty if the authorization server has ended the session. The account is kept for another sign-in. */
  readonly accessToken: string;
  /**
   * The end of the token's lifetime, in milliseconds since the epoch by this machine's clock. Absent if the server
   * didn't return a lifetime.
   */
  readonly expiresAt?: number | undefined;
  /** The time to renew the token, before `expiresAt`. */
  readonly renewAt?: number | undefined;
  /** The parameters of a refresh. */
  readonly refresh?: RefreshGrant | undefined;
  readonly createdAt: number;
}

interface RefreshGrant {
  readonly token: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly resource: string;
}

/** Parses a session from `SecretStorage`. Returns `undefined` if it's invalid. */
export function parseSession(text: string): AuthSession | undefined {
  const value = parseJsonOrUndefined(text);
  return isAuthSession(value) ? value : undefined;
}

/** Parses the list of session IDs. Returns `undefined` if it's invalid. */
export function parseSessionIds(text: string): readonly string[] | undefined {
  const value = parseJsonOrUndefined(text);
  return Array.isArray(value) && value.every(isNonEmptyString) ? value : undefined;
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The text isn't JSON. It might contain a secret, so the error, which can quote it, isn't passed on.
  }
}

/**
 * Whether a parsed value is a session. Uses no schema, because sessions are read at every start of the editor, and
 * nothing else needs the schema library there.
 */
function isAuthSession(value: unknown): value is AuthSession {
  const { id, kind, origin, account, generation, accessToken, createdAt, ...others } = toRecord(value);
  const hasTexts = [origin, toRecord(account)['id'], toRecord(account)['label'], accessToken].every(isString);
  const hasTimes = [others['expiresAt'], others['renewAt']].every(
    (time) => time === undefined || isFiniteNumber(time),
  );
  const { token, issuer, clientId, resource } = toRecord(others['refresh']);
  const hasRefreshGrant =
    others['refresh'] === undefined || [token, issuer, clientId, resource].every(isString);
  const hasIdAndKind = isNonEmptyString(id) && (kind === 'user' || kind === 'apiKey');
  return (
    hasIdAndKind &&
    hasTexts &&
    hasTimes &&
    hasRefreshGrant &&
    isFiniteNumber(generation) &&
    isFiniteNumber(createdAt)
  );
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isNonEmptyString(value: unknown): value is string {
  return isString(value) && value !== '';
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Whether the authorization server has ended the session, so that the user must sign in again. */
export function hasSessionEnded({ accessToken }: AuthSession): boolean {
  return accessToken === '';
}

/** Returns the session without its secrets, as the next generation. */
export function endSession({
  refresh: _,
  expiresAt: __,
  renewAt: ___,
  ...session
}: AuthSession): AuthSession {
  return { ...session, accessToken: '', generation: session.generation + 1 };
}

/** Whether the stored session must be kept instead of `next`, because another window has renewed it. */
export function isSuperseding(stored: AuthSession, next: AuthSession): boolean {
  return !hasSessionEnded(stored) && stored.generation >= next.generation;
}

export function isSameAccount(one: AuthSession, other: AuthSession): boolean {
  return one.kind === other.kind && one.origin === other.origin && one.account.id === other.account.id;
}

/** Returns a key for the account of a session, unique within a service. */
export function getAccountKey({ kind, account }: AuthSession): string {
  return `${kind}:${account.id}`;
}

/** The accounts chosen for one service, as results of `getAccountKey`. They might no longer exist. */
export interface ChosenAccounts {
  readonly any?: string | undefined;
  /** For operations that require a user, if `any` is an API key. */
  readonly user?: string | undefined;
}

/**
 * Selects the session for `origin`: that of the chosen account, otherwise the oldest one. So adding an account, such as
 * a user for a tunnel ticket, changes nothing for other operations. A session that has ended is selected only if there
 * is no other or its account was chosen.
 */
export function selectSession(
  sessions: readonly AuthSession[],
  origin: string,
  scope: RequiredCredential,
  choice: ChosenAccounts = {},
): AuthSession | undefined {
  const candidates = sessions
    .filter((session) => session.origin === origin && (scope === 'any' || session.kind === scope))
    .sort((a, b) => a.createdAt - b.createdAt);
  const keys = scope === 'user' ? [choice.any, choice.user] : [choice.any];
  const chosen = keys
    .map((key) => candidates.find((session) => getAccountKey(session) === key))
    .filter((session) => session !== undefined);
  return filterActive(chosen)[0] ?? chosen[0] ?? filterActive(candidates)[0] ?? candidates[0];
}

/** Whether two lists have the same sessions with the same tokens. */
export function areSessionsEqual(before: readonly AuthSession[], after: readonly AuthSession[]): boolean {
  const toText = (sessions: readonly AuthSession[]) =>
    JSON.stringify(sessions.map(({ id, accessToken }) => [id, accessToken]));
  return toText(before) === toText(after);
}

/** Returns the sessions that were added, removed, or got a new token. A session that has ended counts as removed. */
export function compareSessions(before: readonly AuthSession[], after: readonly AuthSession[]) {
  const previous = new Map(filterActive(before).map((session) => [session.id, session]));
  const currentIds = new Set(filterActive(after).map(({ id }) => id));
  return {
    added: filterActive(after).filter(({ id }) => !previous.has(id)),
    removed: filterActive(before).filter(({ id }) => !currentIds.has(id)),
    changed: filterActive(after).filter(
      ({ id, accessToken }) => previous.has(id) && previous.get(id)?.accessToken !== accessToken,
    ),
  };
}

function filterActive(sessions: readonly AuthSession[]): readonly AuthSession[] {
  return sessions.filter((session) => !hasSessionEnded(session));
}
