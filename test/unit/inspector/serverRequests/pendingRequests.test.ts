import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { folders, createTestRequests as make, signal } from './createRequests.ts';

describe('a request from a server', () => {
  test('waits for the user, who can decline; nothing is sent before', async () => {
    const { asks, changes } = make();
    let isSettled = false;
    const answer = asks.add({ kind: 'roots', params: {}, signal });
    void answer.then(() => (isSettled = true));
    await Promise.resolve();
    assert.equal(isSettled, false);
    const [ask] = asks.all;
    assert.deepEqual(ask?.lines, [{ label: 'work', value: 'file:///work' }]);
    asks.answer(ask?.id ?? 0, 'accept', undefined);
    assert.deepEqual(await answer, { roots: folders() });
    assert.equal(changes(), 2);
    assert.deepEqual(asks.all, []);
    const refused = asks.add({ kind: 'roots', params: {}, signal });
    asks.answer(2, 'decline', undefined);
    await assert.rejects(refused, { code: -1 });
  });

  test('can be a form, which the user can decline or cancel', async () => {
    const { asks } = make();
    const params = { message: 'Where?', requestedSchema: { type: 'object' } };
    const accepted = asks.add({ kind: 'elicitation', params, signal });
    assert.equal(asks.all[0]?.message, 'Where?');
    assert.deepEqual(asks.all[0]?.schema, { type: 'object' });
    asks.answer(1, 'accept', { city: 'Oslo' });
    assert.deepEqual(await accepted, { action: 'accept', content: { city: 'Oslo' } });
    const declined = asks.add({ kind: 'elicitation', params, signal });
    asks.answer(2, 'decline', { city: 'Oslo' });
    assert.deepEqual(await declined, { action: 'decline' });
    const cancelled = asks.add({ kind: 'elicitation', params, signal });
    asks.answer(3, 'cancel', undefined);
    assert.deepEqual(await cancelled, { action: 'cancel' });
  });

  test('can be a sampling request, which the user answers in place of a model', async () => {
    const { asks } = make();
    const params = {
      systemPrompt: 'Be brief.',
      messages: [{ role: 'user', content: { type: 'text', text: 'Rain?' } }],
    };
    const answer = asks.add({ kind: 'sampling', params, signal });
    assert.deepEqual(asks.all[0]?.lines, [
      { label: 'System prompt', value: 'Be brief.' },
      { label: 'user', value: 'Rain?' },
    ]);
    asks.answer(1, 'accept', 'Wet.');
    assert.deepEqual((await answer)['content'], { type: 'text', text: 'Wet.' });
  });

  test('is removed when the server cancels it, and when the page is closed', async () => {
    const { asks } = make();
    const abort = new AbortController();
    const asked = asks.add({ kind: 'elicitation', params: {}, signal: abort.signal });
    abort.abort(new Error('gone'));
    await assert.rejects(asked, /gone/);
    assert.deepEqual(asks.all, []);
    await assert.rejects(asks.add({ kind: 'roots', params: {}, signal: abort.signal }), /gone/);
    assert.deepEqual(asks.all, []);
    const left = asks.add({ kind: 'elicitation', params: {}, signal });
    asks.dispose();
    assert.deepEqual(await left, { action: 'cancel' });
  });
});
