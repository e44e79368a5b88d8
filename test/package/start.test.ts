import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const bootstrap = fileURLToPath(new URL('../harness/bootstrap.mjs', import.meta.url));

/** Starts as `npm start` does; `seen` resolves with what a pattern found in the output. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [bootstrap, 'start', '--no-open', '--port', '0', ...args], {
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
  const seen = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      listeners.add(() => {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
      void ended.then(() => reject(new Error(`It ended.\n${output}`)));
    });
  return { child, ended, seen, output: () => output };
}

const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

describe('npm start', () => {
  test('brings an editor and a sample service, and ends both on Ctrl+C', async () => {
    const { child, ended, seen } = start();
    const [editor, service] = await Promise.all([seen(/^Open +(\S+)$/m), seen(/^Service (\S+)/m)]);
    assert.equal((await fetch(editor)).status, 200);
    assert.equal((await fetch(`${service}/v1/projects`)).status, 401);
    child.kill('SIGINT');
    assert.equal(await ended, 0);
    assert.ok(await isGone(editor), 'the editor has ended');
    assert.ok(await isGone(service), 'the service has ended');
  });

  test('refuses an address that credentials may not go to', async () => {
    const { ended, output } = start('--service', 'http://api.example.com');
    assert.notEqual(await ended, 0);
    assert.match(output(), /--service: not a usable base URL \(insecure\)/);
  });
});
