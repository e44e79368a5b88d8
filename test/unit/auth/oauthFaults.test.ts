import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { beginSignIn, finishSignIn, prepareAuthorization } from '../../../src/auth/oauth.ts';
import { setSignInLogger } from '../../../src/auth/signInLog.ts';
import { signal } from '../../kit/signal.ts';
import { startService } from '../../service/service.ts';
import { createBrowser } from './browser.ts';
import { failsAs, html, paths, redirectUri, useService } from './signIn.ts';

describe('registering a client', () => {
  const { service, find } = useService();
  const registrations = () =>
    service()
      .requests.list()
      .filter(({ path }) => path === paths.registration);

  for (const uri of [
    'http://127.0.0.1:49152/callback',
    'http://localhost:3100/callback?vscode-reqid=1&vscode-scheme=code-oss',
    'http://[::1]:49152/callback',
    'https://editor.example/callback?x=1',
    'http://editor.example/callback',
    'https://localhost:3100/callback',
    'vscode://hosted-mcp.hosted-mcp/callback?windowId=1',
    'code-oss://hosted-mcp.hosted-mcp/callback?windowId=1&vscode-reqid=2',
  ]) {
    test(`succeeds for ${uri}, and the browser is redirected there`, async () => {
      service().requests.clear();
      const authority = await find(uri);
      assert.equal(registrations().length, 1);
      const attempt = await beginSignIn(authority);
      const answer = await createBrowser().signIn(attempt.url, { action: 'signIn', ...service().login });
      assert.ok(answer.href.startsWith(uri), answer.href);
      const session = await finishSignIn(authority, attempt, answer, service().url, signal);
      assert.equal(session.refresh?.clientId, authority.client.client_id);
    });
  }

  test('is retried with another application type', async () => {
    const match = { path: paths.registration };
    service().faults.add({ match, times: 1, status: 400, body: { error: 'invalid_redirect_uri' } });
    service().requests.clear();
    await find();
    assert.deepEqual(
      registrations().map(({ status }) => status),
      [400, 201],
    );
  });

  test('can be rejected', async () => {
    const match = { path: paths.registration };
    for (const [tries, what] of [
      [2, { status: 400, body: { error: 'invalid_redirect_uri' } }],
      [2, { status: 400, body: { error: 'invalid_client_metadata' } }],
      [2, { status: 400, ...html }],
      [1, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } }],
      [1, { status: 403 }],
      [1, { status: 403, ...html }],
      [1, { status: 404 }],
    ] as const) {
      service().faults.clear();
      service().faults.add({ match, ...what });
      service().requests.clear();
      await failsAs(find(), 'registrationRejected');
      assert.equal(registrations().length, tries);
    }
  });

  test('contains only fields of OAuth', async () => {
    for (const what of [html, { status: 307, headers: { Location: '/oidc/reg' } }]) {
      service().faults.clear();
      service().faults.add({ match: { path: paths.registration }, ...what });
      await failsAs(find(), 'notOAuth');
    }
    service().faults.clear();
    service().faults.add({ match: { path: paths.registration }, status: 201, body: { client_id: 7 } });
    await failsAs(find(), 'invalidResponse');
  });

  test('uses only the client ID of the response', async () => {
    const body = { client_id: 'an-id', use_mtls_endpoint_aliases: true, default_max_age: 1 };
    service().faults.add({ match: { path: paths.registration }, status: 201, body });
    assert.deepEqual((await find()).client, { client_id: 'an-id' });
  });
});

