import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { connectToServer } from '../../../src/inspector/connectToServer.node.ts';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import { openTestConnection } from '../../../src/inspector/mcpTests/testConnection.ts';
import { readListing } from '../../../src/inspector/readListing.ts';
import { holdTimers, type ServeOverride, startOlderServer } from '../../kit/olderServer.ts';
import { initializeResult, sendResult, startServer, stuckServers } from '../../kit/stuckServers.ts';
import { patient, sessionWith } from './inspected.ts';

const late = "The server didn't respond in time.";

const limitMs = 150;
const never = new AbortController().signal;

const connect = (url: string) =>
  openTestConnection({
    url,
    headers: {},
    secrets: [],
    version: '1.0.0',
    signal: never,
    timeoutMs: limitMs,
    open: connectToServer,
  });

describe('a connection ends at the time limit of', () => {
  for (const [fault, serve] of Object.entries(stuckServers)) {
    test(`a session and a test run, if the server ${fault}`, async (t) => {
      const { url } = await startServer(t, serve);
      const session = sessionWith(t, url, { openMs: limitMs });
      const [connected] = await Promise.all([connect(url), session.connect()]);
      assert.ok(!connected.ok);
      assert.notEqual(connected.reason, '');
      assert.equal(session.state.phase, 'failed');
      assert.ok(session.state.failure);
    });
  }

  test('a connection can be canceled at each step', async (t) => {
    for (const [fault, serve] of Object.entries(stuckServers)) {
      const { url, waitForRequests } = await startServer(t, serve);
      const session = sessionWith(t, url);
      const connecting = session.connect();
      await waitForRequests('server/discover');
      session.cancelConnecting();
      await connecting;
      assert.equal(session.state.failure, 'You canceled the connection.', fault);
    }
  });
});

/** Has timers of this length run out at once. */
function shorten(t: TestContext, ms: number): void {
  const { setTimeout: start } = globalThis;
  t.mock.method(globalThis, 'setTimeout', (run: () => void, wanted: number) =>
    start(run, wanted === ms ? limitMs : wanted),
  );
}

const refusals = [400, 404, 405, 500];
for (const status of refusals) {
  test(`the time limit is the reason if server/discover is rejected with ${status}, and initialize gets no response`, async (t) => {
    const { url } = await startServer(t, (response, { method }) => {
      if (method === 'server/discover') response.writeHead(status).end();
    });
    const session = sessionWith(t, url, { openMs: limitMs });
    const [connected] = await Promise.all([connect(url), session.connect()]);
    assert.deepEqual(connected, { ok: false, reason: late });
    assert.equal(session.state.failure, late);
    assert.equal(session.state.steps.find(({ outcome }) => outcome === 'failed')?.name, 'initialize');
  });
}

describe('an event stream over HTTP with SSE that ends fails the connection at once', () => {
  const endpoint = 'event: endpoint\ndata: /message\n\n';
  const missing = "The server's event stream didn't provide a valid message URL with the same origin.";
  const ended = "The server's event stream ended.";
  type End = (stream: ServerResponse) => void;
  const ends: Readonly<Record<string, readonly [End, string]>> = {
    'before the endpoint': [(stream) => stream.end(': hello\n\n'), missing],
    'after an endpoint elsewhere': [(stream) => stream.end('event: endpoint\ndata: http://[\n\n'), missing],
    'after the endpoint': [(stream) => stream.end(endpoint), ended],
    'while the server handles a message': [(stream) => stream.write(endpoint), ended],
  };
  for (const [when, [open, reason]] of Object.entries(ends)) {
    test(when, async (t) => {
      let stream: ServerResponse | undefined;
      const { url } = await startServer(t, (response, _, request) => {
        if (request.method === 'GET') {
          stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
          open(stream);
        } else if (request.url === '/message') stream?.destroy();
        else response.writeHead(405).end();
      });
      const session = sessionWith(t, url);
      await session.connect();
      assert.equal(session.state.failure, reason);
    });
  }
});

describe('a server that connects', () => {
  test('can leave the response to a notification open', async (t) => {
    const { url } = await startOlderServer(t, (response, { id, method }) => {
      if (method === undefined || id !== undefined) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      return true;
    });
    const session = sessionWith(t, url);
    await session.connect();
    assert.equal(session.state.phase, 'connected');
    const ping = { method: 'notifications/hello', isNotification: true };
    await session.send(ping, patient(), () => undefined);
  });

  test('and never completes a list is aborted at the time limit, also for a comparison or a snapshot', async (t) => {
    const runOut = holdTimers(t, 30_000);
    let page = 0;
    const endless: ServeOverride = (response, received) => {
      // A page comes each time, and there is always another.
      sendResult(response, received, { tools: [], nextCursor: `${++page}` });
      return true;
    };
    const stuck: ServeOverride = () => true;
    for (const list of [endless, stuck]) {
      const { url } = await startOlderServer(t, (response, received, request) => {
        if (received.method !== 'tools/list') return false;
        runOut();
        return list(response, received, request);
      });
      const read = await readListing({ url, headers: {}, version: '1.0.0', connect: connectToServer });
      assert.ok('failure' in read && read.failedStep === 'list', JSON.stringify(read));
    }
  });

  test('and never sends a later page of a list keeps the earlier pages', async (t) => {
    const runOut = holdTimers(t, 30_000);
    const { url } = await startOlderServer(t, (response, received) => {
      if (received.method !== 'tools/list') return false;
      if (received.params?.['cursor'] === undefined) {
        sendResult(response, received, { tools: [{ name: 'first' }], nextCursor: '2' });
      } else runOut();
      return true;
    });
    const session = sessionWith(t, url);
    await session.connect();
    const { items, failure } = session.state.lists.tool;
    assert.deepEqual(items, [{ name: 'first' }]);
    assert.equal(failure, late);
    assert.equal(session.state.phase, 'connected');
  });

  test('and never responds to the end of its session is closed', async (t) => {
    shorten(t, 2000);
    const { url, waitForRequests } = await startOlderServer(t, (response, received, { method }) => {
      if (received.method !== 'initialize') return method === 'DELETE';
      sendResult(response, received, initializeResult(received), { 'mcp-session-id': 'one' });
      return true;
    });
    const session = sessionWith(t, url);
    await session.connect();
    await Promise.all([session.dispose(), waitForRequests('DELETE')]);
  });
});

test('a connection that exceeds its time limit is described', () => {
  assert.equal(describeServerError(new DOMException('', 'TimeoutError')), late);
});
