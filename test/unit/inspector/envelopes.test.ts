import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import type { ServerRequest } from '../../../src/inspector/mcpConnection.ts';
import { EventReader } from '../../../src/inspector/wire/eventReader.ts';
import { createMessageAdapter } from '../../../src/inspector/wire/messageAdapter.ts';
import { type RawResponse, startScriptedServer } from '../../kit/scriptedServer.ts';
import { patient, sessionWith } from './inspected.ts';

const result = { content: [{ type: 'text', text: 'said' }] };
const error = { code: -32602, message: 'No such city' };
/** How the texts of failures begin. */
const withCode = 'The server returned error -32602';
const withoutCode = 'The server returned an error';
const notMessage = "The server's response isn't an MCP message";
const odd = `${withCode}: No such city`;
const said = 'said';

/** What comes of a call that is answered by this; each `ID` in the body is that of the request. */
async function outcome(t: TestContext, response: RawResponse): Promise<string> {
  const server = await startScriptedServer();
  t.after(() => server.close());
  const session = sessionWith(t, server.url);
  await session.connect();
  server.answer({
    'tools/call': ({ id }: { id?: unknown }) => ({
      ...response,
      body: response.body.replaceAll('"ID"', JSON.stringify(id)),
    }),
  });
  const call = session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
  const words = await call.then(
    ({ content }) => (content as { text: string }[])[0]?.text ?? '',
    describeServerError,
  );
  // Whatever comes, it stands in the list of messages as it came.
  const texts = session.messages.range(0, 100).map(({ json }) => json);
  if (!response.type?.includes('event-stream')) {
    assert.ok(
      texts.some((one) => one?.includes('ID') || one === session.messages.at(texts.length - 1)?.json),
    );
  }
  const { direction, method } = session.messages.at(session.messages.length - 1) ?? {};
  assert.equal(direction, 'received');
  assert.ok(method === 'tools/call' || response.body.startsWith('event: error'));
  return words;
}

const json = (value: object): RawResponse => ({ body: JSON.stringify(value) });

