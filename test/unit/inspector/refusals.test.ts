import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { omitUndefined } from '../../../src/fields.ts';
import { connectToServer } from '../../../src/inspector/connectToServer.node.ts';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import { openTestConnection } from '../../../src/inspector/mcpTests/testConnection.ts';
import { SignIn } from '../../../src/inspector/signIn/signIn.ts';
import { readServerReason } from '../../../src/inspector/wire/serverReason.ts';
import { createSecrets } from '../../kit/fakeStores.ts';
import { type RawResponse, startScriptedServer } from '../../kit/scriptedServer.ts';
import { initializeResult, sendResult, startServer } from '../../kit/stuckServers.ts';
import { patient, sessionWith } from './inspected.ts';

const j = JSON.stringify;
const html = 'text/html; charset=utf-8';

describe('the reason of a rejection', () => {
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
    [
      j({ title: 'Validation failed.', status: 400, errors: { City: ['No city', 'No day'] } }),
      'Validation failed: No city; No day',
    ],
    [
      j({ message: 'The data was invalid.', errors: { city: ['No city'], day: 'No day' } }),
      'The data was invalid: No city; No day',
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
      assert.deepEqual(readServerReason(body), code === undefined ? { text } : { text, code });
    });
  }
  test('is missing for an empty body, and truncated', () => {
    for (const body of ['', '  \n', '{}', '[]', 'null', '<p>', '{"a":1}']) {
      const words = readServerReason(body);
      assert.ok(words === undefined || !words.text.startsWith('{"'), body);
    }
    assert.ok((readServerReason('x'.repeat(1_000_000))?.text.length ?? 0) < 3000);
    assert.equal(readServerReason('['.repeat(100_000))?.text.startsWith('['), true);
  });
});

describe('a rejected call', () => {
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
    test(`with ${status} is described with the server's reason, and the body is in the message log`, async (t) => {
      const server = await startScriptedServer();
      t.after(() => server.close());
      const session = sessionWith(t, server.url);
      await session.connect();
      for (const [type, body, words] of bodies) {
        server.answer({ 'tools/call': () => ({ status, type, body }) });
        const call = session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
        const failure = await call.then(() => '', describeServerError);
        assert.match(failure, words);
        assert.ok(failure.includes(message) && failure.includes(String(status)), failure);
        const last = session.messages.at(session.messages.length - 1);
        assert.equal(last?.json, body);
        assert.equal(last.kind, 'error');
        assert.equal(last.method, 'tools/call');
        assert.equal(session.messages.at(last.pairIndex ?? -1)?.method, 'tools/call');
      }
    });
  }
});

