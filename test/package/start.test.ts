import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listen } from '../harness/ports.ts';

const bootstrap = fileURLToPath(new URL('../harness/bootstrap.mjs', import.meta.url));

/** Runs `npm start`. `seen` resolves with the match of a pattern in its output. */
function runStart(...args: readonly string[]) {
  const child = spawn(process.execPath, [bootstrap, 'start', '--no-open', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const waitForOutput = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      listeners.add(() => {
        const match = pattern.exec(output)?.[1];
        if (match !== undefined) resolve(match);
      });
      void ended.then(() => reject(new Error(`It ended.\n${output}`)));
    });
  return { child, ended, seen: waitForOutput, output: () => output };
}

const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

describe('npm start', { concurrency: 3 }, () => {
  test('starts an editor and a sample service, and ends both on Ctrl+C', async () => {
    const { child, ended, seen } = runStart('--port', '0');
    const [editor, service] = await Promise.all([seen(/^Open +(\S+)$/m), seen(/^Service (\S+)/m)]);
    assert.equal((await fetch(editor)).status, 200);
    assert.equal((await fetch(`${service}/v1/projects`)).status, 401);
    child.kill('SIGINT');
    assert.equal(await ended, 0);
    assert.ok(await isGone(editor), 'the editor has ended');
    assert.ok(await isGone(service), 'the service has ended');
  });

  for (const [service, words] of [
    ['http://api.example.com', /must use HTTPS .*localhost/],
    ['ftp://api.example.com', /must begin with https:\/\//],
    ['api', /must be a valid URL/],
    ['https://me:word@api.example.com', /can't contain a user name or password/],
    ['https://api.example.com?a=b', /can't contain a query/],
  ] as const) {
    test(`rejects the service ${service} with a reason`, async () => {
      const { ended, output } = runStart('--service', service);
      assert.equal(await ended, 1);
      assert.match(output(), /--service: the base URL /);
      assert.match(output(), words);
    });
  }

  test('rejects a requested port that is in use', async () => {
    const server = createServer();
    const port = await listen(server);
    try {
      const { ended, output } = runStart('--port', String(port));
      assert.equal(await ended, 1);
      assert.match(output(), new RegExp(`--port ${port}: this port is in use.*omit --port`));
    } finally {
      server.close();
    }
  });

  test('rejects an invalid port', async () => {
    const { ended, output } = runStart('--port', '70000');
    assert.equal(await ended, 1);
    assert.match(output(), /--port 70000: enter a whole number from 0 to 65535/);
  });

  for (const [args, words] of [
    [['--port'], /--port <value>' argument missing/],
    [['--port', '--spec-only'], /--port' argument is ambiguous/],
    [['--sede', '7'], /Unknown option '--sede'/],
    [['https://api.example.com'], /Unexpected argument 'https:\/\/api\.example\.com'/],
  ] as const) {
    test(`explains how to correct ${args.join(' ')}`, async () => {
      const { ended, output } = runStart(...args);
      assert.equal(await ended, 1);
      assert.match(output(), words);
      assert.match(output(), /Usage: npm start/);
    });
  }

  test('shows its usage with --help and -h', async () => {
    const helpTexts = ['--help', '-h'].map(async (option) => {
      const { ended, output } = runStart(option);
      assert.equal(await ended, 0);
      return output();
    });
    const [long = '', short] = await Promise.all(helpTexts);
    assert.match(long, /^Usage: npm start/);
    assert.equal(short, long);
  });
});