describe('the redirect of the browser', () => {
  const { service, signIn } = useService();
  const tokenRequests = () =>
    service()
      .requests.list()
      .filter(({ path }) => path === paths.token);

  test('declines the sign-in if the user cancels on the page', async () => {
    await failsAs(signIn({ fields: { action: 'cancel' } }), 'declinedByUser');
  });

  for (const [name, parameters, reason] of [
    ['another state', { state: 'another' }, 'invalidResponse'],
    ['no state', { state: undefined }, 'invalidResponse'],
    ['another issuer', { iss: 'https://elsewhere.example' }, 'invalidResponse'],
    ['no issuer', { iss: undefined }, 'invalidResponse'],
    ['no code', { code: undefined }, 'invalidResponse'],
    ['access_denied', { code: undefined, error: 'access_denied' }, 'declinedByUser'],
    [
      'access_denied of another state',
      { state: 'x', code: undefined, error: 'access_denied' },
      'invalidResponse',
    ],
    [
      'access_denied of another issuer',
      { iss: 'https://x.example', error: 'access_denied' },
      'invalidResponse',
    ],
    ['login_required', { code: undefined, error: 'login_required' }, 'rejectedByServer'],
    ['invalid_target', { code: undefined, error: 'invalid_target' }, 'rejectedByServer'],
    ['server_error', { code: undefined, error: 'server_error' }, 'rejectedByServer'],
  ] as const) {
    test(`is rejected with ${name}`, async () => {
      service().requests.clear();
      let code: string | null = null;
      const work = signIn({
        change: ({ searchParams }) => {
          code = searchParams.get('code');
          for (const [key, value] of Object.entries(parameters)) {
            if (value === undefined) searchParams.delete(key);
            else searchParams.set(key, value);
          }
        },
      });
      await failsAs(work, reason);
      assert.deepEqual(tokenRequests(), []);
      const error: unknown = await work.catch((reason: unknown) => reason);
      assert.ok(code && !inspect(error, { depth: 9 }).includes(code), 'the code is in the error');
    });
  }

  test('is rejected with two states, or with a code of another client', async () => {
    await failsAs(
      signIn({ change: ({ searchParams }) => searchParams.append('state', 'x') }),
      'invalidResponse',
    );
    await failsAs(
      signIn({ change: ({ searchParams }) => searchParams.set('code', 'x') }),
      'rejectedByServer',
    );
  });
});

describe('the token endpoint', () => {
  const { service, signIn } = useService();
  const secret = 'a-secret-token';
  const body = { access_token: secret, token_type: 'Bearer', expires_in: 60 };

  for (const [name, what, reason] of [
    ['a web page', html, 'notOAuth'],
    ['a web page and 400', { ...html, status: 400 }, 'notOAuth'],
    ['a message and 400', { status: 400, body: { message: 'invalid_grant' } }, 'notOAuth'],
    ['an OAuth error', { status: 400, body: { error: 'invalid_target' } }, 'rejectedByServer'],
    ['an OAuth error and 200', { body: { error: 'invalid_grant' } }, 'invalidResponse'],
    ['a challenge', { status: 401, headers: { 'WWW-Authenticate': 'Basic' } }, 'rejectedByServer'],
    ['503', { status: 503 }, 'authorizationServerFailed'],
    ['429', { status: 429 }, 'authorizationServerFailed'],
    ['no answer', { drop: 'beforeAnswer' }, 'authorizationServerUnreachable'],
    ['half an answer', { drop: 'midBody' }, 'authorizationServerUnreachable'],
    ['a lost answer', { drop: 'afterWork' }, 'authorizationServerUnreachable'],
    ['no access token', { body: { token_type: 'Bearer', refresh_token: secret } }, 'invalidResponse'],
    ['an empty access token', { body: { ...body, access_token: '', id: secret } }, 'invalidResponse'],
    ['a token bound to a key', { body: { ...body, token_type: 'DPoP' } }, 'notOAuth'],
    ['a token of an unknown type', { body: { ...body, token_type: 'mac' } }, 'invalidResponse'],
    ['a lifetime that is none', { body: { ...body, expires_in: 'soon' } }, 'invalidResponse'],
    ['an answer that is too large', { body: { ...body, more: ' '.repeat(1024 * 1024) } }, 'notOAuth'],
    ['an ID token that is none', { body: { ...body, id_token: `${secret}.e30.x` } }, 'notOAuth'],
  ] as const) {
    test(`fails the sign-in with ${name}`, async () => {
      service().faults.add({ match: { method: 'POST', path: paths.token }, ...what });
      const work = signIn();
      await failsAs(work, reason);
      const error: unknown = await work.catch((reason: unknown) => reason);
      assert.ok(!inspect(error, { depth: 9 }).includes(secret), 'the token is in the error');
    });
  }

  test('is the one in the metadata: no redirect leads a credential to another host', async (t) => {
    const elsewhere = await startService({ live: false });
    t.after(() => elsewhere.close());
    const what = { status: 307, headers: { Location: `${elsewhere.url}/oidc/token` } };
    for (const path of [paths.token, paths.registration, paths.metadata, paths.resource]) {
      service().faults.clear();
      service().faults.add({ match: { path }, ...what });
      await assert.rejects(signIn());
    }
    service().faults.clear();
    service().faults.add({ match: { path: paths.userinfo }, ...what });
    assert.equal((await signIn()).account.label, 'user_sample');
    assert.deepEqual(elsewhere.requests.list(), []);
  });
});

