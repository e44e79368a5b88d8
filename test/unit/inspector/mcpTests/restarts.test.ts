import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { connectToServer } from '../../../../src/inspector/connectToServer.node.ts';
import { openTestConnection } from '../../../../src/inspector/mcpTests/testConnection.ts';
import { openProcess } from '../../../../src/inspector/process/openProcess.node.ts';
import { startProgram } from '../../../kit/program.ts';
import { type RejectRequest, startSessionServer } from '../../../kit/sessionServer.ts';
import { startSseServer } from '../../../kit/sseServer.ts';
import { sendError } from '../../../kit/stuckServers.ts';

const { signal } = new AbortController();
const limits = { signal, timeoutMs: 20_000 };
const lost = 'The session no longer existed on the server, so the test was rerun in a new session.';
const ended = 'The connection to the server had ended, so a new connection was opened for this test.';

/** A connection for tests, and what came of them: outcome and notice of each. */
async function connected(t: TestContext, url: string, open = connectToServer) {
  const connection = await openTestConnection({
    url,
    headers: {},
    secrets: ['the-key'],
    version: '1.0.0',
    open,
    ...limits,
  });
  assert.ok(connection.ok);
  t.after(() => connection.close());
  const run = (tool: string, expect = {}) =>
    connection.run({ name: 'a', tool, arguments: { name: 'a' }, expect }, limits);
  return {
    run,
    outcome: async (tool: string) => {
      const { status, notice } = await run(tool);
      return [status, notice];
    },
  };
}

const status =
  (code: number, words: string): RejectRequest =>
  (response) =>
    void response.writeHead(code).end(words);

describe('a test whose session no longer exists', () => {
  for (const [how, refuse] of Object.entries<RejectRequest>({
    'the status of the specification': status(404, ''),
    '400 in words': status(400, 'No valid session ID provided'),
    'an error in a response with 200': (response, { id }) =>
      sendError(response, 200, id, { code: -32_001, message: 'Session expired' }),
  })) {
    test(`is rerun in a new session and reports that; earlier tests aren't rerun: ${how}`, async (t) => {
      const { url, executed, counts } = await startSessionServer(t, refuse);
      const { outcome } = await connected(t, url);
      const outcomes = [await outcome('first'), await outcome('restart'), await outcome('second')];
      assert.deepEqual(outcomes, [
        ['passed', undefined],
        ['passed', undefined],
        ['passed', lost],
      ]);
      assert.deepEqual(await outcome('third'), ['passed', undefined]);
      assert.deepEqual(executed, ['first', 'restart', 'second', 'third']);
      assert.equal(counts().started, 2);
    });

    test(`fails if the new session is lost as well: ${how}`, async (t) => {
      const { url, executed, counts } = await startSessionServer(t, refuse, 'always');
      const { run } = await connected(t, url);
      const { notice, failures } = await run('first');
      assert.equal(notice, lost);
      assert.match(failures[0]?.message ?? '', /session/i);
      assert.deepEqual([executed, counts().started], [[], 2]);
    });
  }

  test('is rerun each time a server loses the session', async (t) => {
    const { url, executed } = await startSessionServer(t, status(404, ''), 'afterLists');
    const { outcome } = await connected(t, url);
    assert.deepEqual(await outcome('first'), ['passed', undefined]);
    assert.deepEqual(await outcome('second'), ['passed', lost]);
    assert.deepEqual(await outcome('third'), ['passed', lost]);
    assert.deepEqual(executed, ['first', 'second', 'third']);
  });

  test('has only the duration of the second call', async (t) => {
    const now = performance.now.bind(performance);
    let passed = 0;
    t.mock.method(performance, 'now', () => now() + passed);
    const { url, forget } = await startSessionServer(t, (response) => {
      passed = 60_000;
      response.writeHead(404).end();
    });
    const { run } = await connected(t, url);
    forget();
    assert.equal((await run('first', { within: 30_000 })).status, 'passed');
  });

  for (const [how, refuse] of Object.entries<RejectRequest>({
    'a failure of the server': status(500, 'database session is invalid'),
    'a wrong argument': (response, { id }) =>
      sendError(response, 400, id, { code: -32_602, message: 'Missing required parameter: sessionId' }),
    'a closed connection': (response) => void response.destroy(),
  })) {
    test(`isn't rerun if the server might have executed the call: ${how}`, async (t) => {
      const { url, forget, counts } = await startSessionServer(t, refuse);
      const { run } = await connected(t, url);
      forget();
      const { status: came, notice } = await run('first');
      assert.notEqual(came, 'passed');
      assert.equal(notice, undefined);
      assert.equal(counts().started, 1);
    });
  }

  test('reports why there is no new session, without secrets, and the next test tries again', async (t) => {
    let isDown = false;
    const { url, forget } = await startSessionServer(t, status(404, ''));
    const { run, outcome } = await connected(t, url, (options) => {
      if (isDown) throw new Error('Not with the-key');
      return connectToServer(options);
    });
    forget();
    isDown = true;
    const { status: came, failures } = await run('first');
    assert.equal(came, 'errored');
    assert.deepEqual(
      failures.map(({ message }) => message),
      [
        'The session no longer exists on the server (404). It might have expired, or the server restarted.',
        'Not with •••',
      ],
    );
    isDown = false;
    assert.deepEqual(await outcome('second'), ['passed', ended]);
  });
});

