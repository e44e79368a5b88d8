import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  McpConnection,
  McpConnectionOptions,
  McpConnector,
} from '../../../../src/inspector/mcpConnection.ts';
import { readTestFile } from '../../../../src/inspector/mcpTests/readTestFile.ts';
import { countOutcomes, runSuites, type SuiteResult } from '../../../../src/inspector/mcpTests/suite.ts';

function opened(path: string, file: object) {
  const text = JSON.stringify(file);
  const read = readTestFile(text);
  assert.ok(read.ok);
  return { path, text, file: read.file, locate: read.locate };
}

const two = {
  tests: [
    { name: 'a', tool: 'a' },
    { name: 'b', tool: 'b' },
  ],
};
const keyed = { ...two, headers: { 'X-Key': '$' + '{env:KEY}' } };
const servers = ['one', 'two'].map((name) => ({ name, url: `https://${name}.example/mcp` }));

/** What servers were asked, in order. */
function run(
  files: readonly ReturnType<typeof opened>[],
  serve: (options: McpConnectionOptions, name: string) => Promise<object> = async () => ({}),
  signal = new AbortController().signal,
) {
  const asked: string[] = [];
  const open: McpConnector = async (options) => {
    const host = new URL(options.url).hostname.replace('.example', '');
    asked.push(`${host} open`);
    await serve(options, 'open');
    const call: McpConnection['call'] = async (call) => {
      const name = call.kind === 'resource' ? call.uri : call.name;
      asked.push(`${host} ${name}`);
      return { ...(await serve(options, name)) };
    };
    const close = async () => void asked.push(`${host} close`);
    return { call, close, capabilities: {} } as McpConnection;
  };
  const ended: SuiteResult[] = [];
  const suites = runSuites(files, servers, {
    open,
    version: '1.0.0',
    readVariable: () => 'the-key',
    signal,
    timeoutMs: 20_000,
    onSuiteEnd: (suite) => void ended.push(suite),
  });
  return { suites, asked, ended };
}

describe('tests of several files on several servers', () => {
  test('run in order on each server, with a connection for each file', async () => {
    const { suites, asked, ended } = run([opened('x', two), opened('y', two)]);
    const named = (await suites).map(({ file, server }) => `${server.name} ${file.path}`);
    assert.deepEqual(named, ['one x', 'one y', 'two x', 'two y']);
    assert.equal(ended.length, 4);
    assert.deepEqual(countOutcomes(ended), { passed: 8, failed: 0, errored: 0, canceled: 0 });
    for (const { name } of servers) {
      const own = asked.filter((one) => one.startsWith(name)).map((one) => one.split(' ')[1]);
      assert.deepEqual(own, ['open', 'a', 'b', 'close', 'open', 'a', 'b', 'close']);
    }
  });

  test('run in parallel on the servers', async () => {
    const arrived = new Set<string>();
    let meet = (): void => undefined;
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const { suites } = run([opened('x', two)], async ({ url }) => {
      if (arrived.add(url).size === 2) meet();
      await both;
      return {};
    });
    assert.deepEqual(countOutcomes(await suites).passed, 4);
  });

  test('report why none of them ran, without secrets', async () => {
    const { suites, asked } = run([opened('x', keyed)], async ({ url, headers }) => {
      assert.deepEqual(headers, { 'X-Key': 'the-key' });
      if (url.includes('one')) throw new Error('No the-key here.');
      return {};
    });
    const [one, other] = await suites;
    assert.equal(one?.failure, 'No ••• here.');
    const failures = ['/tests/0', '/tests/1'].map((path) => [{ path, message: 'No ••• here.' }]);
    assert.deepEqual(
      one.outcomes.map((outcome) => outcome.failures),
      failures,
    );
    assert.equal(other?.failure, undefined);
    assert.ok(!asked.includes('one close'));
  });

  test('are canceled, beginning with the current one, and connections are closed', async () => {
    const abort = new AbortController();
    const { suites, asked } = run(
      [opened('x', two), opened('y', two)],
      async ({ url }, name) => {
        if (name !== 'a' || url.includes('two')) return {};
        abort.abort();
        throw abort.signal.reason;
      },
      abort.signal,
    );
    const of = (name: string, all: readonly SuiteResult[]) =>
      all
        .filter(({ server }) => server.name === name)
        .map(({ outcomes }) => outcomes.map(({ status }) => status));
    assert.deepEqual(of('one', await suites), [
      ['canceled', 'canceled'],
      ['canceled', 'canceled'],
    ]);
    assert.deepEqual(
      asked.filter((one) => one.startsWith('one')),
      ['one open', 'one a', 'one close'],
    );
    assert.ok((await suites).every(({ failure }) => failure === undefined));
  });
});
