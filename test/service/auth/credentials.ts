import type Provider from 'oidc-provider';
import type { Identity } from '../operation.ts';

/**
 * Returns the kind of credential in an `Authorization` header. Asks the authorization server about user
 * tokens.
 */
export type Identify = (authorization: string | undefined) => Promise<Identity>;

/**
 * Creates a function that identifies credentials. A missing one is `none`. All others except known API keys
 * and valid user tokens are `bad`.
 */
export function createIdentify(
  provider: Provider | undefined,
  { apiKeys, userToken }: { readonly apiKeys: readonly string[]; readonly userToken?: string | undefined },
): Identify {
  return async (authorization) => {
    if (authorization === undefined) return { kind: 'none' };
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) return { kind: 'bad' };
    if (apiKeys.includes(token)) return { kind: 'apiKey' };
    if (token === userToken) return { kind: 'user' };
    const accessToken = await provider?.AccessToken.find(token);
    return { kind: accessToken?.accountId === undefined ? 'bad' : 'user' };
  };
}
