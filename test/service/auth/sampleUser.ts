import type { Account } from 'oidc-provider';

/** How the sample user signs in. */
export interface SampleLogin {
  readonly email: string;
  readonly password: string;
}

const accountId = 'user_sample';

/** The one account of the service; undefined for any other id. */
export function userOf({ email }: SampleLogin, id: string): Account | undefined {
  if (id !== accountId) return undefined;
  return {
    accountId,
    claims: () => ({ sub: accountId, name: 'Sample User', email, email_verified: true }),
  };
}

/** The account id that these two open, if they do. */
export function checkLogin(login: SampleLogin, email: unknown, password: unknown): string | undefined {
  return email === login.email && password === login.password ? accountId : undefined;
}
