import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { startOlderServer } from '../../kit/olderServer.ts';
import {
  type RejectRequest,
  type SessionLoss,
  sendSession,
  startSessionServer,
} from '../../kit/sessionServer.ts';
import { startSseServer } from '../../kit/sseServer.ts';
import { sendError, sendResult } from '../../kit/stuckServers.ts';
import { outcomes, patient, sessionWith } from './inspected.ts';

const json =
  (status: number, code: number, message: string): RejectRequest =>
  (response, { id }) =>
    sendError(response, status, id ?? null, { code, message });
const text =
  (status: number, words: string, headers = {}): RejectRequest =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(words);

/** Responses of servers and proxies to a session that they don't have. */
const refusals: Readonly<Record<string, RejectRequest>> = {
  'the status of the specification': text(404, ''),
  'the status and a code of an SDK': json(404, -32_001, 'Session not found'),
  'the status and another code': json(404, -32_000, 'Not here'),
  '410': text(410, 'Gone'),
  '400 of examples of the TypeScript SDK': json(400, -32_000, 'Bad Request: No valid session ID provided'),
  '400 of the TypeScript SDK after a restart': json(400, -32_000, 'Bad Request: Server not initialized'),
  '400 of a proxy that drops the header': json(
    400,
    -32_000,
    'Bad Request: Mcp-Session-Id header is required',
  ),
  '400 in plain text': text(400, 'Invalid session ID'),
  '400 that says it has ended': text(400, 'Session has been terminated'),
  '400 with another code': json(400, -32_600, 'Session 4711 expired'),
  '401 of the Rust SDK': text(401, 'Unauthorized: Session not found'),
  '403 in JSON': text(403, '{"message":"Unknown session"}'),
  '409 in words': text(409, "The session doesn't exist."),
  '400 with an ID that has a period': text(400, 'Session a.b:4711 not found'),
  ...Object.fromEntries(
    [
      'No transport found for sessionId',
      'Bad Request: Session not initialized',
      'No session found',
      'There is no session 4711',
      'Session closed',
      'The session has ended',
      'The session was deleted',
      'Your session timed out',
      'Session no longer exists',
      'Session is no longer available',
      'Unable to find session 4711',
      'Failed to retrieve session',
      'The session cannot be resumed',
      'Session mismatch',
      'Wrong session ID',
      'Session ID must be provided',
      'This request requires a session',
      'session_not_found',
      'SessionExpired',
      'Not initialized. Send an initialize request.',
    ].map((words) => [`400 with "${words}"`, text(400, words)]),
  ),
  '400 with a name as the code': (response, { id }) =>
    sendError(response, 400, id, { code: 'SESSION_NOT_FOUND', message: 'Try again' }),
  '422 in words': text(422, 'could not find session abc'),
  'an error in a response with 200': json(200, -32_001, 'Session expired'),
  'another error in a response with 200': json(200, -32_000, 'No active session'),
};

/** Responses that don't say that a session was lost. */
const others: Readonly<Record<string, RejectRequest>> = {
  'an unknown method with 404': json(404, -32_601, 'Method not found'),
  'a wrong argument with 404': json(404, -32_602, 'Unknown tool'),
  'a wrong argument': json(400, -32_602, 'The parameter "city" must not be empty'),
  "a session of the tool's own": json(200, -32_000, 'Browser session not found, 3 e-mails were sent'),
  'another session of the tool': json(404, -32_002, 'The yoga session 12 was not found'),
  'a session that an argument names': json(400, -32_602, 'Missing required parameter: sessionId'),
  'a session of another service': json(400, -32_603, 'Your Salesforce login session has expired'),
  'fields that FastAPI misses': text(422, '{"detail":[{"loc":["body","session"],"msg":"field required"}]}'),
  'a failure of the server': text(500, 'database session is invalid'),
  'a sign-in': text(401, 'Session expired', { 'www-authenticate': 'Bearer' }),
  'an error of a tool': json(200, -32_000, 'No forecast'),
  'another code in a response with 200': json(200, -32_603, 'Session not found'),
  "a session of a tool's own that ended": json(200, -32_000, 'Session closed. The page was closed.'),
  'a session of another kind that ended': text(400, 'The Salesforce session was closed'),
  'a limit': text(429, 'Slow down'),
};

/** A session of the inspector with a server that can lose it. */
async function start(t: TestContext, refuse: RejectRequest, forgets?: SessionLoss) {
  const server = await startSessionServer(t, refuse, forgets);
  const session = sessionWith(t, server.url);
  const call = () => session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
  return { ...server, session, call };
}

