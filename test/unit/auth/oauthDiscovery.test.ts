import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { SignInError } from '../../../src/auth/errors.ts';
import { classifyRefreshError, prepareAuthorization, refreshSession } from '../../../src/auth/oauth.ts';
import { signal } from '../../kit/signal.ts';
import { failsAs, html, metadataWith, paths, redirectUri, useService } from './signIn.ts';

const json = 'application/json';

describe('the authorization server of a service', () => {
  const { service, find } = useService();
  const fault = (path: string | RegExp, what: object) => service().faults.add({ match: { path }, ...what });
  const resource = (changes: object) => ({
    body: { resource: service().url, authorization_servers: [`${service().url}/oidc`], ...changes },
  });

  for (const [name, what, reason] of [
    ['404', { status: 404 }, 'noSignInUrl'],
    ['a web page', html, 'noSignInUrl'],
    ['a redirect', { status: 302, headers: { Location: '/elsewhere' } }, 'noSignInUrl'],
    ['other JSON', { body: { message: 'hello' } }, 'noSignInUrl'],
    ['no JSON at all', { body: '{"resource":', contentType: json }, 'noSignInUrl'],
    ['502', { status: 502 }, 'serviceFailed'],
    ['429', { status: 429 }, 'serviceFailed'],
    ['no answer', { drop: 'beforeAnswer' }, 'serviceOrServerUnreachable'],
    ['half an answer', { drop: 'midBody' }, 'serviceOrServerUnreachable'],
  ] as const) {
    test(`is unknown if the service returns ${name}`, async () => {
      fault(paths.resource, what);
      await failsAs(find(), reason);
    });
  }

  for (const changes of [
    { authorization_servers: undefined },
    { authorization_servers: [] },
    { authorization_servers: ['not an address'] },
  ]) {
    test(`is unknown if the metadata contains ${JSON.stringify(changes)}`, async () => {
      fault(paths.resource, resource(changes));
      await failsAs(find(), 'noSignInUrl');
    });
  }

  test('gets no request if the metadata is about another service', async () => {
    for (const other of ['https://elsewhere.example', `${service().url}/team`, `${service().url}?a=b`, 'x']) {
      fault(paths.resource, { ...resource({ resource: other }), times: 1 });
      service().requests.clear();
      await failsAs(find(), 'invalidResponse');
      assert.equal(service().requests.list().length, 1);
    }
    fault(paths.resource, resource({ resource: `${service().url}/` }));
    assert.equal((await find()).resource, `${service().url}/`, 'as it names itself');
  });

  test('is found at either location for a service with a path', async () => {
    const base = `${service().url}/team`;
    const at = () => prepareAuthorization(base, redirectUri, 'a-client', signal);
    await failsAs(at(), 'noSignInUrl');
    for (const place of ['/team/.well-known/oauth-protected-resource', `${paths.resource}/team`]) {
      service().faults.clear();
      if (!place.startsWith('/team')) fault('/team', html);
      fault(place, resource({ resource: base }));
      assert.equal((await at()).resource, base);
      service().faults.clear();
      fault(place, resource({}));
      await failsAs(at(), 'invalidResponse');
    }
  });

  test('is the first of several that can be discovered', async () => {
    const { url } = service();
    const others = ['nonsense', `${url}/none`, 'http://127.0.0.1:1', 'http://insecure.example'];
    fault(paths.resource, resource({ authorization_servers: [...others, `${url}/oidc`] }));
    assert.equal((await find()).server.issuer, `${url}/oidc`);
    service().faults.clear();
    fault(paths.resource, resource({ authorization_servers: ['http://127.0.0.1:1', `${url}/none`] }));
    await failsAs(find(), 'authorizationServerUnreachable');
  });

  test('has its metadata at either location', async () => {
    for (const what of [{ status: 404 }, { status: 400 }, html]) {
      fault('/oidc/.well-known/openid-configuration', { ...what, times: 1 });
      assert.equal((await find()).server.issuer, `${service().url}/oidc`);
    }
  });

  for (const [name, what, reason] of [
    ['404 in both places', { status: 404 }, 'noAuthorizationServerMetadata'],
    ['a web page', html, 'notOAuth'],
    ['a web page and 403', { ...html, status: 403 }, 'notOAuth'],
    ['a redirect', { status: 301, headers: { Location: '/oidc/jwks' } }, 'notOAuth'],
    ['other JSON', { body: [] }, 'notOAuth'],
    ['an issuer that is none', { body: { issuer: 'x' } }, 'notOAuth'],
    ['half an answer', { drop: 'midBody' }, 'authorizationServerUnreachable'],
  ] as const) {
    test(`is not used if it returns ${name}`, async () => {
      fault(paths.metadata, what);
      await failsAs(find(), reason);
    });
  }

  for (const path of [paths.metadata, paths.registration]) {
    test(`can fail at ${path}`, async () => {
      for (const status of [500, 503, 429, 408]) {
        fault(path, { times: 1, status, body: { error: 'server_error' } });
        await assert.rejects(find(), (error) => {
          assert.ok(error instanceof SignInError);
          return error.reason === 'authorizationServerFailed' && error.status === status;
        });
      }
      fault(path, { drop: 'beforeAnswer' });
      await failsAs(find(), 'authorizationServerUnreachable');
    });
  }

  test('is rejected if its metadata has another issuer', async () => {
    fault(paths.metadata, { body: await metadataWith(service(), { issuer: 'https://elsewhere.example' }) });
    await failsAs(find(), 'invalidResponse');
  });

  for (const [name, value, reason] of [
    ['token', undefined, 'notOAuth'],
    ['token', '/relative', 'notOAuth'],
    ['userinfo', 7, 'notOAuth'],
    ['authorization', undefined, 'noSignInUrl'],
    ['registration', undefined, 'noClientId'],
  ] as const) {
    test(`is not used with the ${name} endpoint ${value}`, async () => {
      fault(paths.metadata, { body: await metadataWith(service(), { [`${name}_endpoint`]: value }) });
      await failsAs(find(), reason);
    });
  }
});

