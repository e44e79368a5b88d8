import { fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../harness/paths.ts';
import { compileCache } from './compileCache.ts';

const onFreePort = join(root, 'test', 'kit', 'onFreePort.mjs');

/**
 * Starts a program of a package that serves HTTP, on a port or on any free one. The first argument is the
 * path of its module in `node_modules`.
 */
export async function startProgram([module = '', ...args]: readonly string[], onPort = 0) {
  const child = fork(join(root, 'node_modules', module), args, {
    execArgv: ['--import', onFreePort],
    env: { ON_PORT: String(onPort), ...compileCache },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error(`${module} has ended: ${output}`)));
  });
  return {
    port: Number(port),
    origin: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}
