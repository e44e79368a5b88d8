import type Provider from 'oidc-provider';
import type { Identity } from '../operation.ts';

/** Whose credential an `Authorization` header holds. User tokens are asked of the authorization server. */
export type Identify = (authorization: string | undefined) => Promise<Identity>;

/** Every kind of credential but the known API key and live user tokens is `bad`; no credential is `none`. */
export function createIdentify(provider: Provider, apiKeys: readonly string[]): Identify {
  return async (authorization) => {
    if (authorization === undefined) return { kind: 'none' };
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) return { kind: 'bad' };
    if (apiKeys.includes(token)) return { kind: 'apiKey' };
    const found = await provider.AccessToken.find(token);
    return { kind: found?.accountId === undefined ? 'bad' : 'user' };
  };
}
