import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readArguments, UsageError } from '../../service/options.ts';
import { startService } from '../../service/service.ts';

const main = fileURLToPath(new URL('../../service/main.ts', import.meta.url));

function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output.text += data.toString();
    });
  }
  return { child, output };
}

async function exitOf(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, 'close');
  return code;
}

describe('the command', { timeout: 30_000 }, () => {
  test('rejects an unknown option', async () => {
    const { child, output } = run('--colour', 'red');
    assert.equal(await exitOf(child), 2);
    assert.match(output.text, /--colour/);
    assert.match(output.text, /Usage:/);
    assert.doesNotMatch(output.text, /\n {4}at /);
  });

  test('reports that the port is in use', async () => {
    const service = await startService({ live: false });
    const { child, output } = run('--port', new URL(service.url).port);
    const code = await exitOf(child);
    await service.close();
    assert.equal(code, 1);
    assert.match(output.text, /Port \d+ is in use/);
    assert.doesNotMatch(output.text, /\n {4}at /);
  });

  test('prints its URL and credentials, and ends immediately with open connections', async () => {
    const { child, output } = run('--port', '0', '--seed', '5');
    while (!output.text.includes('Ctrl+C')) await once(child.stdout, 'data');
    const url = new URL(/http:\S+/.exec(output.text)?.[0] ?? '');
    assert.match(output.text, /sample-key-5-\w+/);
    assert.match(output.text, /sample@example\.com/);
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => undefined); // The service closes the connection, which is the point of the test.
    await once(socket, 'connect');
    const closed = exitOf(child);
    child.kill('SIGTERM');
    assert.equal(await closed, 0);
    // The libraries must not print notices.
    assert.doesNotMatch(output.text, /WARNING|NOTICE/);
  });
});

describe('arguments', () => {
  test('become options', () => {
    assert.deepEqual(readArguments(['--port', '0', '--spec-only', '--projects=3', '--no-live']), {
      port: 0,
      seed: 1,
      specOnly: true,
      typicalOnly: false,
      live: false,
      projects: 3,
    });
  });

  test('include the load', () => {
    const { entries, rate } = readArguments(['--entries', '2000000', '--rate=20000']);
    assert.deepEqual({ entries, rate }, { entries: 2_000_000, rate: 20_000 });
  });

  test('include the lifetime of tokens', () => {
    const args = ['--access-token-seconds', '5', '--refresh-grace-seconds=10'];
    const { accessTokenSeconds, refreshGraceSeconds } = readArguments(args);
    assert.deepEqual(
      { accessTokenSeconds, refreshGraceSeconds },
      { accessTokenSeconds: 5, refreshGraceSeconds: 10 },
    );
  });

  for (const args of [
    ['--port', 'x'],
    ['--refresh-grace-seconds', '-1'],
    ['--port', '70000'],
    ['--seed', '-1'],
    ['--seed'],
    ['--entries', '2000001'],
    ['--rate', '20001'],
    ['--rate', '0.5'],
    ['extra'],
    ['--spec-only=1'],
  ]) {
    test(`${args.join(' ')} is rejected`, () => {
      assert.throws(() => readArguments(args), UsageError);
    });
  }
});
