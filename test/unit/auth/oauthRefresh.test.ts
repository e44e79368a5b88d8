import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { createClient } from '../../../src/api/client.ts';
import { classifyRefreshError, refreshSession } from '../../../src/auth/oauth.ts';
import type { RefreshFailure } from '../../../src/auth/renewal.ts';
import type { AuthSession } from '../../../src/auth/session.ts';
import { signal } from '../../kit/signal.ts';
import { html, metadataWith, paths, useService } from './signIn.ts';

async function failsAs(session: AuthSession, kind: RefreshFailure): Promise<void> {
  await assert.rejects(refreshSession(session, signal), (error) => {
    assert.equal(classifyRefreshError(error), kind, inspect(error));
    const secrets = [session.accessToken, ...(session.refresh ? [session.refresh.token] : [])];
    for (const secret of secrets) assert.ok(!inspect(error, { depth: 9 }).includes(secret));
    return true;
  });
}

describe('refreshing a session', () => {
  const { service, signIn } = useService();
  const opens = async ({ accessToken }: AuthSession): Promise<boolean> => {
    const client = createClient({ baseUrl: service().url, getToken: async () => accessToken });
    return client.projects.list().then(
      () => true,
      () => false,
    );
  };

  test('returns new tokens for the same session', async () => {
    const session = { ...(await signIn()), generation: 7, renewAt: 1, expiresAt: 2 };
    const refreshed = await refreshSession(session, signal);
    const { accessToken, refresh, expiresAt = 0, renewAt = 0, ...same } = refreshed;
    assert.notEqual(accessToken, session.accessToken);
    assert.notEqual(refresh?.token, session.refresh?.token);
    assert.ok(Date.now() < renewAt && renewAt < expiresAt);
    assert.deepEqual({ ...refreshed, ...same }, refreshed);
    assert.deepEqual([same.id, same.generation, same.account], [session.id, 7, session.account]);
    assert.ok(await opens(refreshed));
  });

  test('with a used token invalidates all tokens of the sign-in, including the newest', async () => {
    const session = await signIn();
    const refreshed = await refreshSession(session, signal);
    await failsAs(session, 'invalidGrant');
    await failsAs(refreshed, 'invalidGrant');
    assert.deepEqual([await opens(session), await opens(refreshed)], [false, false]);
  });

  test('without a refresh token fails permanently', async () => {
    const { refresh: _, ...session } = await signIn();
    await failsAs(session, 'permanent');
  });

  const token = { method: 'POST', path: paths.token };
  const metadata = { path: paths.metadata };
  const tokens = { access_token: 'a-token', token_type: 'Bearer', refresh_token: 'r', expires_in: 60 };
  for (const [name, fault, kind] of [
    ['invalid_grant', { match: token, status: 400, body: { error: 'invalid_grant' } }, 'invalidGrant'],
    ['invalid_client', { match: token, status: 401, body: { error: 'invalid_client' } }, 'permanent'],
    [
      'unauthorized_client',
      { match: token, status: 400, body: { error: 'unauthorized_client' } },
      'permanent',
    ],
    ['a challenge', { match: token, status: 401, headers: { 'WWW-Authenticate': 'Basic' } }, 'permanent'],
    ['server_error', { match: token, status: 400, body: { error: 'server_error' } }, 'temporary'],
    ['a message and 400', { match: token, status: 400, body: { message: 'invalid_grant' } }, 'temporary'],
    [
      'an error that is no text',
      { match: token, status: 400, body: { error: ['invalid_grant'] } },
      'temporary',
    ],
    ['a web page', { match: token, ...html }, 'temporary'],
    ['a web page and 400', { match: token, ...html, status: 400 }, 'temporary'],
    [
      'words of OAuth in a web page',
      { match: token, status: 400, body: '{"error":"invalid_grant"}', contentType: 'text/html' },
      'temporary',
    ],
    ['invalid_grant and 200', { match: token, body: { error: 'invalid_grant' } }, 'temporary'],
    ['invalid_grant and 503', { match: token, status: 503, body: { error: 'invalid_grant' } }, 'temporary'],
    ['invalid_grant and 429', { match: token, status: 429, body: { error: 'invalid_grant' } }, 'temporary'],
    ['408', { match: token, status: 408 }, 'temporary'],
    ['a redirect', { match: token, status: 302, headers: { Location: '/oidc/jwks' } }, 'temporary'],
    ['no answer', { match: token, drop: 'beforeAnswer' }, 'temporary'],
    ['half an answer', { match: token, drop: 'midBody', body: tokens }, 'temporary'],
    ['no access token', { match: token, body: { ...tokens, access_token: undefined } }, 'temporary'],
    ['no type of token', { match: token, body: { ...tokens, token_type: undefined } }, 'temporary'],
    ['a token bound to a key', { match: token, body: { ...tokens, token_type: 'DPoP' } }, 'temporary'],
    ['a token of an unknown type', { match: token, body: { ...tokens, token_type: 'mac' } }, 'temporary'],
    ['an array', { match: token, body: [tokens] }, 'temporary'],
    ['no metadata', { match: metadata, status: 404 }, 'permanent'],
    ['a web page for metadata', { match: metadata, ...html }, 'temporary'],
    ['metadata and 500', { match: metadata, status: 500 }, 'temporary'],
    ['metadata and 429', { match: metadata, status: 429 }, 'temporary'],
    ['no answer for metadata', { match: metadata, drop: 'beforeAnswer' }, 'temporary'],
  ] as const) {
    test(`${kind}: ${name}; the session can be refreshed afterwards`, async () => {
      const session = await signIn();
      service().faults.add(fault);
      await failsAs(session, kind);
      service().faults.clear();
      assert.ok(await opens(await refreshSession(session, signal)));
    });
  }

  test('rejects metadata of another issuer', async () => {
    const session = await signIn();
    const body = await metadataWith(service(), { issuer: 'https://elsewhere.example' });
    service().faults.add({ match: metadata, body });
    await failsAs(session, 'permanent');
  });

  test('rejects tokens of another user', async () => {
    const session = await signIn();
    const account = { id: 'user_other', label: 'Other User' };
    await failsAs({ ...session, account }, 'permanent');
  });

  test('ends immediately if it is canceled', async () => {
    const session = await signIn();
    service().faults.add({ match: token, hang: true });
    const work = refreshSession(session, AbortSignal.timeout(50));
    await assert.rejects(work, (error) => classifyRefreshError(error) === 'temporary');
  });
});