describe('plain HTTP', () => {
  const { service, find, signIn } = useService();

  for (const name of ['authorization', 'token', 'registration', 'userinfo', 'revocation']) {
    test(`is used only on this machine: ${name}`, async () => {
      const session = await signIn();
      const at = (value: string) => metadataWith(service(), { [`${name}_endpoint`]: value });
      const match = { path: paths.metadata };
      for (const value of ['http://elsewhere.example/x', 'ftp://127.0.0.1/x', 'javascript:alert(1)']) {
        service().faults.clear();
        service().faults.add({ match, body: await at(value) });
        service().requests.clear();
        await failsAs(find(), 'insecure');
        await assert.rejects(
          refreshSession(session, signal),
          (error) => classifyRefreshError(error) === 'permanent',
        );
        assert.ok(
          service()
            .requests.list()
            .every(({ method }) => method === 'GET'),
        );
      }
    });
  }

  test('is not used for an authorization server on another machine', async () => {
    const body = { resource: service().url, authorization_servers: ['http://elsewhere.example/oidc'] };
    service().faults.add({ match: { path: paths.resource }, body });
    await failsAs(find(), 'insecure');
  });

  // A real HTTPS service would need a certificate that the machine trusts.
  for (const url of ['https://service.example', 'https://localhost:4444', 'https://127.0.0.1/team']) {
    test(`is not used for ${url}, even on this machine`, async (t) => {
      const session = await signIn();
      const issuer = `${service().url}/oidc`;
      const asked = answerFor(t, url, { resource: url, authorization_servers: [issuer] });
      await failsAs(prepareAuthorization(url, redirectUri, 'a-client', signal), 'insecure');
      assert.equal(asked.length, 1);
      const { origin } = new URL(url);
      await failsAs(refreshSession({ ...session, origin }, signal), 'insecure');
      assert.equal(asked.length, 1, 'the authorization server is not asked');
    });
  }

  test('is not used for the endpoints of an HTTPS authorization server, even on this machine', async (t) => {
    const { url } = service();
    for (const issuer of ['https://login.example', 'https://localhost']) {
      const server = { issuer, token_endpoint: `${url}/oidc/token` };
      const service = issuer.includes('localhost') ? 'https://service.example' : url;
      answerFor(t, service, { resource: service, authorization_servers: [issuer] });
      answerFor(t, issuer, { ...server, authorization_endpoint: `${issuer}/auth` });
      await failsAs(prepareAuthorization(service, redirectUri, 'a-client', signal), 'insecure');
    }
  });

  test('is not needed if all URLs use HTTPS', async (t) => {
    const [url, issuer] = ['https://service.example', 'https://login.example'];
    const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
    answerFor(t, url, { resource: url, authorization_servers: [issuer] });
    answerFor(t, issuer, { issuer, ...endpoints });
    assert.equal((await prepareAuthorization(url, redirectUri, 'a-client', signal)).isLocal, false);
  });
});

