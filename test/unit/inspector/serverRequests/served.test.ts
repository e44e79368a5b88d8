import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { getRequiredUrlElicitations } from '../../../../src/inspector/serverRequests/urlElicitation.ts';
import { waitForValue } from '../../../kit/fakeLocator.ts';
import { patient, startInspected } from '../inspected.ts';
import { createTestRequests } from './createRequests.ts';

/** A session whose asks are answered as by a person. */
async function start(t: TestContext) {
  const { session } = await startInspected(t);
  const { asks, opened } = createTestRequests();
  const one = session({ answer: asks.add, visited: asks.completeElicitation });
  await one.connect();
  const comes = (isThere: () => boolean) => waitForValue(isThere, () => JSON.stringify(asks.all));
  const call = async (name: string): Promise<string> => {
    const { content } = await one.call({ kind: 'tool', name, args: {} }, patient());
    return String((content as { text: string }[])[0]?.text);
  };
  return { asks, opened, comes, call };
}

describe('the answer of a user to a request from a server', () => {
  test('reaches the server if it is sent, declined, or canceled', async (t) => {
    const { asks, comes, call } = await start(t);
    for (const [action, arrives] of [
      ['accept', { action: 'accept', content: { name: 'Zoë', people: 2 } }],
      ['decline', { action: 'decline' }],
      ['cancel', { action: 'cancel' }],
    ] as const) {
      const answer = call('ask_form');
      await comes(() => asks.all.length > 0);
      asks.answer(asks.all[0]?.id ?? 0, action, { name: 'Zoë', people: 2 });
      assert.deepEqual(JSON.parse(await answer), arrives);
    }
  });

  test('can be a visited URL, and the server reports the completion', async (t) => {
    const { asks, opened, comes, call } = await start(t);
    const answer = call('ask_visit');
    await comes(() => asks.all.length > 0);
    const [ask] = asks.all;
    assert.equal(ask?.message, 'Confirm your subscription in the browser.');
    await asks.openUrl(ask?.id ?? 0);
    assert.deepEqual(JSON.parse(await answer), { action: 'accept' });
    assert.equal(asks.all[0]?.urlElicitation?.phase, 'waiting');
    assert.equal((await fetch(opened[0] ?? '')).status, 200);
    await comes(() => asks.all[0]?.urlElicitation?.phase === 'done');
  });

  test('can be a visited URL that a call requires', async (t) => {
    const { asks, opened, comes, call } = await start(t);
    const error = await call('get_alerts').catch((reason: unknown) => reason);
    asks.addRequiredElicitations(getRequiredUrlElicitations(error));
    await asks.openUrl(1);
    await fetch(opened[0] ?? '');
    await comes(() => asks.all[0]?.urlElicitation?.phase === 'done');
    assert.equal(await call('get_alerts'), 'No alerts.');
  });
});