describe('a call that is rejected with 401 or 403', () => {
  const bearer = (parameters: string) => ({ 'www-authenticate': `Bearer ${parameters}` });
  const described = j({ error: 'invalid_token', error_description: 'It expired on Monday' });
  const asks = 'The server requires authentication (401). Sign in, or add a header.';
  const more = 'The server requires the scope "write", which the access token lacks (403).';
  const rows: readonly (readonly [string, RawResponse, string])[] = [
    [
      'a description in the header',
      { status: 401, headers: bearer('error="invalid_token", error_description="It expired"'), body: '' },
      `${asks} The server's response: invalid_token: It expired`,
    ],
    [
      'a code in the header',
      { status: 401, headers: bearer('realm="x", error="invalid_token"'), body: '' },
      `${asks} The server's response: invalid_token`,
    ],
    [
      'a description in the body',
      { status: 401, headers: bearer('realm="x"'), body: described },
      `${asks} The server's response: invalid_token: It expired on Monday`,
    ],
    [
      'words in both',
      { status: 401, headers: bearer('error_description="It expired"'), body: '{"detail":"Not you"}' },
      `${asks} The server's response: Not you; It expired`,
    ],
    [
      'the same words in both',
      { status: 401, headers: bearer('error="invalid_token"'), body: described },
      `${asks} The server's response: invalid_token: It expired on Monday`,
    ],
    [
      'a JSON-RPC error',
      { status: 401, body: j({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Not you' } }) },
      `${asks} The server's response: -32001: Not you`,
    ],
    ['no words', { status: 401, headers: bearer('realm="x"'), body: '' }, asks],
    [
      'a scope, and a description in the header',
      {
        status: 403,
        headers: bearer('error="insufficient_scope", scope="write", error_description="You may only read"'),
        body: '',
      },
      `${more} The server's response: insufficient_scope: You may only read`,
    ],
    [
      'a scope, and words in the body',
      {
        status: 403,
        headers: bearer('error="insufficient_scope", scope="write"'),
        body: j({ jsonrpc: '2.0', id: 1, error: { code: -32003, message: 'You may only read' } }),
      },
      `${more} The server's response: -32003: You may only read`,
    ],
    [
      'a scope alone',
      { status: 403, headers: bearer('error="insufficient_scope", scope="write"'), body: '' },
      more,
    ],
    [
      'another reason in the header',
      { status: 403, headers: bearer('error="x", error_description="Closed on Mondays"'), body: '' },
      'The server rejected the request (403): x: Closed on Mondays',
    ],
  ];
  for (const [name, response, words] of rows) {
    test(`keeps ${name}, with and without a sign-in`, async (t) => {
      const server = await startScriptedServer();
      t.after(() => server.close());
      const signIn = new SignIn({
        url: server.url,
        secrets: createSecrets(),
        lease: (_, work) => work(),
        onLost: () => undefined,
        withBrowser: () => Promise.reject(new Error('no one is asked')),
      });
      // One that has another token, which is refused as well.
      const renewed = { token: async () => 'token', onUnauthorized: async () => undefined };
      for (const authorization of [undefined, signIn.authorization, renewed]) {
        server.answer({ 'tools/call': undefined });
        const session = sessionWith(t, server.url, omitUndefined({ authorization }));
        await session.connect();
        server.answer({ 'tools/call': () => response });
        const call = session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
        assert.equal(await call.then(() => '', describeServerError), words);
        if (response.body === '') continue;
        assert.equal(session.messages.at(session.messages.length - 1)?.json, response.body);
      }
    });
  }
});

describe("a lost session is described with the server's message", () => {
  const rows = [
    [404, j({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } })],
    [404, j({ error: 'Session not found' })],
    [400, j({ message: 'Session not found', traceId: 'x' })],
    [400, j({ title: 'Session not found', status: 400 })],
    [403, j('Session not found')],
    [410, '<html><title>Session not found</title></html>'],
    [404, 'Session\n\n  not found'],
  ] as const;
  for (const [status, body] of rows) {
    test(body, async (t) => {
      const headers = { 'mcp-session-id': 'one' };
      const { url } = await startServer(t, (response, received) => {
        if (received.method === 'initialize')
          return sendResult(response, received, initializeResult(received), headers);
        if (received.id === undefined) return void response.writeHead(202).end();
        response.writeHead(status).end(body);
      });
      const session = sessionWith(t, url);
      await session.connect();
      assert.equal(
        session.state.failure,
        `The session no longer exists on the server (${status}): Session not found`,
      );
    });
  }
});

describe('a rejected handshake over HTTP with SSE', () => {
  const rows: readonly (readonly [number, string, string])[] = [
    [
      400,
      j({ jsonrpc: '2.0', id: null, error: { code: -32602, message: 'No licence' } }),
      '-32602: No licence',
    ],
    [402, j({ detail: 'No licence' }), 'No licence'],
    [403, '<title>No licence</title>', 'No licence'],
    [500, 'No licence', 'No licence'],
  ];
  for (const [status, body, words] of rows) {
    test(`with ${status} is described with the server's reason`, async (t) => {
      const { url } = await startServer(t, (response, _, { method, url: path }) => {
        if (method === 'GET') {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          return void response.write('event: endpoint\ndata: /post\n\n');
        }
        if (path === '/post') response.writeHead(status).end(body);
        else response.writeHead(405).end('Use GET');
      });
      const session = sessionWith(t, url);
      await session.connect();
      const connected = await openTestConnection({
        open: connectToServer,
        url,
        headers: {},
        secrets: [],
        version: '1',
        timeoutMs: 10_000,
        signal: new AbortController().signal,
      });
      assert.ok(!connected.ok);
      for (const failure of [session.state.failure ?? '', connected.reason]) {
        assert.ok(failure.includes(words) && failure.includes(`${status}`), failure);
      }
      await assert.rejects(connectToServer(linkOptions(url)), (error) =>
        describeServerError(error).includes(words),
      );
    });
  }

  test('in its stream is described with the message and the code', async (t) => {
    const streams: ServerResponse[] = [];
    const { url } = await startServer(t, (response, { id, method }, request) => {
      if (request.method === 'GET') {
        streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
        return void response.write('event: endpoint\ndata: /post\n\n');
      }
      if (request.url !== '/post') return void response.writeHead(405).end('Use GET');
      response.writeHead(202).end();
      const error = { code: -32602, message: 'No licence' };
      if (method === 'initialize') streams.at(-1)?.write(`event: error\ndata: ${j({ id, error })}\n\n`);
    });
    const session = sessionWith(t, url);
    await session.connect();
    assert.equal(session.state.failure, 'The server returned error -32602: No licence');
  });
});

describe('a rejected handshake', () => {
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
    test(`with ${status} is described with the server's reason, on the page and in tests`, async (t) => {
      const all = refuse(status, type, body);
      const server = await startScriptedServer({ initialize: all, 'server/discover': all });
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
      const connected = await openTestConnection({
        open: connectToServer,
        url: server.url,
        headers: {},
        secrets: ['firewall'],
        version: '1',
        timeoutMs: 10_000,
        signal: new AbortController().signal,
      });
      assert.ok(!connected.ok);
      assert.ok(connected.reason.includes(words.replace('firewall', '•••')), connected.reason);
    });
  }
});

test("a rejected call over HTTP with SSE is described with the server's reason", async (t) => {
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
  assert.equal(session.state.connection?.transport, 'sse');
  assert.equal(session.state.lists.tool.items.length, 1);
  const call = session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
  assert.equal(
    await call.then(() => '', describeServerError),
    'The server returned status 400 and error -32602: No city',
  );
  assert.equal(session.messages.at(session.messages.length - 1)?.json, refusal);
});

const linkOptions = (url: string) => ({
  url,
  headers: {},
  version: '1',
  signal: new AbortController().signal,
  onMessage: () => undefined,
  onExchange: () => undefined,
  onListChanged: () => undefined,
  answerRequest: async () => ({ action: 'decline' }),
});

test('an event stream that fails is described', () => {
  const sse = (code: number | undefined, message: string) => Object.assign(new Error(message), { code });
  assert.equal(
    describeServerError(sse(undefined, 'SSE error: undefined')),
    "The server's event stream ended.",
  );
  assert.equal(
    describeServerError(sse(404, 'SSE error: Non-200 status code (404)')),
    'The server returned status 404.',
  );
});
