import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createUriRelay } from '../../../src/auth/uriRelay.ts';
import { flushPromises } from '../../kit/eventLoop.ts';
import { signal } from '../../kit/signal.ts';
import { memorySecrets } from './memorySecrets.ts';

/** Two windows of one editor. */
function createWindows() {
  const shared = memorySecrets();
  const open = () => {
    const relay = createUriRelay(shared.secrets);
    shared.onDidChange((key) => relay.handleSecretChange(key));
    return relay;
  };
  return { values: shared.values, here: open(), there: open() };
}

describe('a redirect to a link of the editor', () => {
  test('is passed to the sign-in with its state', async () => {
    const { here, values } = createWindows();
    const [one, other] = [here.waitForRedirect('one', signal), here.waitForRedirect('other', signal)];
    await here.handleRedirect('code=a+b/c%3D&state=other');
    assert.equal((await other).get('code'), 'a+b/c=');
    await here.handleRedirect('error=access_denied&state=one');
    assert.equal((await one).get('error'), 'access_denied');
    assert.equal(values.size, 0);
  });

  test('in another window is passed on, and leaves nothing behind', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { here, there, values } = createWindows();
    const waiting = here.waitForRedirect('mine', signal);
    await there.handleRedirect('code=c&state=mine');
    assert.equal((await waiting).get('code'), 'c');
    await flushPromises();
    assert.equal(values.size, 0);
  });

  test('that no window waits for is deleted after a minute', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { here, values } = createWindows();
    await here.handleRedirect('code=c&state=unknown');
    assert.equal(values.size, 1);
    context.mock.timers.tick(60_000);
    await flushPromises();
    assert.equal(values.size, 0);
  });

  test('that is too long is not stored', async () => {
    const { here, values } = createWindows();
    await here.handleRedirect(`state=${'x'.repeat(9000)}`);
    assert.equal(values.size, 0);
  });

  test('is no longer awaited after a cancellation', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { here, values } = createWindows();
    const left = new AbortController();
    const waiting = here.waitForRedirect('mine', left.signal);
    left.abort(new Error('left'));
    await assert.rejects(waiting, /left/);
    await here.handleRedirect('code=c&state=mine');
    assert.equal(values.size, 1);
  });
});