describe('userinfo', () => {
  test('identifies the user if there is no ID token', async () => {
    const token = { access_token: 'access', token_type: 'Bearer' };
    service().faults.add({ match: { path: paths.token }, times: 1, body: token });
    service().faults.add({ match: { path: paths.userinfo }, times: 1, body: { sub: 'user_1', name: 'One' } });
    assert.deepEqual((await signIn()).account, { id: 'user_1', label: 'One' });
  });

  const { service, signIn } = useService();

  const large = { body: { sub: 'user_sample', name: 'Large', more: ' '.repeat(1024 * 1024) } };
  for (const what of [html, large, { status: 500 }, { status: 401 }, { drop: 'beforeAnswer' }] as const) {
    test(`does not fail the sign-in: ${JSON.stringify(what).slice(0, 80)}`, async () => {
      service().faults.add({ match: { path: paths.userinfo }, ...what });
      assert.deepEqual((await signIn()).account, { id: 'user_sample', label: 'user_sample' });
    });
  }

  test('of another user is ignored', async () => {
    service().faults.add({ match: { path: paths.userinfo }, body: { sub: 'user_other', name: 'Other' } });
    assert.equal((await signIn()).account.label, 'user_sample');
  });

  test('is not awaited after a cancellation', async () => {
    const leave = new AbortController();
    const authority = await prepareAuthorization(service().url, redirectUri, undefined, signal);
    const attempt = await beginSignIn(authority);
    const answer = await createBrowser().signIn(attempt.url, { action: 'signIn', ...service().login });
    service().faults.add({ match: { path: paths.userinfo }, hang: true });
    service().requests.clear();
    const work = finishSignIn(authority, attempt, answer, service().url, leave.signal);
    const isAsked = () =>
      service()
        .requests.list()
        .some(({ path }) => path === paths.userinfo);
    while (!isAsked()) await new Promise((resolve) => setImmediate(resolve));
    const reason = new Error('The user left');
    leave.abort(reason);
    await assert.rejects(work, reason);
  });
});

describe('the log of a sign-in', () => {
  const { service, signIn } = useService();

  test('contains each request with its status and OAuth error, and nothing else', async () => {
    const lines: string[] = [];
    setSignInLogger({ logRequest: (entry) => lines.push(JSON.stringify(entry)) });
    try {
      await signIn();
      service().faults.add({
        match: { path: paths.token },
        times: 1,
        status: 400,
        body: { error: 'invalid_grant' },
      });
      await signIn().catch(() => undefined);
      service().faults.add({
        match: { path: paths.token },
        times: 1,
        status: 400,
        body: { error: 'Secret 1' },
      });
      await signIn().catch(() => undefined);
    } finally {
      setSignInLogger({ logRequest: () => undefined });
    }
    const { host } = new URL(service().url);
    for (const path of [paths.resource, paths.registration, paths.token, paths.userinfo]) {
      assert.ok(
        lines.some((line) => line.includes(`"path":"${host}${path}"`)),
        path,
      );
    }
    assert.equal(lines.filter((line) => line.includes('"code":"invalid_grant"')).length, 1);
    assert.doesNotMatch(lines.join(), /Secret|code=|state=|Bearer|token":/);
  });
});
