import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { folders, createTestRequests as make, signal } from './createRequests.ts';

describe('a request from a server', () => {
  test('waits for the user, who can decline; nothing is sent before', async () => {
    const { requests, changes } = make();
    let isSettled = false;
    const answer = requests.add({ kind: 'roots', params: {}, signal });
    void answer.then(() => (isSettled = true));
    await Promise.resolve();
    assert.equal(isSettled, false);
    const [ask] = requests.all;
    assert.deepEqual(ask?.lines, [{ label: 'work', value: 'file:///work' }]);
    requests.answer(ask?.id ?? 0, 'accept', undefined);
    assert.deepEqual(await answer, { roots: folders() });
    assert.equal(changes(), 2);
    assert.deepEqual(requests.all, []);
    const refused = requests.add({ kind: 'roots', params: {}, signal });
    requests.answer(2, 'decline', undefined);
    await assert.rejects(refused, { code: -1 });
  });

  test('can be a form, which the user can decline or cancel', async () => {
    const { requests } = make();
    const params = { message: 'Where?', requestedSchema: { type: 'object' } };
    const accepted = requests.add({ kind: 'elicitation', params, signal });
    assert.equal(requests.all[0]?.message, 'Where?');
    assert.deepEqual(requests.all[0]?.schema, { type: 'object' });
    requests.answer(1, 'accept', { city: 'Oslo' });
    assert.deepEqual(await accepted, { action: 'accept', content: { city: 'Oslo' } });
    const declined = requests.add({ kind: 'elicitation', params, signal });
    requests.answer(2, 'decline', { city: 'Oslo' });
    assert.deepEqual(await declined, { action: 'decline' });
    const cancelled = requests.add({ kind: 'elicitation', params, signal });
    requests.answer(3, 'cancel', undefined);
    assert.deepEqual(await cancelled, { action: 'cancel' });
  });

  test('can be a sampling request, which the user answers in place of a model', async () => {
    const { requests } = make();
    const params = {
      systemPrompt: 'Be brief.',
      messages: [{ role: 'user', content: { type: 'text', text: 'Rain?' } }],
    };
    const answer = requests.add({ kind: 'sampling', params, signal });
    assert.deepEqual(requests.all[0]?.lines, [
      { label: 'System prompt', value: 'Be brief.' },
      { label: 'User message', value: 'Rain?' },
    ]);
    requests.answer(1, 'accept', 'Wet.');
    assert.deepEqual((await answer)['content'], { type: 'text', text: 'Wet.' });
  });

  test('is removed when the server cancels it, and when the page is closed', async () => {
    const { requests } = make();
    const abort = new AbortController();
    const asked = requests.add({ kind: 'elicitation', params: {}, signal: abort.signal });
    abort.abort(new Error('gone'));
    await assert.rejects(asked, /gone/);
    assert.deepEqual(requests.all, []);
    await assert.rejects(requests.add({ kind: 'roots', params: {}, signal: abort.signal }), /gone/);
    assert.deepEqual(requests.all, []);
    const left = requests.add({ kind: 'elicitation', params: {}, signal });
    requests.dispose();
    assert.deepEqual(await left, { action: 'cancel' });
  });
});
