import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import type { Transport } from '@modelcontextprotocol/client';
import { lintSession } from '../../../src/inspector/lint/lintFieldTypes.ts';
import type { TypeProblem } from '../../../src/inspector/wire/fieldTypes.ts';
import { tolerateInitializedFailure } from '../../../src/inspector/wire/initializedNotification.ts';
import { createMessageAdapter } from '../../../src/inspector/wire/messageAdapter.ts';
import { holdTimers, type ServeOverride, startOlderServer } from '../../kit/olderServer.ts';
import { startSseServer } from '../../kit/sseServer.ts';
import { initializeResult, type ReceivedMessage, sendError, sendResult } from '../../kit/stuckServers.ts';
import { outcomes, sessionWith } from './inspected.ts';

type Answer = (response: ServerResponse, received: ReceivedMessage) => void;

const notification = 'notifications/initialized';
const status =
  (code: number, words = '', headers = {}): Answer =>
  (response) =>
    void response.writeHead(code, { 'content-type': 'text/plain', ...headers }).end(words);

const only =
  (answer: Answer): ServeOverride =>
  (response, received) => {
    if (received.method !== notification) return false;
    answer(response, received);
    return true;
  };

/** Starts a server over each transport. */
const transports = { http: startOlderServer, sse: startSseServer };

/** Responses that don't accept the notification, and the problem of each. */
const refusals: Readonly<Record<string, readonly [Answer, RegExp]>> = {
  ...Object.fromEntries(
    [400, 404, 405, 406, 409, 415, 422, 429, 500, 501, 502, 503].map((code) => [
      `${code}`,
      [status(code), new RegExp(`rejected "${notification}".*${code}`)] as const,
    ]),
  ),
  'words of the server': [status(400, 'Bad Request: no such method'), /no such method/],
  'a JSON-RPC error': [
    (response) => sendError(response, 400, null, { code: -32_601, message: 'Method not found' }),
    /error -32601: Method not found/,
  ],
  'a closed connection': [(response) => void response.destroy(), /rejected/],
  'a redirect': [status(302, '', { location: '/login' }), /rejected/],
};

describe('a connection succeeds, with a problem, if the server responds to the notification with', () => {
  for (const [transport, start] of Object.entries(transports)) {
    for (const [what, [answer, problem]] of Object.entries(refusals)) {
      // A session in the URL is lost with 404.
      if (transport === 'sse' && what === '404') continue;
      test(`${what}, over ${transport}`, async (t) => {
        const { url } = await start(t, only(answer));
        const session = sessionWith(t, url);
        await session.connect();
        assert.equal(session.state.failure, undefined);
        assert.equal(session.state.connection?.transport, transport);
        assert.equal(outcomes(session)['list'], 'passed');
        const faults = lintSession(session.state.connection, session.state.lists);
        assert.equal(faults.length, 1);
        assert.match(faults[0]?.message ?? '', problem);
        assert.equal(faults[0]?.reason, 'Other MCP clients might fail to connect.');
      });
    }
  }
});

describe('a connection succeeds if the server', () => {
  for (const [transport, start] of Object.entries(transports)) {
    test(`never responds to the notification, over ${transport}`, async (t) => {
      const runOut = holdTimers(t, 5000);
      const { url } = await start(t, only(runOut));
      const session = sessionWith(t, url);
      await session.connect();
      assert.equal(session.state.failure, undefined);
      assert.deepEqual(
        session.state.connection?.problems.map(({ message }) => message),
        [`The server didn't respond to "${notification}" within 5 s.`],
      );
    });

    test(`accepts the notification, over ${transport}`, async (t) => {
      const { url } = await start(t);
      const session = sessionWith(t, url);
      await session.connect();
      assert.deepEqual(session.state.connection?.problems, []);
    });
  }
});

