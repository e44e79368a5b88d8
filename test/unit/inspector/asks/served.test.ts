import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { requiredVisits } from '../../../../src/inspector/asks/visit.ts';
import { patient, startInspected } from '../inspected.ts';
import { makeAsks } from './making.ts';

/** A session whose asks are answered as by a person. */
async function start(t: TestContext) {
  const { session } = await startInspected(t);
  const pending: (() => void)[] = [];
  const { asks, opened } = makeAsks({
    changed: () => {
      for (const look of pending.splice(0)) look();
    },
  });
  const one = session({ answer: asks.ask, visited: asks.visited });
  await one.connect();
  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) await new Promise<void>((resolve) => pending.push(resolve));
  };
  const call = async (name: string): Promise<string> => {
    const { content } = await one.call({ kind: 'tool', name, args: {} }, patient());
    return String((content as { text: string }[])[0]?.text);
  };
  return { asks, opened, until, call };
}

describe('what the person says to what a server asks', () => {
  test('arrives at the server: sent, declined, and canceled', async (t) => {
    const { asks, until, call } = await start(t);
    for (const [action, arrives] of [
      ['accept', { action: 'accept', content: { name: 'Zoë', people: 2 } }],
      ['decline', { action: 'decline' }],
      ['cancel', { action: 'cancel' }],
    ] as const) {
      const answer = call('ask_form');
      await until(() => asks.all.length > 0);
      asks.answer(asks.all[0]?.id ?? 0, action, { name: 'Zoë', people: 2 });
      assert.deepEqual(JSON.parse(await answer), arrives);
    }
  });

  test('is a visit, and the server says when it is done', async (t) => {
    const { asks, opened, until, call } = await start(t);
    const answer = call('ask_visit');
    await until(() => asks.all.length > 0);
    const [ask] = asks.all;
    assert.equal(ask?.message, 'Confirm your subscription in the browser.');
    await asks.visit(ask?.id ?? 0);
    assert.deepEqual(JSON.parse(await answer), { action: 'accept' });
    assert.equal(asks.all[0]?.visit?.phase, 'waiting');
    assert.equal((await fetch(opened[0] ?? '')).status, 200);
    await until(() => asks.all[0]?.visit?.phase === 'done');
  });

  test('is a visit that a call fails for, and works after', async (t) => {
    const { asks, opened, until, call } = await start(t);
    const error = await call('get_alerts').catch((reason: unknown) => reason);
    asks.require(requiredVisits(error));
    await asks.visit(1);
    await fetch(opened[0] ?? '');
    await until(() => asks.all[0]?.visit?.phase === 'done');
    assert.equal(await call('get_alerts'), 'No alerts.');
  });
});