/** Replaces responses of URLs that begin with `start`. Returns all requests. */
function answerFor(t: TestContext, start: string, body: object): readonly string[] {
  const asked: string[] = [];
  const next = globalThis.fetch;
  t.mock.method(globalThis, 'fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    asked.push(String(input));
    return String(input).startsWith(start) ? Response.json(body) : next(input, init);
  });
  return asked;
}

describe('a server that does not respond', () => {
  const { service, signIn } = useService();
  const isAsked = (path: string | RegExp) =>
    service()
      .requests.list()
      .some((request) => (path instanceof RegExp ? path.test(request.path) : path === request.path));

  /** Makes the time limit expire as soon as the condition holds. */
  function limits(t: TestContext): (isTime: () => boolean) => Promise<void> {
    let reached = () => {};
    const { setTimeout: set } = globalThis;
    t.mock.method(globalThis, 'setTimeout', (work: () => void, ms?: number) => {
      if (ms === 15_000) reached = work;
      return set(work, ms);
    });
    return async (isTime) => {
      while (!isTime()) await new Promise((resolve) => setImmediate(resolve));
      reached();
    };
  }

  for (const [path, reason] of [
    [paths.resource, 'serviceOrServerUnreachable'],
    [paths.metadata, 'authorizationServerUnreachable'],
    [paths.registration, 'authorizationServerUnreachable'],
    [paths.token, 'authorizationServerUnreachable'],
  ] as const) {
    test(`is abandoned at ${path}`, async (t) => {
      const reach = limits(t);
      service().faults.add({ match: { path }, hang: true });
      service().requests.clear();
      const work = failsAs(signIn(), reason);
      await reach(() => isAsked(path));
      await work;
    });
  }

  test('does not prevent a sign-in if only the name of the account is missing', async (t) => {
    const reach = limits(t);
    service().faults.add({ match: { path: paths.userinfo }, hang: true });
    service().requests.clear();
    const work = signIn();
    await reach(() => isAsked(paths.userinfo));
    assert.equal((await work).account.label, 'user_sample');
  });

  test('is also abandoned in the middle of a response', async (t) => {
    let isSent = false;
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': json });
      response.write('{"resource":', () => {
        isSent = true;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.closeAllConnections());
    t.after(() => server.close());
    const reach = limits(t);
    const { port } = server.address() as AddressInfo;
    const work = failsAs(
      prepareAuthorization(`http://127.0.0.1:${port}`, redirectUri, 'a-client', signal),
      'serviceOrServerUnreachable',
    );
    await reach(() => isSent);
    await work;
  });

  for (const path of [paths.resource, paths.metadata, paths.registration]) {
    test(`does not delay a cancellation: ${path}`, async () => {
      service().faults.add({ match: { path }, hang: true });
      service().requests.clear();
      const leave = new AbortController();
      const work = prepareAuthorization(service().url, redirectUri, undefined, leave.signal);
      while (!isAsked(path)) await new Promise((resolve) => setImmediate(resolve));
      const reason = new Error('The user left');
      leave.abort(reason);
      await assert.rejects(work, reason);
    });
  }
});
