import type { AuthSession } from '../../src/auth/session.ts';

/** Creates a session of its own account, which never expires. */
export function session(id: string, more: Partial<AuthSession> = {}): AuthSession {
  return {
    id,
    kind: 'apiKey',
    origin: 'https://a.example',
    account: { id: `account-${id}`, label: `Account ${id}` },
    generation: 0,
    accessToken: `token-${id}`,
    createdAt: 1,
    ...more,
  };
}