describe('a connection fails if the server responds to the notification with', () => {
  const session = { 'mcp-session-id': 'one' };
  const rows: readonly (readonly [string, Answer, RegExp])[] = [
    ['401', status(401, 'Who is it?'), /\(401\).*Who is it\?/],
    ['403', status(403, 'Not you'), /\(403\).*Not you/],
    ['a lost session', status(404, 'Session not found'), /\(404\)/],
  ];
  for (const [what, answer, words] of rows) {
    test(`${what}, over http`, async (t) => {
      const { url } = await startOlderServer(t, (response, received, request) => {
        if (received.method !== 'initialize') return only(answer)(response, received, request);
        sendResult(response, received, initializeResult(received), session);
        return true;
      });
      const inspected = sessionWith(t, url);
      await inspected.connect();
      assert.equal(inspected.state.phase, 'failed');
      assert.match(inspected.state.failure ?? '', words);
    });

    test(`${what}, over sse`, async (t) => {
      const { url } = await startSseServer(t, only(answer));
      const inspected = sessionWith(t, url);
      await inspected.connect();
      assert.equal(inspected.state.phase, 'failed');
    });
  }
});

test('the time limit of the notification also applies to a process that reads no more messages', async () => {
  const problems: TypeProblem[] = [];
  const sent: string[] = [];
  const send: Transport['send'] = (message) => {
    if ('method' in message) sent.push(message.method);
    return message === initialized ? new Promise(() => undefined) : Promise.resolve();
  };
  const initialized = { jsonrpc: '2.0', method: notification } as const;
  const transport: Transport = { send, start: async () => undefined, close: async () => undefined };
  tolerateInitializedFailure(transport, 20, problems);
  await transport.send(initialized);
  await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  assert.deepEqual(sent, [notification, 'tools/list']);
  assert.match(problems[0]?.message ?? '', /didn't respond/);
});

describe('a response to a notification, without an ID,', () => {
  const error = { code: -32_601, message: 'Method not found' };
  const json = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message });
  /** A connection over a stream, on which the notification and a request were sent. */
  function begun() {
    const wire = createMessageAdapter(() => undefined);
    wire.adaptSent({ jsonrpc: '2.0', id: 0, method: 'initialize' });
    wire.adaptReceived(json({ id: 0, result: { protocolVersion: '2025-06-18', capabilities: {} } }));
    wire.adaptSent({ jsonrpc: '2.0', method: notification });
    wire.adaptSent({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    return wire;
  }

  for (const [what, response] of Object.entries({
    'an error': { id: null, error },
    'an error without an ID': { error },
    'a result': { id: null, result: {} },
    'another error': { id: null, error: { code: -32_600, message: 'Invalid request' } },
  })) {
    test(`isn't assigned to the next request: ${what}`, () => {
      const wire = begun();
      assert.deepEqual(wire.adaptReceived(json(response)), []);
      const [answer] = wire.adaptReceived(json({ id: 1, result: { tools: [] } })) ?? [];
      assert.equal(Reflect.get(answer ?? {}, 'id'), 1);
      assert.equal(wire.problems.length, 'error' in response ? 1 : 0);
    });
  }

  test('is assigned to the only pending request if the server has already responded to the notification', () => {
    const wire = begun();
    wire.adaptReceived(json({ id: null, error }));
    const [answer] = wire.adaptReceived(json({ id: null, error })) ?? [];
    assert.equal(Reflect.get(answer ?? {}, 'id'), 1);
  });

  test('is assigned to the only pending request if it reports invalid JSON', () => {
    const [answer] = begun().adaptReceived(json({ id: null, error: { code: -32_700, message: 'No' } })) ?? [];
    assert.equal(Reflect.get(answer ?? {}, 'id'), 1);
  });

  test('is assigned to the only pending request if the server omits all IDs', () => {
    const wire = createMessageAdapter(() => undefined);
    wire.adaptSent({ jsonrpc: '2.0', id: 0, method: 'initialize' });
    wire.adaptReceived(json({ result: {} }));
    wire.adaptSent({ jsonrpc: '2.0', method: notification });
    wire.adaptSent({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const [answer] = wire.adaptReceived(json({ result: { tools: [] } })) ?? [];
    assert.equal(Reflect.get(answer ?? {}, 'id'), 1);
  });
});