test('a test after the end of an event stream runs in a new session, and no test runs twice', async (t) => {
  const calls: unknown[] = [];
  const server = await startSseServer(t, (response, received) => {
    if (received.method !== 'tools/call') return false;
    calls.push(received.params?.['name']);
    if (received.params?.['name'] !== 'restart') return false;
    // It is executed, and its response never comes.
    response.writeHead(202).end();
    server.endStreams();
    return true;
  });
  const { outcome } = await connected(t, server.url);
  assert.deepEqual(await outcome('restart'), ['errored', undefined]);
  assert.deepEqual(await outcome('second'), ['passed', ended]);
  assert.deepEqual(calls, ['restart', 'second']);
});

test('a test after the end of a server process runs in a new process', async (t) => {
  const source = `
    require('node:readline').createInterface(process.stdin).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (params?.name === 'die') process.exit(7);
      const result = { protocolVersion: '2025-06-18', capabilities: {}, content: [] };
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });`;
  const launch = { command: process.execPath, args: ['-e', source], cwd: '.', env: {}, secrets: [] };
  const noted = { onOutput: () => undefined, onTrace: () => undefined };
  const { outcome } = await connected(t, 'file:///mcp.json', (options) =>
    openProcess(options, launch, noted),
  );
  assert.deepEqual(await outcome('die'), ['errored', undefined]);
  assert.deepEqual(await outcome('first'), ['passed', ended]);
  assert.deepEqual(await outcome('second'), ['passed', undefined]);
});

type TestRun = Awaited<ReturnType<Awaited<ReturnType<typeof connected>>['run']>>;

/**
 * Returns the messages of the failures of a test, except the request for roots that the reference server sends
 * 350 ms after each start. On a busy machine, it arrives during the call.
 */
function listOtherFailures({ status, failures = [] }: TestRun): readonly string[] {
  const messages = failures.map(({ message }) => message);
  if (status !== 'passed' && messages.length === 0) return [status];
  return messages.filter((message) => !message.startsWith('The server requested the open folders (roots)'));
}

describe('a real server that restarts', () => {
  const example = '@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js';
  const everything = '@modelcontextprotocol/server-everything/dist/index.js';
  for (const [args, path, tool] of [
    [[example], '/mcp', 'greet'],
    [[everything, 'streamableHttp'], '/mcp', 'get-tiny-image'],
    [[everything, 'sse'], '/sse', 'get-tiny-image'],
  ] as const) {
    test(`between two tests doesn't make the second one fail: ${args.join(' ')}`, async (t) => {
      const before = await startProgram(args);
      t.after(() => before.close());
      const { run } = await connected(t, `${before.origin}${path}`);
      const first = await run(tool);
      assert.deepEqual([listOtherFailures(first), first.notice], [[], undefined]);
      await before.close();
      const after = await startProgram(args, before.port);
      t.after(() => after.close());
      const second = await run(tool);
      assert.deepEqual([listOtherFailures(second), second.notice], [[], path === '/sse' ? ended : lost]);
    });
  }
});
