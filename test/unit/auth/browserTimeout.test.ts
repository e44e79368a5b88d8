import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserTimeoutMs, withBrowserTimeout } from '../../../src/auth/browserTimeout.ts';

test('a sign-in without a redirect ends after exactly five minutes', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const failures: unknown[] = [];
  const work = withBrowserTimeout(browserTimeoutMs, new Promise(() => undefined));
  const watched = work.catch((error: unknown) => failures.push(error));
  context.mock.timers.tick(5 * 60_000 - 1);
  await Promise.resolve();
  assert.deepEqual(failures, []);
  context.mock.timers.tick(1);
  await watched;
  assert.match(String(failures[0]), /browserTimeout/);
});

test('a result or an error before the time limit is passed on', async () => {
  assert.equal(await withBrowserTimeout(1000, Promise.resolve('answer')), 'answer');
  await assert.rejects(withBrowserTimeout(1000, Promise.reject(new Error('left'))), /left/);
});
