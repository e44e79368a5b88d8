import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserTimeoutMs, withBrowserTimeout } from '../../../src/auth/browserTimeout.ts';

test('a browser that does not come back ends the sign-in after five minutes, and not before', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const failures: unknown[] = [];
  const work = withBrowserTimeout(browserTimeoutMs, new Promise(() => undefined));
  const watched = work.catch((error: unknown) => failures.push(error));
  context.mock.timers.tick(5 * 60_000 - 1);
  await Promise.resolve();
  assert.deepEqual(failures, []);
  context.mock.timers.tick(1);
  await watched;
  assert.match(String(failures[0]), /noAnswer/);
});

test('what comes in time is passed on, and so is a failure', async () => {
  assert.equal(await withBrowserTimeout(1000, Promise.resolve('answer')), 'answer');
  await assert.rejects(withBrowserTimeout(1000, Promise.reject(new Error('left'))), /left/);
});