describe('a response that violates JSON-RPC', () => {
  const rows: readonly (readonly [string, RawResponse, string | RegExp])[] = [
    [
      'an ID as a string',
      { body: `{"jsonrpc":"2.0","id":"ID","result":${JSON.stringify(result)}}`.replace('"ID"', '"1"') },
      said,
    ],
    ['another ID', json({ jsonrpc: '2.0', id: 99, result }), said],
    ['an ID null', json({ jsonrpc: '2.0', id: null, error }), odd],
    ['no ID', json({ jsonrpc: '2.0', error }), odd],
    ['no version', json({ id: 'ID', result }), said],
    ['another version', json({ jsonrpc: '1.0', id: 'ID', result, error: null }), said],
    ['other fields', json({ jsonrpc: '2.0', id: 'ID', result, traceId: 'x', timing: 5 }), said],
    ['both', json({ jsonrpc: '2.0', id: 'ID', result: null, error }), odd],
    [
      'a batch',
      json([
        { jsonrpc: '2.0', method: 'notifications/message', params: {} },
        { jsonrpc: '2.0', id: 'ID', result },
      ]),
      said,
    ],
    ['a batch with an entry that is none', json([7, { jsonrpc: '2.0', id: 'ID', result }]), said],
    [
      'an error that is a string',
      json({ jsonrpc: '2.0', id: 'ID', error: 'No such city' }),
      `${withoutCode}: No such city`,
    ],
    [
      'an error without a code',
      json({ jsonrpc: '2.0', id: 'ID', error: { message: 'No such city' } }),
      `${withoutCode}: No such city`,
    ],
    [
      'a code that is a string',
      json({ jsonrpc: '2.0', id: 'ID', error: { code: '-32602', message: 'No such city' } }),
      odd,
    ],
    [
      'a code that is a word',
      json({ jsonrpc: '2.0', id: 'ID', error: { code: 'BAD', message: 'No such city' } }),
      `${withoutCode}: BAD: No such city`,
    ],
    [
      'an error without a message',
      json({ jsonrpc: '2.0', id: 'ID', error: { code: -32602 } }),
      `${withCode} without a message.`,
    ],
    [
      'a message null',
      json({ jsonrpc: '2.0', id: 'ID', error: { code: -32602, message: null, data: { x: 1 } } }),
      `${withCode} without a message.`,
    ],
    ...[
      { code: -32602, message: '', data: 'No such city' },
      { code: -32602, message: null, data: { detail: 'No such city' } },
      { code: -32602, message: 'No such city', data: { reason: 'No such city' } },
    ].map(
      (error) =>
        [
          `data with words: ${JSON.stringify(error)}`,
          json({ jsonrpc: '2.0', id: 'ID', error }),
          odd,
        ] as const,
    ),
    [
      'data with the reason for a message',
      json({
        jsonrpc: '2.0',
        id: 'ID',
        error: { code: -32602, message: 'Invalid params', data: ['No city'] },
      }),
      `${withCode}: Invalid params: No city`,
    ],
    ['an empty error', json({ jsonrpc: '2.0', id: 'ID', error: {} }), /without a code or message/],
    [
      'an error whose message is an object',
      json({ jsonrpc: '2.0', id: 'ID', error: { code: 'E42', message: { a: 1 } } }),
      `${withoutCode}: E42: {"a":1}`,
    ],
    [
      'an error whose message is a list',
      json({ jsonrpc: '2.0', id: 'ID', error: { code: -32602, message: ['No such city', 'No day'] } }),
      `${withCode}: No such city; No day`,
    ],
    [
      'an error whose message is a number',
      json({ jsonrpc: '2.0', id: 'ID', error: { code: -32602, message: 7 } }),
      `${withCode}: 7`,
    ],
    [
      'an error of other fields',
      json({ jsonrpc: '2.0', id: 'ID', error: { kind: 'Missing', city: null } }),
      `${withoutCode}: {"city":null,"kind":"Missing"}`,
    ],
    [
      'a list of errors',
      json({ jsonrpc: '2.0', id: 'ID', error: [{ message: 'No such city' }] }),
      `${withoutCode}: No such city`,
    ],
    ['true as an error', json({ jsonrpc: '2.0', id: 'ID', error: true }), `${withoutCode}: true`],
    ...[{}, [], '', false, 0, null, { code: 0, message: '' }, { code: null, message: null }].map(
      (empty) =>
        [
          `a result beside the error ${JSON.stringify(empty)}`,
          json({ jsonrpc: '2.0', id: 'ID', result, error: empty }),
          said,
        ] as const,
    ),
    [
      'a result null beside an empty error',
      json({ id: 'ID', result: null, error: {} }),
      /without a code or message/,
    ],
    [
      'a number as an error',
      json({ jsonrpc: '2.0', id: 'ID', error: -32602 }),
      `${withCode} without a message.`,
    ],
    ['another content type', { ...json({ jsonrpc: '2.0', id: 'ID', result }), type: 'text/plain' }, said],
    ['no content type', { ...json({ jsonrpc: '2.0', id: 'ID', result }), type: '' }, said],
    ['a status 202', { ...json({ jsonrpc: '2.0', id: 'ID', result }), status: 202 }, said],
    [
      'a stream without its last empty line',
      { type: 'text/event-stream', body: `data: ${JSON.stringify({ jsonrpc: '2.0', id: 'ID', result })}` },
      said,
    ],
    [
      'a stream with text before the answer',
      { type: 'text/event-stream', body: `data: hello\n\ndata: ${JSON.stringify({ id: 'ID', result })}\n\n` },
      said,
    ],
    ...['application/json', 'text/plain', 'text/event-stream', ''].flatMap((type) => {
      const message = { jsonrpc: '2.0', id: 'ID', result };
      const bodies: Readonly<Record<string, string>> = {
        'a document': JSON.stringify(message),
        'a document on several lines': `\n${JSON.stringify(message, null, 2)}\n`,
        'a batch': JSON.stringify([{ jsonrpc: '2.0', method: 'notifications/x' }, message]),
        'a message in each line': `${JSON.stringify({ method: 'notifications/x' })}\n${JSON.stringify(message)}\n`,
        'a stream': `data: ${JSON.stringify(message)}\n\n`,
        'a stream that begins with a comment': `: hello\n\ndata: ${JSON.stringify(message)}\n\n`,
        'a stream with other line ends': `id: 1\r\ndata:${JSON.stringify(message)}\r\n\r\n`,
        'a stream of lines': `data: ${JSON.stringify(message, null, 1).replaceAll('\n', '\ndata: ')}\n\n`,
        ...Object.fromEntries(
          ['message', 'result', 'response', 'error', 'ping'].map((event) => [
            `an event named ${event}`,
            `event: ${event}\ndata: ${JSON.stringify(message)}\n\n`,
          ]),
        ),
      };
      return Object.entries(bodies).map(
        ([name, body]) => [`${name} as "${type}"`, { type, body }, said] as const,
      );
    }),
    [
      'an error with a line separator',
      json({ jsonrpc: '2.0', id: 'ID', error: { code: -32602, message: 'No such\u2028 city\nat all' } }),
      `${withCode}: No such\u2028 city\nat all`,
    ],
    ['words as "application/json"', { body: 'Out of memory' }, `${notMessage}: Out of memory`],
    [
      'a stream of other events',
      { type: 'text/event-stream', body: 'event: error\ndata: {"message":"No such city"}\n\n' },
      `${notMessage} (text/event-stream): No such city`,
    ],
    [
      'a stream that is a text',
      { type: 'text/event-stream', body: 'Out of memory\n\nSee the log' },
      `${notMessage} (text/event-stream): Out of memory See the log`,
    ],
    [
      'a stream that is a page',
      { type: 'text/event-stream', body: '<html><title>Bad gateway</title></html>' },
      `${notMessage} (text/event-stream): Bad gateway`,
    ],
    ['a result without an envelope', json(result), `${notMessage}: said`],
    [
      'a result of several texts without an envelope',
      json({ content: [...result.content, { type: 'text', text: 'more' }] }),
      `${notMessage}: said; more`,
    ],
    ['a list without an envelope', json({ tools: [] }), `${notMessage}: {"tools":[]}`],
    ['a byte order mark', { body: `\ufeff${JSON.stringify({ jsonrpc: '2.0', id: 'ID', result })}` }, said],
    ['an object that is none', json({ detail: 'Not Found' }), `${notMessage}: Not Found`],
    [
      'a page',
      { type: 'text/html', body: '<html><head><title>Sign in &amp; go</title></head></html>' },
      `${notMessage} (text/html): Sign in & go`,
    ],
  ];
  for (const [name, response, expected] of rows) {
    test(`is read: ${name}`, async (t) => {
      const words = await outcome(t, response);
      if (typeof expected === 'string') assert.equal(words, expected);
      else assert.match(words, expected);
    });
  }
});

