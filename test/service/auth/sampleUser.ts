import type { Account } from 'oidc-provider';

/** The credentials of a sample user. */
export interface SampleLogin {
  readonly email: string;
  readonly password: string;
}

interface SampleUser {
  readonly id: string;
  readonly name: string;
  readonly login: SampleLogin;
}

/** The user that the sign-in page names. */
export const sampleLogin: SampleLogin = { email: 'sample@example.com', password: 'sample-password' };

/** A second user of the service, with the same data. */
export const otherSampleLogin: SampleLogin = { email: 'other@example.com', password: 'other-password' };

const users: readonly SampleUser[] = [
  { id: 'user_sample', name: 'Sample User', login: sampleLogin },
  { id: 'user_other', name: 'Other User', login: otherSampleLogin },
];

/** Returns the account with an ID, or `undefined`. */
export function findAccount(accountId: string): Account | undefined {
  const user = users.find(({ id }) => id === accountId);
  if (!user) return undefined;
  const { name, login: its } = user;
  return { accountId, claims: () => ({ sub: accountId, name, email: its.email, email_verified: true }) };
}

/** Returns the ID of the account with these credentials, or `undefined`. */
export function checkLogin(email: unknown, password: unknown): string | undefined {
  return users.find(({ login: its }) => email === its.email && password === its.password)?.id;
}
