import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import { limitBody } from '../../../src/inspector/limitBody.ts';
import { startFaultyServer } from '../../kit/faultyServer.ts';
import { startProgram } from '../../kit/program.ts';
import { patient, sessionWith } from './inspected.ts';

async function connected(t: TestContext) {
  const server = await startFaultyServer();
  t.after(() => server.close());
  const session = sessionWith(t, server.url);
  await session.connect();
  assert.equal(session.state.failure, undefined);
  const call = (name: string, options: object = {}) =>
    session.call({ kind: 'tool', name, args: {} }, { ...patient(), ...options });
  /** Why it fails, in words. */
  const failure = (name: string, options?: object): Promise<string> =>
    call(name, options).then(() => 'answered', describeServerError);
  return { server, session, call, failure };
}

describe('an endless response', () => {
  const endless = ['no_headers', 'silent', 'only_comments', 'only_notifications', 'slow_json'];

  test('fails at the time limit, and is no longer read', async (t) => {
    const { server, failure } = await connected(t);
    const all = endless.map((name) => failure(name, { timeoutMs: 100 }));
    assert.deepEqual(new Set(await Promise.all(all)), new Set(["The server didn't respond in time."]));
    for (const name of endless) await server.waitForDisconnect(name);
  });

  test('is aborted when the call is canceled', async (t) => {
    const { server, session, call } = await connected(t);
    for (const name of [...endless, 'only_progress']) {
      const abort = new AbortController();
      const calling = assert.rejects(call(name, { signal: abort.signal }));
      await server.called(name);
      abort.abort();
      await calling;
      await server.waitForDisconnect(name);
    }
    const { method } =
      session.messages.range(0, 10_000).findLast(({ direction }) => direction === 'sent') ?? {};
    assert.equal(method, 'notifications/cancelled');
  });

  test('is awaited while the server reports progress, and can be canceled', async (t) => {
    const { server, call } = await connected(t);
    const abort = new AbortController();
    const told: number[] = [];
    const calling = call('only_progress', {
      signal: abort.signal,
      timeoutMs: 1000,
      onProgress: ({ done }: { done: number }) => told.push(done) === 20 && abort.abort(),
    });
    await assert.rejects(calling);
    assert.equal(told[19], 20);
    await server.waitForDisconnect('only_progress');
  });

  test('is cut off at the size limit', async (t) => {
    const { server, failure } = await connected(t);
    for (const name of ['endless_json', 'endless_event']) {
      assert.equal(await failure(name), 'The response is larger than 64 MB and was cut off.');
      await server.waitForDisconnect(name);
    }
  });
});

const brokenOff =
  'The connection to the server was lost (UND_ERR_SOCKET) before the complete response arrived. Try again, or check the server log.';

describe('an invalid response', () => {
  const failures = {
    ended_stream: 'The server closed the stream without sending a response.',
    broken_stream: brokenOff,
    half_json: "Couldn't read the server's response.",
    broken_json: brokenOff,
    no_message: "Couldn't read the server's response.",
    a_page: "The server's response isn't an MCP message (text/html).",
    nothing: "The server's response is empty.",
  };
  test('fails the call at once with the reason', async (t) => {
    const { failure } = await connected(t);
    for (const [name, words] of Object.entries(failures)) assert.equal(await failure(name), words, name);
  });

  test("doesn't affect the session", async (t) => {
    const { failure, call } = await connected(t);
    await failure('ended_stream');
    await failure('half_json');
    assert.ok(await call('long_json'));
  });
});

test('a call fails when its server exits, over each transport', async (t) => {
  const transports = [
    ['sse', '/sse', 'The connection was closed before the response arrived.'],
    ['streamableHttp', '/mcp', brokenOff],
  ] as const;
  const all = transports.map(async ([name, path, words]) => {
    const program = await startProgram(['@modelcontextprotocol/server-everything/dist/index.js', name]);
    t.after(() => program.close());
    const session = sessionWith(t, program.origin + path);
    await session.connect();
    const call = {
      kind: 'tool',
      name: 'trigger-long-running-operation',
      args: { duration: 300, steps: 3000 },
    };
    const calling = session.call(call as never, { ...patient(), onProgress: () => void program.close() });
    await assert.rejects(calling, (error) => describeServerError(error) === words);
  });
  await Promise.all(all);
});

test('a response of 10 MB is complete', async (t) => {
  const { call } = await connected(t);
  for (const name of ['long_json', 'long_event']) {
    const { content } = await call(name);
    assert.equal((content as { text: string }[])[0]?.text.length, 10_000_000, name);
  }
});

describe('an endless stream', () => {
  /** Whether 70 MB of such pieces are cut off. */
  async function isCut(piece: string): Promise<boolean> {
    const chunk = new TextEncoder().encode(piece);
    let left = Math.ceil(70_000_000 / chunk.byteLength);
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const draining = limitBody(body, true).pipeTo(new WritableStream());
    return draining.then(
      () => false,
      () => true,
    );
  }
  const line = `data: ${'x'.repeat(100_000)}`;

  test('has a limit for each event, with each kind of line ending', async () => {
    for (const end of ['\n\n', '\r\n\r\n', '\r\r']) assert.equal(await isCut(line + end), false);
    // The end of an event may be in two pieces.
    assert.equal(await isCut(`\n${line}\n`), false);
    assert.equal(await isCut(`${line}\n`), true);
    assert.equal(await isCut(line), true);
  });
});