describe('a request from a server', () => {
  /** What is asked of the person, and what the server gets, for a message that the server sends. */
  async function asked(t: TestContext, message: object, answer: object = { action: 'decline' }) {
    const heard: ServerRequest[] = [];
    const server = await startScriptedServer();
    t.after(() => server.close());
    const session = sessionWith(t, server.url, {
      answer: async (one) => {
        heard.push(one);
        return { ...answer };
      },
    });
    await session.connect();
    server.answer({
      'tools/call': ({ id }: { id?: unknown }) => ({
        type: 'text/event-stream',
        body: `data: ${JSON.stringify(message)}\n\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`,
      }),
    });
    await session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
    const answers = () =>
      (server.requests as readonly object[]).filter((one) => 'result' in one || 'error' in one);
    while (answers().length === 0) await new Promise((resolve) => setImmediate(resolve));
    return { heard, answers: answers() };
  }

  const rows: readonly (readonly [string, object, string])[] = [
    [
      'a schema null',
      { method: 'elicitation/create', params: { message: 'Which?', requestedSchema: null } },
      'elicitation',
    ],
    ['a message null', { method: 'elicitation/create', params: { message: null } }, 'elicitation'],
    ['no parameters', { method: 'elicitation/create' }, 'elicitation'],
    [
      'an unknown mode',
      { method: 'elicitation/create', params: { mode: 'voice', message: 'Which?' } },
      'elicitation',
    ],
    ['_meta null', { method: 'roots/list', params: { _meta: null } }, 'roots'],
    ['parameters null', { method: 'roots/list', params: null }, 'roots'],
    ['no limit of tokens', { method: 'sampling/createMessage', params: { messages: null } }, 'sampling'],
  ];
  for (const [name, request, kind] of rows) {
    test(`reaches the user: ${name}`, async (t) => {
      const { heard, answers } = await asked(t, { jsonrpc: '2.0', id: 7, ...request });
      assert.deepEqual(
        heard.map((one) => one.kind),
        [kind],
      );
      assert.deepEqual(heard[0]?.params, ('params' in request && request.params) || {});
      assert.deepEqual(answers, [{ jsonrpc: '2.0', id: 7, result: { action: 'decline' } }]);
    });
  }

  test('gets its own ID in the response, of any type', async (t) => {
    const { answers } = await asked(t, { id: 1.5, method: 'roots/list' });
    assert.deepEqual(answers, [{ jsonrpc: '2.0', id: 1.5, result: { action: 'decline' } }]);
  });

  test("gets an answer of any shape, such as for a schema that MCP doesn't allow", async (t) => {
    const content = { place: { city: 'Oslo', days: [1, 2] } };
    const request = { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: { message: 'Where?' } };
    const { answers } = await asked(t, request, { action: 'accept', content });
    assert.deepEqual(answers, [{ jsonrpc: '2.0', id: 7, result: { action: 'accept', content } }]);
  });
});

