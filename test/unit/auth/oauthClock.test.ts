import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { refreshSession } from '../../../src/auth/oauth.ts';
import { signal } from '../../kit/signal.ts';
import { hour, minute } from '../../kit/time.ts';
import { sampleLogin } from '../../service/auth/sampleUser.ts';
import { failsAs, paths, signInTo } from './signIn.ts';

const main = fileURLToPath(new URL('../../service/main.ts', import.meta.url));

/** The service runs in its own process, so that the clock of this one can be wrong. */
describe('a wrong clock', { timeout: 30_000 }, () => {
  const child = spawn(process.execPath, [main, '--port', '0', '--no-live'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  before(async () => {
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
    });
    while (!text.includes('Ctrl+C')) await once(child.stdout, 'data');
    url = /http:\S+/.exec(text)?.[0] ?? '';
  });
  const { now } = Date;
  afterEach(() => assert.equal(Date.now, now));
  after(async () => {
    const closed = once(child, 'close');
    child.kill();
    await closed;
  });

  for (const ms of [-24 * hour, -3 * hour, -10 * minute, 10 * minute, 3 * hour, 24 * hour]) {
    test(`by ${ms / minute} minutes does not prevent a sign-in`, async (t) => {
      t.mock.method(Date, 'now', () => now() + ms);
      const session = await signInTo({ url, login: sampleLogin });
      const { expiresAt = 0, createdAt } = await refreshSession(session, signal);
      // The lifetime uses the clock that it's compared with.
      for (const at of [session.expiresAt ?? 0, expiresAt]) {
        assert.ok(Math.abs(at - createdAt - hour) < minute);
      }
      t.mock.restoreAll();
    });
  }

  test('is tolerated if the server does not send its time', async (t) => {
    t.mock.method(Date, 'now', () => now() + 3 * hour);
    changeDate(t, (headers) => headers.delete('Date'));
    assert.equal((await signInTo({ url, login: sampleLogin })).kind, 'user');
    t.mock.restoreAll();
  });

  test('does not make an expired ID token valid', async (t) => {
    changeDate(t, (headers) => headers.set('Date', new Date(now() + 2 * hour).toUTCString()));
    await failsAs(signInTo({ url, login: sampleLogin }), 'invalidResponse');
    t.mock.restoreAll();
  });

  /** Changes the `Date` of responses of the token endpoint. */
  function changeDate(t: TestContext, change: (headers: Headers) => void): void {
    const { fetch } = globalThis;
    t.mock.method(globalThis, 'fetch', async (...[input, init]: Parameters<typeof fetch>) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith(paths.token)) return response;
      const headers = new Headers(response.headers);
      change(headers);
      return new Response(response.body, { status: response.status, headers });
    });
  }
});