describe('a session that no longer exists on the server', () => {
  for (const [how, refuse] of Object.entries(refusals)) {
    test(`is restarted once, with a notice: ${how}`, async (t) => {
      const { session, forget, counts, call } = await start(t, refuse);
      await session.connect();
      assert.equal(session.state.notice, undefined);
      forget();
      await call();
      assert.deepEqual(counts(), { started: 2, executed: 1 });
      assert.equal(session.state.phase, 'connected');
      assert.match(session.state.notice ?? '', /session.*\. A new session was started/i);
      await session.connect();
      assert.equal(session.state.notice, undefined);
    });

    test(`fails with a description if the new session is lost, too: ${how}`, async (t) => {
      const { session, call, counts } = await start(t, refuse, 'afterLists');
      await session.connect();
      await assert.rejects(call());
      assert.equal(session.state.phase, 'failed');
      assert.match(session.state.failure ?? '', /session|server/i);
      assert.deepEqual(counts(), { started: 2, executed: 0 });
    });
  }

  test('fails the connection if it is lost during the handshake', async (t) => {
    const { session, counts } = await start(t, text(404, ''), 'always');
    await session.connect();
    assert.equal(session.state.phase, 'failed');
    assert.match(
      session.state.failure ?? '',
      /session no longer exists .*\(404\)\. It might have expired, or the server restarted\.$/,
    );
    assert.equal(outcomes(session)['initialize'], 'passed');
    assert.equal(counts().started, 1);
  });

  test('is restarted once for calls that are rejected at the same time', async (t) => {
    const { session, forget, counts, call } = await start(t, text(404, ''));
    await session.connect();
    forget();
    await Promise.all([call(), call(), call()]);
    assert.deepEqual(counts(), { started: 2, executed: 3 });
  });

  test('is also restarted for a completion', async (t) => {
    const { session, forget, counts } = await start(t, text(400, 'Session not found'));
    await session.connect();
    forget();
    const ref = { kind: 'prompt', name: 'pack' } as const;
    await session.complete({ ref, argument: 'city', value: 'O', otherArguments: {} }).catch(() => undefined);
    assert.equal(counts().started, 2);
  });
});

test('a session over HTTP with SSE is also restarted', async (t) => {
  const server = await startSseServer(t, (response, { method }) => {
    // The first session is lost by the time of a call, while its stream goes on.
    if (method !== 'tools/call' || server.opened !== 1) return false;
    response.writeHead(404).end('Could not find session');
    return true;
  });
  const session = sessionWith(t, server.url);
  await session.connect();
  assert.equal(session.state.connection?.transport, 'sse');
  await session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
  assert.equal(server.opened, 2);
  assert.match(session.state.notice ?? '', /session.*\. A new session was started/i);
});

test('a session that is lost on a later page of a list is restarted, and no list stays incomplete', async (t) => {
  const { url } = await startOlderServer(t, (response, received) => {
    if (received.method === 'initialize') return sendSession(response, received);
    if (received.method !== 'tools/list') return false;
    const isFirst = received.params?.['cursor'] === undefined;
    if (isFirst) sendResult(response, received, { tools: [{ name: 'echo' }], nextCursor: '2' });
    else response.writeHead(404).end('Session not found');
    return true;
  });
  const session = sessionWith(t, url);
  await session.connect();
  assert.equal(session.state.phase, 'failed');
  assert.match(session.state.failure ?? '', /session no longer exists/);
});

test("a call isn't sent again if the session is lost after its task has started", async (t) => {
  const { url, received } = await startOlderServer(t, (response, message) => {
    if (message.method === 'initialize') return sendSession(response, message);
    if (message.method === 'tools/call') {
      sendResult(response, message, { task: { taskId: 'one', status: 'working', pollInterval: 60_000 } });
      return true;
    }
    if (message.method !== 'tasks/result') return false;
    response.writeHead(404).end('Session not found');
    return true;
  });
  const session = sessionWith(t, url);
  await session.connect();
  const call = session.call({ kind: 'tool', name: 'work', args: {}, requiresTask: true }, patient());
  await assert.rejects(call, /session no longer exists/);
  assert.equal(received.filter((method) => method === 'tools/call').length, 1);
  assert.equal(received.filter((method) => method === 'initialize').length, 1);
});

describe('a rejection for another reason', () => {
  for (const [what, refuse] of Object.entries(others)) {
    test(`doesn't restart the session or repeat the call: ${what}`, async (t) => {
      const { session, forget, counts, call } = await start(t, refuse);
      await session.connect();
      forget();
      await assert.rejects(call());
      assert.deepEqual(counts(), { started: 1, executed: 0 });
      assert.equal(session.state.phase, 'connected');
    });
  }
});
