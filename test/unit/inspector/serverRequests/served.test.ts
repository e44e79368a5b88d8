import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { getRequiredUrlElicitations } from '../../../../src/inspector/serverRequests/urlElicitation.ts';
import { waitForValue } from '../../../kit/fakeLocator.ts';
import { patient, startInspected } from '../inspected.ts';
import { createTestRequests } from './createRequests.ts';

/** A session whose requests are answered as by a person. */
async function start(t: TestContext) {
  const { session } = await startInspected(t);
  const { requests, opened } = createTestRequests();
  const one = session({ answer: requests.add, visited: requests.completeElicitation });
  await one.connect();
  const comes = (isThere: () => boolean) => waitForValue(isThere, () => JSON.stringify(requests.all));
  const call = async (name: string): Promise<string> => {
    const { content } = await one.call({ kind: 'tool', name, args: {} }, patient());
    return String((content as { text: string }[])[0]?.text);
  };
  return { requests, opened, comes, call };
}

describe('the answer of a user to a request from a server', () => {
  test('reaches the server if it is sent, declined, or canceled', async (t) => {
    const { requests, comes, call } = await start(t);
    for (const [action, arrives] of [
      ['accept', { action: 'accept', content: { name: 'Zoë', people: 2 } }],
      ['decline', { action: 'decline' }],
      ['cancel', { action: 'cancel' }],
    ] as const) {
      const answer = call('ask_form');
      await comes(() => requests.all.length > 0);
      requests.answer(requests.all[0]?.id ?? 0, action, { name: 'Zoë', people: 2 });
      assert.deepEqual(JSON.parse(await answer), arrives);
    }
  });

  test('can be a visited URL, and the server reports the completion', async (t) => {
    const { requests, opened, comes, call } = await start(t);
    const answer = call('ask_visit');
    await comes(() => requests.all.length > 0);
    const [ask] = requests.all;
    assert.equal(ask?.message, 'Confirm your subscription in the browser.');
    await requests.openUrl(ask?.id ?? 0);
    assert.deepEqual(JSON.parse(await answer), { action: 'accept' });
    assert.equal(requests.all[0]?.urlElicitation?.phase, 'waiting');
    assert.equal((await fetch(opened[0] ?? '')).status, 200);
    await comes(() => requests.all[0]?.urlElicitation?.phase === 'done');
  });

  test('can be a visited URL that a call requires', async (t) => {
    const { requests, opened, comes, call } = await start(t);
    const error = await call('get_alerts').catch((reason: unknown) => reason);
    requests.addRequiredElicitations(getRequiredUrlElicitations(error));
    await requests.openUrl(1);
    await fetch(opened[0] ?? '');
    await comes(() => requests.all[0]?.urlElicitation?.phase === 'done');
    assert.equal(await call('get_alerts'), 'No alerts.');
  });
});
