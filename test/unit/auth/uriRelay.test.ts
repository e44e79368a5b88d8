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

describe('an answer that comes by a link to the editor', () => {
  test('reaches the sign-in that has its state', async () => {
    const { here, values } = createWindows();
    const [one, other] = [here.waitForRedirect('one', signal), here.waitForRedirect('other', signal)];
    await here.handleRedirect('code=a+b/c%3D&state=other');
    assert.equal((await other).get('code'), 'a+b/c=');
    await here.handleRedirect('error=access_denied&state=one');
    assert.equal((await one).get('error'), 'access_denied');
    assert.equal(values.size, 0);
  });

  test('that came to another window is handed on, and leaves nothing behind', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { here, there, values } = createWindows();
    const waiting = here.waitForRedirect('mine', signal);
    await there.handleRedirect('code=c&state=mine');
    assert.equal((await waiting).get('code'), 'c');
    await flushPromises();
    assert.equal(values.size, 0);
  });

  test('that nobody waits for is gone after a minute', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { here, values } = createWindows();
    await here.handleRedirect('code=c&state=unknown');
    assert.equal(values.size, 1);
    context.mock.timers.tick(60_000);
    await flushPromises();
    assert.equal(values.size, 0);
  });

  test('that is no answer by its length is not kept at all', async () => {
    const { here, values } = createWindows();
    await here.handleRedirect(`state=${'x'.repeat(9000)}`);
    assert.equal(values.size, 0);
  });

  test('is not waited for any more when the user leaves', async (context) => {
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
