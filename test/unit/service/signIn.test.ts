import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Browser } from './browser.ts';
import { createOAuthClient, redirectUri, useSignIn } from './signInFlow.ts';
import { getPath, sendRequest } from './support.ts';

describe('sign-in', () => {
  const { service, get, discover, client, signIn, ticket } = useSignIn();

  test('works from discovery to a ticket, with a client that registers itself', async () => {
    const metadata = await discover();
    assert.deepEqual(getPath(metadata, 'code_challenge_methods_supported'), ['S256']);
    const registered = await sendRequest(String(getPath(metadata, 'registration_endpoint')), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        client_name: 'An <b>editor</b>',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }),
    });
    assert.equal(registered.status, 201);
    const { attempt, redeem, userInfo, refresh } = createOAuthClient(
      metadata,
      String(getPath(registered.json, 'client_id')),
    );

    const { url, verifier } = attempt({ resource: service().url, prompt: 'consent' });
    const browser = new Browser();
    const page = await browser.open(url);
    assert.match(page.text, /An &#60;b&#62;editor&#60;\/b&#62;/);
    const { url: answer } = await browser.submit(page, { ...service().login, action: 'signIn' });
    assert.equal(answer.origin + answer.pathname, redirectUri);
    assert.equal(answer.searchParams.get('state'), 'state-1');
    assert.equal(answer.searchParams.get('iss'), getPath(metadata, 'issuer'));

    const tokens = await redeem(answer, verifier, { resource: service().url });
    assert.equal(tokens.status, 200);
    assert.equal(getPath(tokens.json, 'expires_in'), 3600);
    const accessToken = getPath(tokens.json, 'access_token');
    const info = await userInfo(accessToken);
    assert.deepEqual(
      [getPath(info.json, 'name'), getPath(info.json, 'email')],
      ['Sample User', service().login.email],
    );

    const reply = await ticket(accessToken);
    assert.equal(reply.status, 200);
    assert.deepEqual(Object.keys(reply.json ?? {}).sort(), ['subdomain', 'ticket', 'tunnelHost']);
    const refreshed = await refresh(getPath(tokens.json, 'refresh_token'));
    assert.equal((await ticket(getPath(refreshed.json, 'access_token'))).status, 200);
    assert.equal(
      service()
        .requests.list()
        .some(({ credential }) => credential === 'user'),
      true,
    );
  });

  test('an API key gets no ticket', async () => {
    const reply = await get('/v1/tunnels/ticket');
    assert.deepEqual([reply.status, getPath(reply.json, 'code')], [403, 'FORBIDDEN']);
  });

  test('refresh tokens rotate, and using an old one ends the whole grant', async () => {
    const { tokens } = await signIn();
    const { refresh } = await client();
    const first = getPath(tokens.json, 'refresh_token');
    const second = await refresh(first);
    const next = getPath(second.json, 'refresh_token');
    assert.ok(typeof next === 'string' && next !== first);
    const reused = await refresh(first);
    assert.deepEqual([reused.status, getPath(reused.json, 'error')], [400, 'invalid_grant']);
    assert.equal(getPath((await refresh(next)).json, 'error'), 'invalid_grant');
    assert.equal((await ticket(getPath(second.json, 'access_token'))).status, 401);
  });

  test('two users have their own sign-in', async () => {
    const { tokens } = await signIn({}, service().otherLogin);
    const { userInfo } = await client();
    const { json } = await userInfo(getPath(tokens.json, 'access_token'));
    assert.deepEqual(
      [getPath(json, 'sub'), getPath(json, 'name'), getPath(json, 'email')],
      ['user_other', 'Other User', service().otherLogin.email],
    );
    const page = await new Browser().open((await client()).attempt().url);
    assert.ok(page.text.includes(service().login.email) && !page.text.includes(service().otherLogin.email));
  });

  test('scopes without offline_access still return a refresh token', async () => {
    const { tokens } = await signIn({ scope: 'openid email profile' });
    assert.equal(typeof getPath(tokens.json, 'refresh_token'), 'string');
  });

  test('a revoked token is rejected', async () => {
    const { tokens } = await signIn();
    const { revoke } = await client();
    const token = getPath(tokens.json, 'access_token');
    assert.equal((await ticket(token)).status, 200);
    assert.equal((await revoke(token)).status, 200);
    assert.equal((await ticket(token)).status, 401);
  });

  test('PKCE is required, and its verifier is checked', async () => {
    const { attempt, redeem } = await client();
    const without = attempt({ code_challenge: '', code_challenge_method: '' });
    const rejected = await new Browser().open(without.url);
    assert.equal(rejected.url.searchParams.get('error'), 'invalid_request');
    const plain = attempt({ code_challenge_method: 'plain' });
    assert.equal((await new Browser().open(plain.url)).url.searchParams.get('error'), 'invalid_request');
    const { url, verifier } = attempt();
    const browser = new Browser();
    const page = await browser.open(url);
    const { url: answer } = await browser.submit(page, { ...service().login, action: 'signIn' });
    const wrong = await redeem(answer, 'wrong'.repeat(10));
    assert.deepEqual([wrong.status, getPath(wrong.json, 'error')], [400, 'invalid_grant']);
    assert.equal((await redeem(answer, verifier)).status, 200);
  });

  test('a resource other than the service is rejected', async () => {
    const { attempt } = await client();
    const page = await new Browser().open(attempt({ resource: 'https://elsewhere.example.com' }).url);
    assert.equal(page.url.searchParams.get('error'), 'invalid_target');
  });

  test('a redirect to another path is rejected on the page, not with a redirect', async () => {
    const { attempt } = await client();
    const page = await new Browser().open(attempt({ redirect_uri: 'http://127.0.0.1:49321/other' }).url);
    assert.equal(page.status, 400);
    assert.match(page.text, /redirect_uri/);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });

  test('a wrong password stays on the page; Cancel returns access_denied', async () => {
    const { attempt } = await client();
    const browser = new Browser();
    const page = await browser.open(attempt().url);
    const again = await browser.submit(page, {
      email: service().login.email,
      password: 'no',
      action: 'signIn',
    });
    assert.equal(again.status, 400);
    assert.match(again.text, /role="alert"/);
    const answer = await browser.submit(page, { action: 'cancel' });
    assert.equal(answer.url.searchParams.get('error'), 'access_denied');
    assert.equal(answer.url.searchParams.get('state'), 'state-1');
  });

  test('the page labels its fields and loads nothing', async () => {
    const { attempt } = await client();
    const { text, headers } = await new Browser().open(attempt().url);
    for (const id of ['email', 'password']) {
      assert.match(text, new RegExp(`<label for="${id}">`));
      assert.match(text, new RegExp(`<input id="${id}"`));
    }
    assert.doesNotMatch(text, /\b(src|href)=/);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /form-action 'self' http:\/\/127\.0\.0\.1:49321/);
    assert.doesNotMatch(policy, /unsafe/);
  });

  test('a sign-in that has ended has a page', async () => {
    const page = await sendRequest(`${service().url}/sign-in/unknown`);
    assert.equal(page.status, 404);
    assert.match(page.text, /This sign-in is over/);
  });

  test('the metadata is also at the URL of RFC 8414', async () => {
    const { json } = await sendRequest(`${service().url}/.well-known/oauth-authorization-server/oidc`);
    assert.deepEqual(json, await discover());
  });
});

