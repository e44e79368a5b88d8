import type { Account } from 'oidc-provider';

/** How a sample user signs in. */
export interface SampleLogin {
  readonly email: string;
  readonly password: string;
}

interface SampleUser {
  readonly id: string;
  readonly name: string;
  readonly login: SampleLogin;
}

/** The user whom the sign-in page advertises. */
export const sampleLogin: SampleLogin = { email: 'sample@example.com', password: 'sample-password' };

/** Another user of the same service, who sees the same. */
export const otherSampleLogin: SampleLogin = { email: 'other@example.com', password: 'other-password' };

const users: readonly SampleUser[] = [
  { id: 'user_sample', name: 'Sample User', login: sampleLogin },
  { id: 'user_other', name: 'Other User', login: otherSampleLogin },
];

/** Undefined for an id that no user has. */
export function findAccount(accountId: string): Account | undefined {
  const user = users.find(({ id }) => id === accountId);
  if (!user) return undefined;
  const { name, login: its } = user;
  return { accountId, claims: () => ({ sub: accountId, name, email: its.email, email_verified: true }) };
}

/** The account id that these two open, if they do. */
export function checkLogin(email: unknown, password: unknown): string | undefined {
  return users.find(({ login: its }) => email === its.email && password === its.password)?.id;
}
