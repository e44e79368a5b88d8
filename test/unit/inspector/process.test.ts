import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import { McpSession } from '../../../src/inspector/mcpSession.ts';
import { openProcess } from '../../../src/inspector/process/openProcess.node.ts';
import type { ProcessOutput } from '../../../src/inspector/process/processOutput.ts';
import { diagnoseProcess } from '../../../src/inspector/process/processSteps.ts';
import type { ProcessTrace } from '../../../src/inspector/process/processTrace.ts';
import type { Launch } from '../../../src/inspector/workspace/launch.ts';
import { root } from '../../harness/paths.ts';
import { compileCache } from '../../kit/compileCache.ts';
import { waitForValue } from '../../kit/fakeLocator.ts';
import { outcomes, patient } from './inspected.ts';

const server = join(root, 'test/kit/stdioServer.ts');
const { PATH = '', HOME = '' } = process.env;

/** A session with the sample server that is a process. */
function start(t: TestContext, way: string, more: Partial<Launch> = {}, connectTimeoutMs = 30_000) {
  const launch: Launch = {
    command: process.execPath,
    args: [server, way],
    cwd: tmpdir(),
    secrets: [],
    ...more,
    env: { PATH, HOME, ...compileCache, ...more.env },
  };
  const changes = new Set<() => void>();
  const onChange = (): void => {
    for (const look of changes) look();
  };
  const noted: { trace?: ProcessTrace; output?: ProcessOutput } = {};
  const session = new McpSession({
    url: 'file:///mcp.json#sample',
    version: '1.0.0',
    describeError: describeServerError,
    onChange,
    onMessage: () => undefined,
    connectTimeoutMs,
    resolveHeaders: async () => ({}),
    connect: (options) =>
      openProcess(options, launch, {
        onOutput(output) {
          noted.output = output;
        },
        onTrace(trace) {
          noted.trace = trace;
          onChange();
        },
      }),
    diagnose: (progressed) => diagnoseProcess(noted.trace, progressed),
    answerRequest: async () => ({ action: 'decline' }),
  });
  t.after(() => session.dispose());
  const changedTo = (isWanted: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isWanted()) return;
        changes.delete(look);
        resolve();
      };
      changes.add(look);
      look();
    });
  return Object.assign(session, { noted, changedTo });
}

const call = (session: McpSession, name: string, args: Readonly<Record<string, unknown>> = {}) =>
  session.call({ kind: 'tool', name, args }, patient());

/** Answers a call, and ends its output without the end of the line. */
const endless = `
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'sample', version: '1' } },
    'tools/call': { content: [] },
  };
  require('node:readline').createInterface(process.stdin).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const answer = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] });
    if (method === 'tools/call') process.stdout.end(answer, () => process.exit());
    else process.stdout.write(answer + '\\n');
  });`;