test('progress with invalid fields is reported', async (t) => {
  const server = await startScriptedServer();
  t.after(() => server.close());
  const session = sessionWith(t, server.url);
  await session.connect();
  server.answer({
    'tools/call': ({ id, params }: { id?: unknown; params?: { _meta?: { progressToken: number } } }) => {
      const token = params?._meta?.progressToken;
      const told = [
        { progressToken: String(token), progress: '1', total: null, message: null },
        { progressToken: token, progress: 2, total: '4', message: 'half' },
        { progressToken: token },
      ].map((one) => ({ method: 'notifications/progress', params: one }));
      const all = [...told, { jsonrpc: '2.0', id, result }];
      return {
        type: 'text/event-stream',
        body: all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''),
      };
    },
  });
  const told: unknown[] = [];
  const onProgress = (progress: unknown): unknown => told.push(progress);
  await session.call({ kind: 'tool', name: 'echo', args: {} }, { ...patient(), onProgress });
  assert.deepEqual(told, [{ done: 1 }, { done: 2, total: 4, message: 'half' }]);
});

test('a message adapter discards responses without a request', () => {
  const logged: unknown[] = [];
  const wire = createMessageAdapter((...message) => void logged.push(message));
  wire.adaptSent({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
  wire.adaptSent({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  assert.deepEqual(wire.adaptReceived('{"jsonrpc":"2.0","id":1,"result":{}}'), []);
  assert.deepEqual(wire.adaptReceived('{"level":"info","msg":"ready"}'), undefined);
  assert.deepEqual(wire.adaptReceived('ready'), undefined);
  assert.equal(logged.length, 3);
});

test('a document with very many lines is not read line by line', () => {
  for (const line of ['{"jsonrpc":"2.0","id":1,"result":{}}\n', '{"level":\n']) {
    let count = 0;
    const wire = createMessageAdapter(() => undefined);
    const counting = {
      logUnreadable: wire.logUnreadable.bind(wire),
      adaptReceived(text: string) {
        count++;
        return wire.adaptReceived(text);
      },
    };
    const failures: unknown[] = [];
    const request = { id: 1, method: 'tools/call' };
    const onUnreadable = (error: unknown): unknown => failures.push(error);
    const reader = new EventReader({
      adapter: counting,
      contentType: 'application/json',
      request,
      onUnreadable,
    });
    reader.feed(line.repeat(50_000));
    reader.end();
    assert.ok(count <= 1, `${count}`);
    assert.equal(failures.length, 1);
  }
});

test('a body is read in the same way, however it is split into pieces', () => {
  const message = { jsonrpc: '2.0', id: 1, result };
  const bodies = [
    JSON.stringify(message, null, 2),
    `\n: hello\n\nevent: result\nid: 7\ndata: ${JSON.stringify(message)}\n\n`,
    `retry: 5\r\n\r\ndata: ${JSON.stringify(message)}\r\n\r\n`,
    'Out of memory\n\nSee the log',
    'data: hello\n\nevent: error\ndata: {"detail":"No"}\n\n',
  ];
  /** The events for the SDK, the messages, and the reason of a failure. */
  const read = (body: string, contentType: string, cuts: readonly number[]): unknown => {
    const [logged, failures]: [unknown[], unknown[]] = [[], []];
    const wire = createMessageAdapter((...one) => void logged.push(one));
    wire.adaptSent({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
    const request = { id: 1, method: 'tools/call' };
    const onUnreadable = ({ text }: { text: string }): unknown => failures.push(text);
    const reader = new EventReader({ adapter: wire, contentType, request, onUnreadable });
    const ends = [...new Set(cuts.map((cut) => cut % body.length))].sort((a, b) => a - b);
    const pieces = [...ends, body.length].map((end, at) => body.slice(ends[at - 1] ?? 0, end));
    const out = pieces.map((piece) => reader.feed(piece)).join('') + reader.end();
    return { out, logged, failures };
  };
  const types = fc.constantFrom('application/json', 'text/event-stream', 'text/plain', '');
  fc.assert(
    fc.property(fc.constantFrom(...bodies), types, fc.array(fc.nat(500)), (body, type, cuts) => {
      assert.deepEqual(read(body, type, cuts), read(body, type, []));
    }),
  );
});
