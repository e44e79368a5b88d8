/** What a session is, told apart by scope: a person who signed in, or a key of a team. */
export type SessionKind = 'user' | 'apiKey';

/** `any`: whoever is chosen for a service. `user`: an API key won't do. */
export type SessionScope = 'any' | 'user';

export interface AuthSession {
  readonly id: string;
  readonly kind: SessionKind;
  /** The only origin that the secret is ever sent to. */
  readonly origin: string;
  readonly account: { readonly id: string; readonly label: string };
  /** Rises with each change of the tokens, so that a window sees that another one was faster. */
  readonly generation: number;
  /** Empty: the authorization server has ended the session. Its account is kept, to sign in again. */
  readonly accessToken: string;
  /** Milliseconds since 1970, by this machine's clock; absent when the service didn't say. */
  readonly expiresAt?: number | undefined;
  /** When to ask for the next token: some time before `expiresAt`. */
  readonly renewAt?: number | undefined;
  /** What a refresh needs. */
  readonly refresh?: RefreshGrant | undefined;
  readonly createdAt: number;
}

interface RefreshGrant {
  readonly token: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly resource: string;
}

/** Reads what `SecretStorage` held for one session; `undefined` when that is none. */
export function parseSession(text: string): AuthSession | undefined {
  const value = parseJsonOrUndefined(text);
  return isAuthSession(value) ? value : undefined;
}

/** Reads the ids of all sessions; `undefined` when that is no list of ids. */
export function parseIds(text: string): readonly string[] | undefined {
  const value = parseJsonOrUndefined(text);
  return Array.isArray(value) && value.every(isNonEmptyString) ? value : undefined;
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON. Its text may hold a secret, so nothing of it is passed on.
  }
}

/** By hand, and not by a schema: every start of the editor reads sessions, and few need schemas at once. */
function isAuthSession(value: unknown): value is AuthSession {
  const { id, kind, origin, account, generation, accessToken, createdAt, ...others } = toRecord(value);
  const isWhole = [origin, toRecord(account)['id'], toRecord(account)['label'], accessToken].every(isString);
  const isTimed = [others['expiresAt'], others['renewAt']].every(
    (at) => at === undefined || isFiniteNumber(at),
  );
  const { token, issuer, clientId, resource } = toRecord(others['refresh']);
  const isRefreshed = others['refresh'] === undefined || [token, issuer, clientId, resource].every(isString);
  const isKnown = isNonEmptyString(id) && (kind === 'user' || kind === 'apiKey');
  return (
    isKnown && isWhole && isTimed && isRefreshed && isFiniteNumber(generation) && isFiniteNumber(createdAt)
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

/** The authorization server no longer renews it: its owner has to sign in again. */
export function hasSessionEnded({ accessToken }: AuthSession): boolean {
  return accessToken === '';
}

/** The same session without its secrets. */
export function endSession({
  refresh: _,
  expiresAt: __,
  renewAt: ___,
  ...session
}: AuthSession): AuthSession {
  return { ...session, accessToken: '', generation: session.generation + 1 };
}

/** Whether what is stored stays when `next` is to be stored: the tokens of a window that was faster. */
export function supersedes(stored: AuthSession, next: AuthSession): boolean {
  return !hasSessionEnded(stored) && stored.generation >= next.generation;
}

export function isSameAccount(one: AuthSession, other: AuthSession): boolean {
  return one.kind === other.kind && one.origin === other.origin && one.account.id === other.account.id;
}

/** Names an account among those of a service, across its sessions. */
export function getAccountKey({ kind, account }: AuthSession): string {
  return `${kind}:${account.id}`;
}

/** The accounts chosen for one service, by `accountKey`; each may be gone by now. */
export interface ChosenAccounts {
  readonly any?: string | undefined;
  /** For what needs a user, while `any` is an API key. */
  readonly user?: string | undefined;
}

/**
 * The session to ask `origin` with. Without a choice it is the account added first, so that adding another one, such
 * as a user for a tunnel ticket, changes nothing for the rest. One that has ended comes after all others.
 */
export function selectSession(
  list: readonly AuthSession[],
  origin: string,
  scope: SessionScope,
  choice: ChosenAccounts = {},
): AuthSession | undefined {
  const candidates = list
    .filter((session) => session.origin === origin && (scope === 'any' || session.kind === scope))
    .sort((a, b) => a.createdAt - b.createdAt);
  const keys = scope === 'user' ? [choice.any, choice.user] : [choice.any];
  const chosen = keys
    .map((key) => candidates.find((session) => getAccountKey(session) === key))
    .filter((session) => session !== undefined);
  return filterActive(chosen)[0] ?? chosen[0] ?? filterActive(candidates)[0] ?? candidates[0];
}

/** Whether these are the same sessions with the same tokens. */
export function areSessionsEqual(before: readonly AuthSession[], after: readonly AuthSession[]): boolean {
  const text = (list: readonly AuthSession[]) =>
    JSON.stringify(list.map(({ id, accessToken }) => [id, accessToken]));
  return text(before) === text(after);
}

/** Which sessions came, went, or changed their token; one that has ended is gone. */
export function compareSessions(before: readonly AuthSession[], after: readonly AuthSession[]) {
  const old = new Map(filterActive(before).map((session) => [session.id, session]));
  const currentIds = new Set(filterActive(after).map(({ id }) => id));
  return {
    added: filterActive(after).filter(({ id }) => !old.has(id)),
    removed: filterActive(before).filter(({ id }) => !currentIds.has(id)),
    changed: filterActive(after).filter(
      ({ id, accessToken }) => old.has(id) && old.get(id)?.accessToken !== accessToken,
    ),
  };
}

function filterActive(list: readonly AuthSession[]): readonly AuthSession[] {
  return list.filter((session) => !hasSessionEnded(session));
}
