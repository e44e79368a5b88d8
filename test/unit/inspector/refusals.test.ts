import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { connectForTests } from '../../../src/inspector/callTests/connect.ts';
import { explain } from '../../../src/inspector/explain.ts';
import { openLink } from '../../../src/inspector/openLink.node.ts';
import { readServerWords } from '../../../src/inspector/wire/serverWords.ts';
import { startOddServer } from '../../kit/oddServer.ts';
import { patient, sessionWith } from './inspected.ts';

const j = JSON.stringify;
const html = 'text/html; charset=utf-8';

describe('the words of a refusal', () => {
  const rows: readonly (readonly [body: string, text: string, code?: number])[] = [
    [j({ jsonrpc: '2.0', id: null, error: { code: -32602, message: 'No city' } }), 'No city', -32602],
    [j([{ jsonrpc: '2.0', error: { code: -32600, message: 'No batch' } }]), 'No batch', -32600],
    [j({ error: { code: -32602, message: 'No city' } }), 'No city', -32602],
    [
      j({ error: 'invalid_token', error_description: 'The token expired' }),
      'invalid_token: The token expired',
    ],
    [j({ error: 'invalid_token' }), 'invalid_token'],
    [
      j({ type: 'about:blank', title: 'Out of credit', status: 403, detail: 'Balance is 30.' }),
      'Out of credit: Balance is 30.',
    ],
    [j({ title: 'Out of credit', status: 403 }), 'Out of credit'],
    [j({ message: 'No city' }), 'No city'],
    [j({ Message: 'No city' }), 'No city'],
    [j({ detail: 'Not Found' }), 'Not Found'],
    [
      j({ detail: [{ loc: ['body', 'city'], msg: 'field required', type: 'missing' }] }),
      'body.city: field required',
    ],
    [j({ errors: [{ title: 'Bad', detail: 'No city' }, { message: 'No day' }] }), 'Bad: No city; No day'],
    [j({ error: { message: 'No city', type: 'invalid_request_error', code: 'x' } }), 'No city'],
    [j({ error: { status: 400, error: 'No city' } }), 'No city'],
    [j('No city'), 'No city'],
    ['No city\n\n  at all', 'No city at all'],
    ['<!doctype html><title>502 Bad Gateway</title><h1>x</h1>', '502 Bad Gateway'],
    ['<html><body><h1>Not <b>here</b></h1></body></html>', 'Not here'],
    [
      '<?xml version="1.0"?><Error><Code>A</Code><Message>Denied &amp; gone</Message></Error>',
      'Denied & gone',
    ],
    [
      `event: message\ndata: ${j({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'No' } })}\n\n`,
      'No',
      -1,
    ],
  ];
  for (const [body, text, code] of rows) {
    test(body.slice(0, 60), () => {
      assert.deepEqual(readServerWords(body), code === undefined ? { text } : { text, code });
    });
  }
  test('are none of an empty body, and are cut', () => {
    for (const body of ['', '  \n', '{}', '[]', 'null', '<p>', '{"a":1}']) {
      const words = readServerWords(body);
      assert.ok(words === undefined || !words.text.startsWith('{"'), body);
    }
    assert.ok((readServerWords('x'.repeat(1_000_000))?.text.length ?? 0) < 3000);
    assert.equal(readServerWords('['.repeat(100_000))?.text.startsWith('['), true);
  });
});

describe('a call that is refused', () => {
  const message = 'The parameter "city" must not be empty';
  const bodies: readonly (readonly [type: string, body: string, words: RegExp])[] = [
    [
      'application/json',
      j({ jsonrpc: '2.0', id: 'ID', error: { code: -32602, message } }),
      /error -32602: The parameter/,
    ],
    [
      'application/json',
      j({ jsonrpc: '2.0', id: null, error: { code: -32602, message } }),
      /error -32602: The parameter/,
    ],
    ['application/problem+json', j({ title: 'Bad', detail: message }), /: Bad: The parameter/],
    ['application/json', j({ detail: message }), /: The parameter/],
    ['text/plain', message, /: The parameter/],
    [html, `<title>${message}</title>`, /: The parameter/],
  ];
  for (const status of [400, 403, 404, 409, 422, 429, 500, 502, 503]) {
    test(`with ${status} has the server's own words, and its text among the messages`, async (t) => {
      const server = await startOddServer();
      t.after(() => server.close());
      const session = sessionWith(t, server.url);
      await session.connect();
      for (const [type, body, words] of bodies) {
        server.answer({ 'tools/call': () => ({ status, type, body }) });
        const call = session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
        const failure = await call.then(() => '', explain);
        assert.match(failure, words);
        assert.ok(failure.includes(message) && failure.includes(String(status)), failure);
        const last = session.messages.at(session.messages.length - 1);
        assert.equal(last?.json, body);
        assert.equal(last.kind, 'error');
        assert.equal(last.method, 'tools/call');
        assert.equal(session.messages.at(last.pair ?? -1)?.method, 'tools/call');
      }
    });
  }
});

