import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  describeModelFailure,
  NoModelAnswerError,
} from '../../../../src/inspector/serverRequests/modelFailure.ts';
import {
  readSamplingRequest,
  readUpToTokenLimit,
} from '../../../../src/inspector/serverRequests/sampling.ts';
import { createTestRequests, signal } from './createRequests.ts';

const text = (said: string) => ({ type: 'text', text: said });
const picture = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };
const rain = [{ role: 'user', content: text('Rain?') }];

describe('a sampling request', () => {
  test('is sent to a model in the displayed order, with the preferences of the server', () => {
    const { lines, request, obstacle } = readSamplingRequest({
      systemPrompt: 'Be brief.',
      messages: [
        ...rain,
        { role: 'assistant', content: [text('Wet.'), text('Very.')] },
        { role: 'user', content: text('And snow?') },
      ],
      modelPreferences: { hints: [{ name: 'sonnet' }, {}, { name: 'gpt' }], speedPriority: 0.9 },
      maxTokens: 100,
      temperature: 0.5,
    });
    assert.equal(obstacle, undefined);
    assert.deepEqual(request, {
      messages: [
        { role: 'user', text: 'Be brief.' },
        { role: 'user', text: 'Rain?' },
        { role: 'assistant', text: 'Wet.\nVery.' },
        { role: 'user', text: 'And snow?' },
      ],
      maxTokens: 100,
      hints: ['sonnet', 'gpt'],
    });
    assert.deepEqual(
      lines.map(({ label, value }) => `${label}: ${value}`),
      [
        'System prompt: Be brief.',
        'User message: Rain?',
        'Assistant message: Wet.\nVery.',
        'User message: And snow?',
        'Preferred model: sonnet, gpt, speedPriority 0.9',
        'Maximum answer length: 100 tokens',
        'Not sent to a chat model: temperature',
      ],
    );
  });

  test('can be answered by a model only if it contains only text', () => {
    const { lines, obstacle } = readSamplingRequest({
      messages: [{ role: 'user', content: [text('Which?'), picture] }],
    });
    assert.match(obstacle ?? '', /only text.*image: image\/png/);
    assert.deepEqual(lines, [{ label: 'User message', value: 'Which?\n[image: image/png]' }]);
    for (const params of [{}, { messages: [] }, { messages: 3 }]) {
      assert.match(readSamplingRequest(params).obstacle ?? '', /no message/);
    }
    for (const messages of [[null], [{}], [{ content: null }]])
      assert.ok(readSamplingRequest({ messages }).obstacle);
  });
});

describe('an answer of a model', () => {
  const asked = { kind: 'sampling', params: { messages: rain }, signal } as const;

  test('is sent by the user, with the name of the model', async () => {
    const seen: unknown[] = [];
    const { requests } = createTestRequests({
      async requestModelAnswer(request, _signal, onModel) {
        onModel('Small');
        seen.push(request.messages, requests.all[0]?.sampling);
        return { model: 'Small', text: 'Wet.', isTruncated: true };
      },
    });
    const answer = requests.add(asked);
    await requests.useModel(1);
    assert.deepEqual(seen, [[{ role: 'user', text: 'Rain?' }], { runningModel: 'Small' }]);
    assert.deepEqual(requests.all[0]?.sampling, {
      answer: { model: 'Small', text: 'Wet.', isTruncated: true },
    });
    requests.answer(1, 'accept', 'Wet!');
    assert.deepEqual(await answer, {
      role: 'assistant',
      model: 'Small',
      stopReason: 'maxTokens',
      content: { type: 'text', text: 'Wet!' },
    });
  });

  test('is discarded if it fails, is stopped, or the request was canceled', async () => {
    const signals: AbortSignal[] = [];
    let fail = true;
    const { requests } = createTestRequests({
      requestModelAnswer: async (_request, signal, onModel) => {
        if (fail) return { failure: 'Blocked.' };
        onModel('Small');
        signals.push(signal);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return undefined;
      },
    });
    void requests.add(asked).catch(() => undefined);
    await requests.useModel(1);
    assert.deepEqual(requests.all[0]?.sampling, { failure: 'Blocked.' });
    fail = false;
    const stopped = requests.useModel(1);
    assert.deepEqual(requests.all[0]?.sampling, { runningModel: 'Small' });
    // One at a time.
    await requests.useModel(1);
    assert.equal(signals.length, 1);
    requests.stopModel(1);
    await stopped;
    assert.deepEqual(requests.all[0]?.sampling, {});
    const left = requests.useModel(1);
    requests.answer(1, 'decline', undefined);
    assert.ok(signals[1]?.aborted);
    await left;
    assert.deepEqual(requests.all, []);
  });

  test('is rejected if the server requires tools', async () => {
    const { requests } = createTestRequests();
    const params = { messages: rain, tools: [{ name: 'a', inputSchema: { type: 'object' } }] };
    await assert.rejects(requests.add({ ...asked, params }), { code: -32602, message: /tools/ });
    assert.deepEqual(requests.all, []);
  });

  test('ends at the maximum number of tokens', async () => {
    async function* words(count: number) {
      for (let at = 0; at < count; at++) yield 'word ';
    }
    let counts = 0;
    const count = async (said: string) => {
      counts++;
      return said.split(' ').length - 1;
    };
    assert.deepEqual(await readUpToTokenLimit(words(3), 10, count), {
      text: 'word word word ',
      isTruncated: false,
    });
    const cut = await readUpToTokenLimit(words(1000), 100, count);
    assert.ok(cut.isTruncated);
    assert.equal(cut.text.split(' ').length - 1, 101);
    assert.ok(counts < 30, `${counts}`);
    counts = 0;
    assert.equal((await readUpToTokenLimit(words(1000), undefined, count)).text.length, 5000);
    assert.equal(counts, 0);
  });

  for (const [error, words] of [
    [new NoModelAnswerError('NoModels'), /no chat models.*install/],
    [new NoModelAnswerError('Empty'), /Small.*empty.*another model/],
    [{ code: 'NoPermissions' }, /permission to use Small.*allow access/],
    [{ code: 'Blocked' }, /Small.*blocked.*another model/],
    [{ code: 'NotFound' }, /Small.*no longer available.*another model/],
    [{ code: 'ChatQuotaExceeded' }, /quota for Small.*another model/],
    [
      Object.assign(new Error('outer', { cause: new Error('Off sick.') }), { code: 'Unknown' }),
      /Small didn't answer: Off sick\. Use/,
    ],
    [new Error('socket hang up'), /Small didn't answer: socket hang up\. Use/],
  ] as const) {
    test(`that fails has a reason: ${words.source}`, () => {
      assert.match(describeModelFailure(error, 'Small'), words);
    });
  }
});
