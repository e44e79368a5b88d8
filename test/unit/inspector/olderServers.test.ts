import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { connectToServer } from '../../../src/inspector/connectToServer.node.ts';
import { openTestConnection } from '../../../src/inspector/mcpTests/testConnection.ts';
import { holdTimers, startOlderServer } from '../../kit/olderServer.ts';
import { startSseServer } from '../../kit/sseServer.ts';
import { type ReceivedMessage, sendError, sendResult, startServer } from '../../kit/stuckServers.ts';
import { sessionWith } from './inspected.ts';

type Answer = (response: ServerResponse, received: ReceivedMessage) => void;

const status =
  (code: number, body = '', type = 'text/plain'): Answer =>
  (response) =>
    void response.writeHead(code, { 'content-type': type }).end(body);
const error =
  (code: number, http = 200, more = {}): Answer =>
  (response, { id }) =>
    sendError(response, http, id, { code, message: 'No', ...more });
const events = { 'content-type': 'text/event-stream' };

/** Responses of older servers to `server/discover`, which they don't know. */
const older: Readonly<Record<string, Answer>> = {
  'never answers': () => undefined,
  'sends headers and no body': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders(),
  'sends an event stream and no event': (response) => response.writeHead(200, events).flushHeaders(),
  'sends an event stream that ends': (response) => void response.writeHead(200, events).end(),
  'accepts it': status(202),
  'accepts it without content': status(204),
  'closes the connection': (response) => void response.destroy(),
  ...Object.fromEntries(
    [400, 401, 403, 404, 405, 406, 409, 415, 422, 429, 500, 501, 502, 503].map((code) => [
      `answers ${code}`,
      status(code),
    ]),
  ),
  'answers a page': status(200, '<!doctype html><p>Hello', 'text/html'),
  'answers nothing': status(200, '', 'application/json'),
  'answers what is no JSON': status(200, '{', 'application/json'),
  'answers another JSON': status(200, '{"hello":1}', 'application/json'),
  'answers an error page with 500': status(500, '<!doctype html><p>Oops', 'text/html'),
  'redirects elsewhere': (response) => void response.writeHead(302, { location: '/login' }).end(),
  ...Object.fromEntries(
    [-32_700, -32_600, -32_601, -32_602, -32_603, -32_000, -32_001, -32_020, -32_021, 0, 404].map((code) => [
      `answers error ${code}`,
      error(code),
    ]),
  ),
  'answers error -32601 with 500': error(-32_601, 500),
  'answers error -32600 with 400': error(-32_600, 400),
  'answers a version error without versions': error(-32_022),
  'answers a version error with older versions': error(-32_022, 400, { data: { supported: ['2025-06-18'] } }),
  'answers a result without versions': (response, received) => sendResult(response, received, {}),
};

describe('a connection uses an older protocol if the server', () => {
  for (const [how, answer] of Object.entries(older)) {
    test(how, async (t) => {
      const runOut = holdTimers(t, 5000);
      const { url, received } = await startOlderServer(t, (response, message) => {
        if (message.method !== 'server/discover') return false;
        answer(response, message);
        runOut();
        return true;
      });
      const session = sessionWith(t, url);
      await session.connect();
      assert.equal(session.state.failure, undefined);
      assert.equal(session.state.phase, 'connected');
      assert.equal(session.state.connection?.transport, 'http');
      assert.deepEqual(received.slice(0, 2), ['server/discover', 'initialize']);
    });
  }
});

describe('a step of a connection ends after a third of its time limit, so that another method can be tried, if a server', () => {
  const connect = (url: string, timeoutMs: number) =>
    openTestConnection({
      url,
      headers: {},
      secrets: [],
      version: '1.0.0',
      open: connectToServer,
      timeoutMs,
      signal: new AbortController().signal,
    });

  for (const [limitMs, stepMs] of [
    [3000, 1000],
    [9000, 3000],
    [15_000, 5000],
    [60_000, 5000],
  ] as const) {
    test(`never answers server/discover: ${stepMs} of ${limitMs} ms`, async (t) => {
      const runOut = holdTimers(t, stepMs);
      const { url, received } = await startOlderServer(t, (_, { method }) => {
        if (method !== 'server/discover') return false;
        runOut();
        return true;
      });
      const connected = await connect(url, limitMs);
      assert.ok(connected.ok);
      await connected.close();
      const session = sessionWith(t, url, { openMs: limitMs });
      await session.connect();
      assert.equal(session.state.phase, 'connected');
      assert.deepEqual(received.slice(0, 2), ['server/discover', 'initialize']);
    });
  }

  test('never accepts notifications/initialized', async (t) => {
    const runOut = holdTimers(t, 1000);
    const { url } = await startOlderServer(t, (_, { method }) => {
      if (method !== 'notifications/initialized') return false;
      runOut();
      return true;
    });
    const connected = await connect(url, 3000);
    assert.ok(connected.ok);
    assert.match(connected.connection.problems[0]?.message ?? '', /within 1 s/);
  });

  test('rejects messages, and never sends an endpoint over SSE: the rejection is the reason', async (t) => {
    const runOut = holdTimers(t, 1000);
    const { url } = await startServer(t, (response, _, { method }) => {
      if (method === 'POST') return void response.writeHead(400).end('Not for you');
      response.writeHead(200, events).flushHeaders();
      runOut();
    });
    const connected = await connect(url, 3000);
    assert.ok(!connected.ok);
    assert.match(connected.reason, /Not for you/);
    const session = sessionWith(t, url, { openMs: 3000 });
    await session.connect();
    assert.match(session.state.failure ?? '', /Not for you/);
  });
});

describe('HTTP with SSE is tried if a server rejects messages with', () => {
  for (const status of [400, 404, 405, 406, 410, 415, 422, 500, 501]) {
    test(`${status}`, async (t) => {
      const { url } = await startSseServer(t, () => false, status);
      const session = sessionWith(t, url);
      await session.connect();
      assert.equal(session.state.connection?.transport, 'sse');
    });
  }
});

describe('an older protocol is not tried', () => {
  test('if a server supports only newer versions', async (t) => {
    const { url, received } = await startServer(t, (response, { id }) =>
      sendError(response, 400, id, { code: -32_022, message: 'No', data: { supported: ['2099-01-01'] } }),
    );
    const session = sessionWith(t, url);
    await session.connect();
    assert.equal(session.state.phase, 'failed');
    assert.ok(!received.includes('initialize'));
  });
});
