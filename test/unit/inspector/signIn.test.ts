import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { classifySignInError } from '../../../src/auth/classifyErrors.ts';
import { renewGrant } from '../../../src/inspector/signIn/grant.node.ts';
import { waitForValue } from '../../kit/fakeLocator.ts';
import { failsAs, metadataWith, paths } from '../auth/signIn.ts';
import { offers, type Started, startGuarded, tokenRequests } from './guarded.ts';
import { patient } from './inspected.ts';

const echo = { kind: 'tool', name: 'echo', args: { text: 'hello' } } as const;

describe('a sign-in to a server', () => {
  test('starts only when the user requests it, and connects', async (t) => {
    const { page, kept, visited, service, guarded } = await startGuarded(t);
    const one = page();
    await one.session.connect();
    assert.match(one.session.state.failure ?? '', /sign in \(401\)/);
    assert.ok(offers(one) && !one.signIn.isSignedIn);
    assert.deepEqual([visited.length, await kept()], [0, undefined]);
    assert.deepEqual(
      service.requests.list().filter(({ path }) => path.startsWith('/oidc')),
      [],
    );
    const sent = tokenRequests(t);
    await one.signIn.signIn();
    await one.session.connect();
    assert.equal(one.session.state.phase, 'connected');
    assert.ok(one.signIn.isSignedIn);
    assert.deepEqual(
      sent.map((each) => [each.get('grant_type'), each.get('resource')]),
      [['authorization_code', guarded]],
    );
    const [to] = visited;
    assert.equal(to?.searchParams.get('resource'), guarded);
    assert.equal(to?.searchParams.get('code_challenge_method'), 'S256');
    const { tokens } = await kept();
    const said = JSON.stringify([one.session.state, one.session.messages.range(0, 1000)]);
    assert.ok(!said.includes(tokens.access) && !said.includes(tokens.refresh));
  });

  test('lasts: another page connects without a prompt, and tokens are sent only to that server', async (t) => {
    const { page, visited, service } = await startGuarded(t);
    const first = page();
    await first.session.connect();
    await first.signIn.signIn();
    service.requests.clear();
    const second = page();
    await second.session.connect();
    assert.equal(second.session.state.phase, 'connected');
    assert.deepEqual((await second.session.call(echo, patient()))['content'], [
      { type: 'text', text: 'hello' },
    ]);
    assert.equal(visited.length, 1);
    const asked = service.requests.list();
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.filter(({ path, status }) => !path.endsWith('/guarded') || status === 401),
      [],
    );
  });

  test('is renewed during and before a connection', async (t) => {
    const { page, kept, spoil, visited, guarded } = await startGuarded(t);
    const one = page();
    await one.session.connect();
    await one.signIn.signIn();
    await one.session.connect();
    const before = await kept();
    await spoil();
    const sent = tokenRequests(t);
    const answers = await Promise.all([1, 2, 3].map(() => one.session.call(echo, patient())));
    assert.equal(answers.length, 3);
    assert.deepEqual(
      [...new Set(sent.map((each) => `${each.get('grant_type')} ${each.get('resource')}`))],
      [`refresh_token ${guarded}`],
    );
    const after = await kept();
    assert.notEqual(after.tokens.access, before.tokens.access);
    assert.notEqual(after.tokens.refresh, before.tokens.refresh);
    await spoil();
    await one.session.connect();
    assert.equal(one.session.state.phase, 'connected');
    assert.equal(visited.length, 1);
  });

  test('that is revoked is deleted, and offered again', async (t) => {
    const { page, kept, revoke, lost, visited } = await startGuarded(t);
    const one = page();
    await one.session.connect();
    await one.signIn.signIn();
    await one.session.connect();
    await revoke();
    await assert.rejects(one.session.call(echo, patient()));
    assert.deepEqual([lost, one.signIn.isLost], [['lost'], true]);
    assert.deepEqual([one.signIn.isSignedIn, (await kept()).tokens], [false, undefined]);
    await one.session.connect();
    assert.ok(offers(one));
    assert.equal(visited.length, 1);
    await one.signIn.signIn();
    await one.session.connect();
    assert.equal(one.session.state.phase, 'connected');
  });

  test('is renewed by one window for all windows', async (t) => {
    const { page, spoil, service } = await startGuarded(t);
    const windows = [page(), page()];
    await windows[0]?.session.connect();
    await windows[0]?.signIn.signIn();
    for (const { session } of windows) await session.connect();
    await spoil();
    service.requests.clear();
    await Promise.all(windows.map(({ session }) => session.call(echo, patient())));
    const renewals = service.requests.list().filter(({ path }) => path === '/oidc/token');
    assert.equal(renewals.length, 1);
  });

  test('that the user ends during a renewal stays ended', async (t) => {
    const { page, spoil, secrets, lost } = await startGuarded(t);
    const one = page();
    await one.session.connect();
    await one.signIn.signIn();
    await spoil();
    const { fetch } = globalThis;
    t.mock.method(globalThis, 'fetch', async (...asked: Parameters<typeof fetch>) => {
      const answer = await fetch(...asked);
      if (String(asked[0]).endsWith('/oidc/token')) await one.signIn.signOut();
      return answer;
    });
    await one.session.connect();
    assert.deepEqual([await secrets.keys(), one.signIn.isSignedIn, lost], [[], false, []]);
    assert.ok(offers(one));
  });

  test('is kept if the authorization server fails temporarily', async (t) => {
    const { page, kept, spoil, service, lost } = await startGuarded(t);
    const one = page();
    await one.session.connect();
    await one.signIn.signIn();
    await spoil();
    const { tokens } = await kept();
    service.faults.add({ match: { path: '/oidc/token' }, status: 503 });
    await one.session.connect();
    assert.equal(one.session.state.phase, 'failed');
    assert.deepEqual([(await kept()).tokens, lost], [tokens, []]);
    service.faults.clear();
    await one.session.connect();
    assert.equal(one.session.state.phase, 'connected');
  });

  test('is deleted and revoked by signing out', async (t) => {
    const { page, secrets, kept, guarded } = await startGuarded(t);
    const one = page();
    await one.session.connect();
    await one.signIn.signIn();
    await one.session.connect();
    const grant = await kept();
    await one.signIn.signOut();
    assert.deepEqual([one.signIn.isSignedIn, await secrets.keys()], [false, []]);
    await one.session.connect();
    assert.ok(offers(one));
    const headers = { Authorization: `Bearer ${grant.tokens.access}` };
    assert.equal((await fetch(guarded, { method: 'POST', headers })).status, 401);
    assert.equal(await renewGrant(guarded, grant), undefined);
  });

  test("is deleted by signing out even if the server can't revoke tokens", async (t) => {
    const { page, secrets, service } = await startGuarded(t);
    const one = page();
    const match = { path: '/oidc/token/revocation' };
    const revocations = () => service.requests.list().filter(({ path }) => path === match.path).length;
    const signInAndOut = async (): Promise<void> => {
      service.requests.clear();
      await one.session.connect();
      await one.signIn.signIn();
      await one.signIn.signOut();
      assert.deepEqual([one.signIn.isSignedIn, await secrets.keys()], [false, []]);
    };
    service.faults.add({ match, status: 503 });
    await signInAndOut();
    assert.equal(revocations(), 2);
    service.faults.clear();
    service.faults.add({ match, hang: true });
    const limit = new AbortController();
    const limited = t.mock.method(AbortSignal, 'timeout', () => limit.signal);
    const out = signInAndOut();
    await waitForValue(
      () => revocations() === 2,
      () => `${revocations()} revocations`,
    );
    limit.abort();
    await out;
    assert.ok(limited.mock.calls.some(({ arguments: [ms = 0] }) => ms > 0 && ms <= 5000));
    limited.mock.restore();
    service.faults.clear();
    const body = await metadataWith(service, { revocation_endpoint: undefined });
    service.faults.add({ match: { path: paths.metadata }, status: 200, body });
    await signInAndOut();
    assert.equal(revocations(), 0);
  });
});

