import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { sampleClientId } from '../../service/auth/provider.ts';
import { Browser } from './browser.ts';
import { getPath, sendRequest, type TestJson, useService } from './support.ts';

export const redirectUri = 'http://127.0.0.1:49321/callback';

interface SignInAttempt {
  readonly url: URL;
  readonly verifier: string;
}

/** Creates a client that uses discovered metadata. */
export function createOAuthClient(metadata: TestJson, clientId: string) {
  const endpoint = (name: string) => String(getPath(metadata, `${name}_endpoint`));
  const post = (name: string, form: Record<string, string>) =>
    sendRequest(endpoint(name), {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...form }),
    });
  return {
    attempt: (more: Record<string, string> = {}): SignInAttempt => {
      const verifier = randomBytes(32).toString('base64url');
      const url = new URL(endpoint('authorization'));
      const parameters = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid email profile offline_access',
        state: 'state-1',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...more,
      };
      for (const [name, value] of Object.entries(parameters))
        if (value !== '') url.searchParams.set(name, value);
      return { url, verifier };
    },
    redeem: (answer: URL, verifier: string, more: Record<string, string> = {}) =>
      post('token', {
        grant_type: 'authorization_code',
        code: answer.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...more,
      }),
    refresh: (token: TestJson) =>
      post('token', { grant_type: 'refresh_token', refresh_token: String(token) }),
    revoke: (token: TestJson) => post('revocation', { token: String(token) }),
    userInfo: (token: TestJson) =>
      sendRequest(endpoint('userinfo'), { headers: { Authorization: `Bearer ${String(token)}` } }),
  };
}

/** Starts a service, with a user who signs in. */
export function useSignIn(options: Parameters<typeof useService>[0] = {}) {
  const { service, send, get } = useService(options);
  const discover = async (): Promise<TestJson> => {
    const { json } = await get('/.well-known/oauth-protected-resource');
    assert.equal(getPath(json, 'resource'), service().url);
    const issuer = String(getPath(json, 'authorization_servers', 0));
    const metadata = await sendRequest(`${issuer}/.well-known/openid-configuration`);
    assert.equal(getPath(metadata.json, 'issuer'), issuer);
    return metadata.json;
  };
  const client = async () => createOAuthClient(await discover(), sampleClientId);
  const signIn = async (more: Record<string, string> = {}, login = service().login) => {
    const { attempt, redeem } = await client();
    const { url, verifier } = attempt(more);
    const browser = new Browser();
    const page = await browser.open(url);
    const answer = await browser.submit(page, { ...login, action: 'signIn' });
    return { answer: answer.url, tokens: await redeem(answer.url, verifier) };
  };
  const ticket = (token: TestJson) =>
    sendRequest(`${service().url}/v1/tunnels/ticket`, {
      headers: { Authorization: `Bearer ${String(token)}` },
    });
  return { service, send, get, discover, client, signIn, ticket };
}
