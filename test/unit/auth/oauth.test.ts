import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '../../../src/api/client.ts';
import {
  beginSignIn,
  classifyRefreshError,
  finishSignIn,
  prepareAuthorization,
  refreshSession,
  revokeSession,
} from '../../../src/auth/oauth.ts';
import { signal } from '../../kit/signal.ts';
import { createBrowser } from './browser.ts';
import { failsAs, metadataWith, paths, redirectUri, useService } from './signIn.ts';

describe('signing in to a service', () => {
  const { service, find, signIn } = useService();
  const projects = (token: string) =>
    createClient({ baseUrl: service().url, getToken: async () => token }).projects.list();

  test('returns a session that is valid for all operations, including tunnel tickets', async () => {
    const session = await signIn();
    assert.equal(session.kind, 'user');
    assert.equal(session.origin, service().url);
    assert.equal(session.generation, 0);
    assert.match(session.account.label, /sample@example\.com/);
    const now = Date.now();
    const { expiresAt = 0, renewAt = 0 } = session;
    assert.ok(now < renewAt && renewAt < expiresAt && expiresAt <= now + 3_600_000);
    const client = createClient({ baseUrl: service().url, getToken: async () => session.accessToken });
    assert.ok((await client.projects.list()).length > 0);
    assert.ok((await client.tunnels.getTicket()).ticket.length > 0);
  });

  test('uses the client ID in the settings instead of registering a client', async () => {
    service().requests.clear();
    const authority = await prepareAuthorization(service().url, redirectUri, 'a-client', signal);
    const { url } = await beginSignIn(authority);
    assert.equal(url.searchParams.get('client_id'), 'a-client');
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
    assert.equal(url.searchParams.get('resource'), service().url);
    assert.ok(
      !service()
        .requests.list()
        .some(({ path }) => path === paths.registration),
    );
  });

  test('lets the user choose an account if another one is already signed in', async () => {
    const browser = createBrowser();
    const first = await signIn({ browser });
    const second = await signIn({ browser, isAdditionalAccount: true, fields: { ...service().otherLogin } });
    assert.match(first.account.label, /^Sample User/);
    assert.equal(second.account.label, 'Other User (other@example.com)');
    assert.notEqual(first.account.id, second.account.id);
    assert.notEqual(first.id, second.id);
    // The first session is still valid.
    for (const { accessToken } of [first, second]) assert.ok((await projects(accessToken)).length > 0);
    await refreshSession(first, signal);
  });

  for (const [isAdditionalAccount, server, prompt] of [
    [false, {}, 'consent'],
    [true, {}, 'login consent'],
    [true, { scopes_supported: ['openid'] }, 'login'],
    [false, { scopes_supported: ['openid'] }, null],
    [true, { prompt_values_supported: ['none', 'select_account', 'consent'] }, 'select_account consent'],
    [true, { prompt_values_supported: ['none', 'login'] }, 'login'],
    [true, { prompt_values_supported: ['none'] }, null],
  ] as const) {
    test(`sends the prompt ${prompt}, another user: ${isAdditionalAccount}, ${JSON.stringify(server)}`, async () => {
      const found = await find();
      const authority = { ...found, server: { ...found.server, ...(server as object) } };
      const { url } = await beginSignIn(authority, { isAdditionalAccount });
      assert.equal(url.searchParams.get('prompt'), prompt);
      const isOffline = url.searchParams.get('scope')?.split(' ').includes('offline_access');
      assert.equal(isOffline, !('scopes_supported' in server));
    });
  }

  test('accepts an issuer of any form, and a session without a lifetime', async () => {
    const authority = await find();
    const attempt = await beginSignIn(authority);
    const answer = await createBrowser().signIn(attempt.url, { action: 'signIn', ...service().login });
    const body = { access_token: 'a-token', token_type: 'Bearer', refresh_token: 'a-refresh-token' };
    service().faults.add({ match: { path: paths.token }, body });
    const session = await finishSignIn(authority, attempt, answer, service().url, signal);
    assert.ok(!('expiresAt' in session) && !('renewAt' in session));
    assert.equal(session.account.id, `${service().url}/oidc`);
    const expired = { ...session, expiresAt: 1, renewAt: 1 };
    const refreshed = await refreshSession(expired, signal);
    assert.ok(!('expiresAt' in refreshed) && !('renewAt' in refreshed), 'of the former token');
  });

  test('can be revoked, after which neither token is valid', async () => {
    const session = await signIn();
    await revokeSession(session, signal);
    await assert.rejects(projects(session.accessToken));
    await assert.rejects(
      refreshSession(session, signal),
      (error) => classifyRefreshError(error) === 'invalidGrant',
    );
  });

  test('can only be revoked if the server supports it', async () => {
    const session = await signIn();
    const match = { path: '/oidc/token/revocation' };
    service().faults.add({ match, status: 503 });
    await failsAs(revokeSession(session, signal), 'authorizationServerFailed');
    assert.equal(
      service()
        .requests.list()
        .filter(({ path }) => path === match.path).length,
      4,
    );
    service().faults.clear();

    // There is no server to tell: no requests, no error.
    const { refresh: _, ...plain } = session;
    await revokeSession(plain, signal);
    const body = await metadataWith(service(), { revocation_endpoint: undefined });
    service().faults.add({ match: { path: paths.metadata }, body });
    await revokeSession(session, signal);
    assert.ok((await projects(session.accessToken)).length > 0);
  });
});