describe('a sign-in that fails', () => {
  const left = new Error('The person left');
  for (const [what, goes, reason] of [
    ['is cancelled', () => async () => Promise.reject(left), undefined],
    ['is declined', ({ person }: Started) => person({ action: 'cancel' }), 'declinedByUser'],
    [
      'is answered for another state',
      ({ person }: Started) => {
        const signsIn = person();
        return async (back: Promise<URL>, to: URL) => {
          const answer = new URL(await signsIn(back, to));
          answer.searchParams.set('state', 'another');
          return answer;
        };
      },
      'invalidResponse',
    ],
    [
      'is declined by another issuer',
      ({ person }: Started) =>
        person({ action: 'cancel' }, ({ searchParams }) => searchParams.set('iss', 'https://other.example')),
      'invalidResponse',
    ],
    [
      'is answered by another issuer',
      ({ person }: Started) =>
        person(undefined, ({ searchParams }) => searchParams.set('iss', 'https://other.example')),
      'invalidResponse',
    ],
  ] as const) {
    test(`because it ${what} changes nothing`, async (t) => {
      const started = await startGuarded(t);
      const one = started.page(goes(started));
      await one.session.connect();
      await assert.rejects(one.signIn.signIn(), (error) => {
        if (reason === undefined) assert.equal(error, left);
        else assert.equal(classifySignInError(error), reason);
        return true;
      });
      assert.deepEqual(await started.secrets.keys(), []);
      assert.ok(offers(one) && !one.signIn.isSignedIn);
      // No code was redeemed.
      const { requests } = started.service;
      assert.deepEqual(
        requests.list().filter(({ path }) => path === '/oidc/token'),
        [],
      );
    });
  }

  test('a redirect without a request is ignored', async (t) => {
    const { page, person } = await startGuarded(t);
    const signsIn = person();
    const one = page(async (back, to) => {
      const stray = new URL(to.searchParams.get('redirect_uri') ?? '');
      stray.search = '?code=stray&state=another';
      assert.match(await (await fetch(stray)).text(), /over/);
      return signsIn(back, to);
    });
    await one.session.connect();
    await one.signIn.signIn();
    await one.session.connect();
    assert.equal(one.session.state.phase, 'connected');
  });

  for (const [what, changes, reason] of [
    ['registers no clients', { registration_endpoint: undefined }, 'noClientId'],
    ['has a page that is not encrypted', { authorization_endpoint: 'http://other.example/' }, 'insecure'],
    ['registers where it is not encrypted', { registration_endpoint: 'http://other.example/' }, 'insecure'],
    ['is another one', { issuer: 'https://other.example' }, 'invalidResponse'],
  ] as const) {
    test(`fails if the authorization server ${what}`, async (t) => {
      const { page, service, visited, secrets } = await startGuarded(t);
      const body = await metadataWith(service, changes);
      service.faults.add({ match: { path: paths.metadata }, status: 200, body });
      const one = page();
      await one.session.connect();
      await failsAs(one.signIn.signIn(), reason);
      assert.deepEqual([visited, await secrets.keys()], [[], []]);
    });
  }

  test('fails if no client can be registered', async (t) => {
    const { page, service } = await startGuarded(t);
    service.faults.add({
      match: { path: paths.registration },
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    });
    const one = page();
    await one.session.connect();
    await failsAs(one.signIn.signIn(), 'registrationRejected');
  });

  test('fails if it would be for another server', async (t) => {
    const { page, service, visited } = await startGuarded(t);
    const body = { resource: 'https://other.example/mcp', authorization_servers: [`${service.url}/oidc`] };
    service.faults.add({ match: { path: paths.resource }, status: 200, body });
    const one = page();
    await one.session.connect();
    await failsAs(one.signIn.signIn(), 'invalidResponse');
    assert.deepEqual(visited, []);
  });
});
