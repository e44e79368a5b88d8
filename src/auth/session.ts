import * as z from 'zod/mini';

/** What a session is, told apart by scope: a person who signed in, or a key of a team. */
export type SessionKind = 'user' | 'apiKey';

const schema = z.object({
  id: z.string(),
  kind: z.enum(['user', 'apiKey']),
  /** The only origin that the secret is ever sent to. */
  origin: z.string(),
  account: z.object({ id: z.string(), label: z.string() }),
  accessToken: z.string().check(z.minLength(1)),
  /** Milliseconds since 1970; absent when the service did not say. */
  expiresAt: z.optional(z.number()),
  /** What a refresh needs. */
  refresh: z.optional(
    z.object({ token: z.string(), issuer: z.string(), clientId: z.string(), resource: z.string() }),
  ),
  createdAt: z.number(),
});
export type Session = Readonly<z.infer<typeof schema>>;

const sessions = z.array(schema);

/** Reads what `SecretStorage` held; `undefined` when that is no list of sessions. */
export function parseSessions(text: string): readonly Session[] | undefined {
  try {
    const result = sessions.safeParse(JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined; // Not JSON. Its text may hold a secret, so nothing of it is passed on.
  }
}

/** A new session stands in place of an older one of the same account. */
export function withSession(list: readonly Session[], added: Session): readonly Session[] {
  const rest = list.filter(
    ({ kind, origin, account }) =>
      kind !== added.kind || origin !== added.origin || account.id !== added.account.id,
  );
  return [...rest, added];
}

/** The session to ask `origin` with: of the kind wanted, else the one made last. */
export function sessionFor(
  list: readonly Session[],
  origin: string,
  scope: 'any' | SessionKind,
): Session | undefined {
  return list
    .filter((session) => session.origin === origin && (scope === 'any' || session.kind === scope))
    .sort((a, b) => b.createdAt - a.createdAt)[0];
}

/** Which sessions came, went, or changed their token. */
export function compareSessions(before: readonly Session[], after: readonly Session[]) {
  const old = new Map(before.map((session) => [session.id, session]));
  const now = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !now.has(id)),
    changed: after.filter(({ id, accessToken }) => old.has(id) && old.get(id)?.accessToken !== accessToken),
  };
}
