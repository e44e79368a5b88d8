import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createClient } from '../../../src/api/client.ts';
import { SignInError } from '../../../src/auth/errors.ts';
import {
  beginSignIn,
  findAuthority,
  finishSignIn,
  isInvalidGrant,
  refreshSession,
  signInFailure,
} from '../../../src/auth/oauth.ts';
import type { Session } from '../../../src/auth/session.ts';
import { type SampleService, startService } from '../../service/service.ts';
import { createBrowser } from './browser.ts';

const redirectUri = 'http://127.0.0.1:49152/callback';
const { signal } = new AbortController();

describe('signing in to a service', () => {
  let service: SampleService;
  before(async () => {
    service = await startService({ live: false });
  });
  after(() => service.close());

  async function signIn(fields: Record<string, string> = {}): Promise<Session> {
    const authority = await findAuthority(service.url, redirectUri, undefined, signal);
    const attempt = await beginSignIn(authority);
    const answer = await createBrowser().signIn(attempt.url, {
      action: 'signIn',
      ...service.login,
      ...fields,
    });
    return finishSignIn(authority, attempt, answer, service.url, signal);
  }

  test('gives a session that opens everything, a tunnel ticket too', async () => {
    const session = await signIn();
    assert.equal(session.kind, 'user');
    assert.equal(session.origin, service.url);
    assert.match(session.account.label, /sample@example\.com/);
    assert.ok((session.expiresAt ?? 0) > Date.now());
    const client = createClient({ baseUrl: service.url, getToken: async () => session.accessToken });
    assert.ok((await client.projects.list()).length > 0);
    assert.ok((await client.tunnels.getTicket()).ticket.length > 0);
  });

  test('is refreshed with a rotating token; a spent one is an invalid grant', async () => {
    const session = await signIn();
    const refreshed = await refreshSession(session, signal);
    assert.notEqual(refreshed.accessToken, session.accessToken);
    assert.notEqual(refreshed.refresh?.token, session.refresh?.token);
    assert.equal(refreshed.id, session.id);
    await assert.rejects(refreshSession(session, signal), (error) => isInvalidGrant(error));
  });

  test('ends as declined when the user cancels on the page', async () => {
    await assert.rejects(signIn({ action: 'cancel' }), (error) => signInFailure(error) === 'declined');
  });

  test('refuses an answer with another state', async () => {
    const authority = await findAuthority(service.url, redirectUri, undefined, signal);
    const attempt = await beginSignIn(authority);
    const answer = await createBrowser().signIn(attempt.url, { action: 'signIn', ...service.login });
    answer.searchParams.set('state', 'another');
    await assert.rejects(
      finishSignIn(authority, attempt, answer, service.url, signal),
      (error) => signInFailure(error) === 'untrusted',
    );
  });

  test('takes the client id of the setting instead of registering one', async () => {
    const authority = await findAuthority(service.url, redirectUri, 'a-client', signal);
    const { url } = await beginSignIn(authority);
    assert.equal(url.searchParams.get('client_id'), 'a-client');
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
    assert.equal(url.searchParams.get('resource'), service.url);
  });

  test('says so when the service names no authorization server, or another resource than itself', async () => {
    const path = '/.well-known/oauth-protected-resource';
    service.faults.add({ match: { path }, times: 1, status: 404 });
    const find = () => findAuthority(service.url, redirectUri, undefined, signal);
    await assert.rejects(find(), (error) => signInFailure(error) === 'noMetadata');

    const body = JSON.stringify({
      resource: 'https://elsewhere.example',
      authorization_servers: [service.url],
    });
    service.faults.add({ match: { path }, times: 1, status: 200, body, contentType: 'application/json' });
    await assert.rejects(find(), (error) => signInFailure(error) === 'untrusted');

    service.faults.add({ match: { path }, times: 1, status: 200, body: '<html>', contentType: 'text/html' });
    await assert.rejects(find(), (error) => signInFailure(error) === 'noMetadata');

    service.faults.add({ match: { path }, times: 1, status: 502 });
    await assert.rejects(find(), (error) => signInFailure(error) === 'serviceProblem');

    service.faults.add({ match: { path }, times: 1, drop: 'beforeAnswer' });
    await assert.rejects(find(), (error) => signInFailure(error) === 'unreachable');
  });

  for (const path of ['/oidc/.well-known/openid-configuration', '/oidc/reg']) {
    test(`tells apart what may be wrong with the authorization server at ${path}`, async () => {
      const find = () => findAuthority(service.url, redirectUri, undefined, signal);
      const match = { path };
      service.faults.add({ match, times: 1, status: 500, body: { error: 'server_error' } });
      await assert.rejects(find(), (error) => {
        assert.ok(error instanceof SignInError);
        return error.reason === 'serverProblem' && error.status === 500;
      });
      service.faults.add({ match, times: 1, drop: 'beforeAnswer' });
      await assert.rejects(find(), (error) => signInFailure(error) === 'serverUnreachable');

      for (const status of [200, 403]) {
        service.faults.add({ match, times: 1, status, body: '<html>', contentType: 'text/html' });
        await assert.rejects(find(), (error) => signInFailure(error) === 'notOAuth');
      }
    });
  }

  test('is refused when the authorization server says so in the words of OAuth', async () => {
    const body = { error: 'invalid_client_metadata' };
    service.faults.add({ match: { path: '/oidc/reg' }, times: 1, status: 400, body });
    await assert.rejects(
      findAuthority(service.url, redirectUri, undefined, signal),
      (error) => signInFailure(error) === 'refused',
    );
  });

  test('says that the authorization server fails when the browser is back already', async () => {
    service.faults.add({ match: { method: 'POST', path: '/oidc/token' }, times: 1, status: 503 });
    await assert.rejects(signIn(), (error) => signInFailure(error) === 'serverProblem');
  });
});