describe('a handshake that is refused', () => {
  const refuse = (status: number, type: string, body: string) => () => ({ status, type, body });
  const rows = [
    [
      400,
      'application/json',
      j({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'No licence' } }),
      'No licence',
    ],
    [401, 'application/json', j({ error: 'invalid_token', error_description: 'It expired' }), 'It expired'],
    [403, html, '<title>Blocked by the firewall</title>', 'Blocked by the firewall'],
    [404, 'text/plain', 'no route for /mcp', 'no route for /mcp'],
    [
      422,
      'application/json',
      j({ detail: [{ loc: ['header', 'x-team'], msg: 'field required' }] }),
      'header.x-team: field required',
    ],
    [503, 'application/json', j({ message: 'Waking up' }), 'Waking up'],
  ] as const;
  for (const [status, type, body, words] of rows) {
    test(`with ${status} has the server's own words, on the page and in tests`, async (t) => {
      const all = refuse(status, type, body);
      const server = await startOddServer({ initialize: all, 'server/discover': all });
      t.after(() => server.close());
      const session = sessionWith(t, server.url);
      await session.connect();
      const { failure = '', steps } = session.state;
      assert.ok(failure.includes(words), failure);
      assert.ok(steps.some(({ outcome, text }) => outcome === 'failed' && text?.includes(words)));
      assert.ok(
        session.messages
          .range(0, 100)
          .some(({ json, direction }) => direction === 'received' && json === body),
      );
      const connected = await connectForTests({
        ...{
          open: openLink,
          url: server.url,
          headers: {},
          secrets: ['firewall'],
          version: '1',
          timeoutMs: 10_000,
        },
        signal: new AbortController().signal,
      });
      assert.ok(!connected.ok);
      assert.ok(connected.reason.includes(words.replace('firewall', '•••')), connected.reason);
    });
  }
});

test("a call over the older transport has the server's own words", async (t) => {
  let send = (_: object): void => undefined;
  const refusal = j({ jsonrpc: '2.0', id: null, error: { code: -32602, message: 'No city' } });
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.method === 'GET') {
      outgoing
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('event: endpoint\ndata: /post\n\n');
      send = (message) => void outgoing.write(`data: ${j(message)}\n\n`);
      return;
    }
    const { id, method } = JSON.parse((await incoming.toArray()).join('') || '{}') as {
      id?: number;
      method?: string;
    };
    if (incoming.url !== '/post') return void outgoing.writeHead(404).end();
    if (method === 'tools/call')
      return void outgoing.writeHead(400, { 'content-type': 'text/plain' }).end(refusal);
    outgoing.writeHead(202).end('Accepted');
    const initialized = { protocolVersion: '2024-11-05', capabilities: { tools: {} }, instructions: null };
    if (method === 'initialize') send({ jsonrpc: '2.0', id, result: initialized });
    if (method === 'tools/list') send({ id: String(id), result: { tools: [{ name: 'echo', title: null }] } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const session = sessionWith(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`);
  await session.connect();
  assert.equal(session.state.link?.transport, 'sse');
  assert.equal(session.state.lists.tool.items.length, 1);
  const call = session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
  assert.equal(
    await call.then(() => '', explain),
    'The server answered with status 400 and error -32602: No city',
  );
  assert.equal(session.messages.at(session.messages.length - 1)?.json, refusal);
});

test('an event stream that fails has words', () => {
  const sse = (code: number | undefined, message: string) => Object.assign(new Error(message), { code });
  assert.equal(explain(sse(undefined, 'SSE error: undefined')), 'The event stream of the server ended.');
  assert.equal(
    explain(sse(404, 'SSE error: Non-200 status code (404)')),
    'The server answered with status 404.',
  );
});