describe('access tokens', () => {
  const { signIn, ticket, client } = useSignIn({ accessTokenSeconds: 1 });

  test('expire, and a refresh returns another', async () => {
    const { tokens } = await signIn();
    assert.equal(getPath(tokens.json, 'expires_in'), 1);
    const token = getPath(tokens.json, 'access_token');
    while ((await ticket(token)).status === 200) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await ticket(token)).status, 401);
    const { refresh } = await client();
    const refreshed = await refresh(getPath(tokens.json, 'refresh_token'));
    assert.equal((await ticket(getPath(refreshed.json, 'access_token'))).status, 200);
  });
});

describe('refresh tokens with a grace period', () => {
  const { signIn, ticket, client } = useSignIn({ refreshGraceSeconds: 10 });

  test('can be used again within it, but not later', async (t) => {
    const { tokens } = await signIn();
    const { refresh } = await client();
    const first = getPath(tokens.json, 'refresh_token');
    const second = await refresh(first);
    const again = await refresh(first);
    for (const { status, json } of [second, again]) {
      assert.equal(status, 200);
      assert.equal((await ticket(getPath(json, 'access_token'))).status, 200);
    }
    assert.notEqual(getPath(again.json, 'refresh_token'), getPath(second.json, 'refresh_token'));

    const { now } = Date;
    t.mock.method(Date, 'now', () => now() + 10_000);
    assert.equal(getPath((await refresh(first)).json, 'error'), 'invalid_grant');
    assert.equal(
      getPath((await refresh(getPath(again.json, 'refresh_token'))).json, 'error'),
      'invalid_grant',
    );
    assert.equal((await ticket(getPath(second.json, 'access_token'))).status, 401);
  });
});
