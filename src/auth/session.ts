import * as z from 'zod/mini';

/** What a session is, told apart by scope: a person who signed in, or a key of a team. */
export type SessionKind = 'user' | 'apiKey';

/** `any`: whoever is chosen for a service. `user`: an API key will not do. */
export type SessionScope = 'any' | 'user';

const schema = z.object({
  id: z.string().check(z.minLength(1)),
  kind: z.enum(['user', 'apiKey']),
  /** The only origin that the secret is ever sent to. */
  origin: z.string(),
  account: z.object({ id: z.string(), label: z.string() }),
  /** Rises with each change of the tokens, so that a window sees that another one was faster. */
  generation: z.number(),
  /** Empty: the authorization server has ended the session. Its account is kept, to sign in again. */
  accessToken: z.string(),
  /** Milliseconds since 1970, by this machine's clock; absent when the service did not say. */
  expiresAt: z.optional(z.number()),
  /** When to ask for the next token: some time before `expiresAt`. */
  renewAt: z.optional(z.number()),
  /** What a refresh needs. */
  refresh: z.optional(
    z.object({ token: z.string(), issuer: z.string(), clientId: z.string(), resource: z.string() }),
  ),
  createdAt: z.number(),
});
export type Session = Readonly<z.infer<typeof schema>>;

/** Reads what `SecretStorage` held for one session; `undefined` when that is none. */
export function parseSession(text: string): Session | undefined {
  return parse(text, schema);
}

const ids = z.array(z.string().check(z.minLength(1)));

/** Reads the ids of all sessions; `undefined` when that is no list of ids. */
export function parseIds(text: string): readonly string[] | undefined {
  return parse(text, ids);
}

function parse<T>(text: string, form: z.ZodMiniType<T>): T | undefined {
  try {
    const result = form.safeParse(JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined; // Not JSON. Its text may hold a secret, so nothing of it is passed on.
  }
}

/** The authorization server no longer renews it: its owner has to sign in again. */
export function hasEnded({ accessToken }: Session): boolean {
  return accessToken === '';
}

/** The same session without its secrets. */
export function ended({ refresh: _, expiresAt: __, renewAt: ___, ...session }: Session): Session {
  return { ...session, accessToken: '', generation: session.generation + 1 };
}

export function isSameAccount(one: Session, other: Session): boolean {
  return one.kind === other.kind && one.origin === other.origin && one.account.id === other.account.id;
}

/** Names an account among those of a service, across its sessions. */
export function accountKey({ kind, account }: Session): string {
  return `${kind}:${account.id}`;
}

/** The accounts chosen for one service, by `accountKey`; each may be gone by now. */
export interface Choice {
  readonly any?: string | undefined;
  /** For what needs a user, while `any` is an API key. */
  readonly user?: string | undefined;
}

/**
 * The session to ask `origin` with. Without a choice it is the account added first, so that adding another one, such
 * as a user for a tunnel ticket, changes nothing for the rest. One that has ended comes after all others.
 */
export function sessionFor(
  list: readonly Session[],
  origin: string,
  scope: SessionScope,
  choice: Choice = {},
): Session | undefined {
  const candidates = list
    .filter((session) => session.origin === origin && (scope === 'any' || session.kind === scope))
    .sort((a, b) => a.createdAt - b.createdAt);
  const keys = scope === 'user' ? [choice.any, choice.user] : [choice.any];
  const chosen = keys
    .map((key) => candidates.find((session) => accountKey(session) === key))
    .filter((session) => session !== undefined);
  return live(chosen)[0] ?? chosen[0] ?? live(candidates)[0] ?? candidates[0];
}

/** Whether these are the same sessions with the same tokens. */
export function areSame(before: readonly Session[], after: readonly Session[]): boolean {
  const text = (list: readonly Session[]) =>
    JSON.stringify(list.map(({ id, accessToken }) => [id, accessToken]));
  return text(before) === text(after);
}

/** Which sessions came, went, or changed their token; one that has ended is gone. */
export function compareSessions(before: readonly Session[], after: readonly Session[]) {
  const old = new Map(live(before).map((session) => [session.id, session]));
  const now = new Set(live(after).map(({ id }) => id));
  return {
    added: live(after).filter(({ id }) => !old.has(id)),
    removed: live(before).filter(({ id }) => !now.has(id)),
    changed: live(after).filter(
      ({ id, accessToken }) => old.has(id) && old.get(id)?.accessToken !== accessToken,
    ),
  };
}

function live(list: readonly Session[]): readonly Session[] {
  return list.filter((session) => !hasEnded(session));
}