test('the last message of a process needs no line break', async (t) => {
  const session = start(t, '', { args: ['-e', endless] });
  await session.connect();
  assert.deepEqual(await call(session, 'echo'), { content: [] });
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The processes that the server tells of. */
async function processesOf({ noted, changedTo }: ReturnType<typeof start>): Promise<readonly number[]> {
  const told = () => /child (\d+) of (\d+)\./.exec(noted.output?.text ?? '');
  await changedTo(() => told() !== null);
  return (told() ?? []).slice(1).map(Number);
}

/** The system takes a moment to forget a process. */
const gone = (pids: readonly number[]) =>
  waitForValue(
    () => !pids.some(isRunning),
    () => 'A process was left.',
  );

const allPassed = { entry: 'passed', command: 'passed', process: 'passed', initialize: 'passed' };

describe('a server that is a process', () => {
  test('is started and called, and receives only its own variables', async (t) => {
    const one = start(t, 'works', { env: { CITY: 'Oslo' } });
    await one.connect();
    assert.equal(one.state.phase, 'connected', one.state.failure);
    assert.equal(one.state.connection?.transport, 'stdio');
    assert.deepEqual(outcomes(one), { ...allPassed, list: 'passed' });
    assert.deepEqual(
      one.state.lists.tool.items.map(({ name }) => name),
      ['variable', 'shout', 'die'],
    );
    const text = async (name: string, args: object) => (await call(one, name, { ...args }))['content'];
    assert.deepEqual(await text('variable', { name: 'CITY' }), [{ type: 'text', text: 'Oslo' }]);
    assert.deepEqual(await text('variable', { name: 'HOSTED_MCP_API_KEY' }), [
      { type: 'text', text: 'unset' },
    ]);
    assert.deepEqual(await text('shout', { name: 'CITY' }), [{ type: 'text', text: tmpdir() }]);
    assert.equal(one.messages.at(0)?.method, 'initialize');
  });

  test('shows no secret, whatever it writes', async (t) => {
    const one = start(t, 'works', { env: { KEY: 'hush-hush' }, secrets: ['hush-hush'] });
    await one.connect();
    await call(one, 'shout', { name: 'KEY' });
    await one.changedTo(() => one.noted.output?.text.includes('KEY is') === true);
    assert.equal(one.noted.output?.text, 'KEY is •••\n');
    assert.equal(one.noted.output?.tail, 'KEY is •••');
  });

  test('that exits at once is reported with its exit code and last output', async (t) => {
    const one = start(t, 'dies');
    await one.connect();
    assert.equal(one.state.phase, 'failed');
    assert.match(one.state.failure ?? '', /exit code 3/);
    assert.deepEqual(outcomes(one), {
      entry: 'passed',
      command: 'passed',
      process: 'failed',
      initialize: 'waiting',
      list: 'waiting',
    });
    assert.equal(one.noted.output?.tail, 'The port is taken.');
  });

  test('that exits later is reported, and started again with the next connection', async (t) => {
    const one = start(t, 'works');
    await one.connect();
    await assert.rejects(call(one, 'die'));
    await one.changedTo(() => one.state.phase === 'failed');
    assert.match(one.state.failure ?? '', /exit code 7/);
    // What had worked stays so.
    assert.deepEqual(outcomes(one), {
      entry: 'passed',
      command: 'passed',
      process: 'failed',
      initialize: 'passed',
      list: 'passed',
    });
    assert.equal(one.noted.output?.tail, 'I die.');
    await one.connect();
    assert.equal(one.state.phase, 'connected');
    assert.equal(one.noted.output?.tail, '');
  });

  test('that writes an endless response is ended with a description', async (t) => {
    const one = start(t, 'endless');
    await one.connect();
    const calling = assert.rejects(call(one, 'flood'));
    await one.changedTo(() => one.state.phase === 'failed');
    assert.match(one.state.failure ?? '', /64 MB/);
    await calling;
    await one.connect();
    assert.equal(one.state.phase, 'connected');
  });

  test('that sends deeply nested messages continues to work', async (t) => {
    const one = start(t, 'deep');
    await one.connect();
    await assert.rejects(call(one, 'nest'), (error) => /nested too deeply/.test(describeServerError(error)));
    const { content } = await call(one, 'variable', { name: 'NONE' });
    assert.deepEqual(content, [{ type: 'text', text: 'unset' }]);
  });

  test('that writes other lines than messages works, with a note', async (t) => {
    const one = start(t, 'rubbish');
    await one.connect();
    assert.equal(one.state.phase, 'connected');
    const text = one.state.steps.find(({ name }) => name === 'process')?.text ?? '';
    assert.match(text, /2 lines .*"Listening to you."/);
  });

  test('that supports only the newest protocol is restarted with it', async (t) => {
    const one = start(t, 'modern');
    await one.connect();
    assert.equal(one.state.phase, 'connected', one.state.failure);
    assert.equal(one.state.connection?.protocolVersion, '2026-07-28');
    assert.deepEqual(
      one.state.lists.tool.items.map(({ name }) => name),
      ['new'],
    );
  });

  test('that never responds is ended after a canceled connection', async (t) => {
    const one = start(t, 'silent');
    const connecting = one.connect();
    const told = () => /I, (\d+), say nothing/.exec(one.noted.output?.tail ?? '')?.[1];
    await one.changedTo(() => told() !== undefined);
    assert.equal(one.state.phase, 'connecting');
    one.cancelConnecting();
    assert.equal(one.state.phase, 'failed');
    assert.match(one.state.failure ?? '', /canceled/);
    assert.deepEqual(outcomes(one), {
      entry: 'passed',
      command: 'passed',
      process: 'passed',
      initialize: 'waiting',
      list: 'waiting',
    });
    await gone([Number(told())]);
    await connecting;
    // Who ended it doesn't need to be told.
    assert.equal(one.noted.trace?.exit, undefined);
  });

  test('that never writes is ended at the time limit', async (t) => {
    const args = ['--eval', 'setInterval(() => undefined, 1000)'];
    const one = start(t, 'silent', { args }, 300);
    await one.connect();
    assert.equal(one.state.failure, "The server didn't respond in time.");
    assert.equal(outcomes(one)['initialize'], 'failed');
  });

  test("isn't described with its secrets if it can't be started", async (t) => {
    const one = start(t, 'works', { args: [server, 'hush-hush\0'], secrets: ['hush-hush\0'] });
    await one.connect();
    assert.match(one.state.failure ?? '', /start .*\(ERR_INVALID_ARG_VALUE\)/);
    assert.ok(!JSON.stringify(one.state).includes('hush'));
  });

  test("that isn't found is reported with its command", async (t) => {
    const missing = start(t, 'works', { command: 'no-such-command' });
    await missing.connect();
    assert.match(missing.state.failure ?? '', /command .*no-such-command/);
    assert.equal(outcomes(missing)['command'], 'failed');
    const nowhere = start(t, 'works', { cwd: join(tmpdir(), 'no-such-folder') });
    await nowhere.connect();
    assert.match(nowhere.state.failure ?? '', /working directory .*no-such-folder/);
    const forbidden = start(t, 'works', { command: server });
    await forbidden.connect();
    assert.match(forbidden.state.failure ?? '', /permission to run/);
  });

  test('ends together with its remaining children', async (t) => {
    const one = start(t, 'parent');
    await one.connect();
    const pids = await processesOf(one);
    assert.equal(pids.length, 2);
    assert.ok(pids.every(isRunning));
    await one.dispose();
    await gone(pids);
  });

  test('ends even if it and its children ignore signals', async (t) => {
    const one = start(t, 'stubborn');
    await one.connect();
    const pids = await processesOf(one);
    await one.connect();
    await gone(pids);
    assert.equal(one.state.phase, 'connected');
    assert.notDeepEqual(await processesOf(one), pids);
  });

  test('ends when the extension host exits', async () => {
    const host = join(root, 'test/kit/stdioHost.ts');
    const child = spawn(process.execPath, [host, server], { stdio: ['ignore', 'pipe', 'inherit'] });
    const said = (await child.stdout.toArray()).join('');
    const pids = (/child (\d+) of (\d+)\./.exec(said) ?? []).slice(1).map(Number);
    assert.equal(pids.length, 2, said);
    await gone(pids);
  });
});

test('a process with invalid messages can be inspected', async (t) => {
  const session = start(t, 'odd');
  await session.connect();
  const { failure, lists, connection } = session.state;
  assert.equal(failure, undefined);
  assert.deepEqual(
    lists.tool.items.map(({ name }) => name),
    ['new'],
  );
  const problems = [...(lists.tool.problems ?? []), ...(connection?.problems ?? [])].map(({ path }) => path);
  assert.deepEqual(problems, [
    '/tools/0',
    '/nextCursor',
    '/serverInfo',
    '/capabilities/prompts',
    '/instructions',
  ]);
  const { content } = await session.call({ kind: 'tool', name: 'new', args: {} }, patient());
  assert.deepEqual(content, [{ type: 'text', text: 'said', annotations: null }]);
});