describe('a response that is lost after the rotation', () => {
  for (const refreshGraceSeconds of [0, 30]) {
    describe(`with a grace of ${refreshGraceSeconds} s`, () => {
      const { service, signIn } = useService({ refreshGraceSeconds });

      test(refreshGraceSeconds === 0 ? 'ends the session' : 'can be requested again', async () => {
        const session = await signIn();
        const match = { method: 'POST', path: paths.token };
        service().faults.add({ match, times: 1, drop: 'afterWork' });
        await failsAs(session, 'temporary');
        if (refreshGraceSeconds === 0) return failsAs(session, 'invalidGrant');
        const refreshed = await refreshSession(session, signal);
        await refreshSession(refreshed, signal);
      });
    });
  }
});

describe('the time limit of a refresh', () => {
  const { service, signIn } = useService();

  for (const path of [paths.metadata, paths.token]) {
    test(`applies at ${path}`, async (t: TestContext) => {
      const session = await signIn();
      const { setTimeout: set } = globalThis;
      let reached = () => {};
      t.mock.method(globalThis, 'setTimeout', (work: () => void, ms?: number) => {
        if (ms === 15_000) reached = work;
        return set(work, ms);
      });
      service().faults.add({ match: { path }, hang: true });
      service().requests.clear();
      const work = failsAs(session, 'temporary');
      const count = path === paths.token ? 2 : 1;
      while (service().requests.list().length < count) await new Promise((resolve) => setImmediate(resolve));
      reached();
      await work;
    });
  }
});
