// The entry point of `npm start` and `npm test`, in a fresh clone and with any Node. Installs the missing
// packages, and runs the TypeScript script of the same name with the Node of the project.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { progress } from './progress.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const minimumNode = 20;

if (Number.parseInt(process.versions.node, 10) < minimumNode) {
  fail(
    `Node.js ${minimumNode} or later is required, but this is ${process.versions.node}. Get it from https://nodejs.org.`,
  );
}
const [script = '', ...rest] = process.argv.slice(2);
const target = join(root, 'test', 'harness', `${script}.ts`);
if (!/^\w+$/.test(script) || !existsSync(target))
  fail('Usage: npm start -- [options]\n       npm test -- [module] [options]');

// Help is available without updating the installation.
const asksForHelp = rest.some((option) => option === '--help' || option === '-h');
if (!asksForHelp || !existsSync(nodeOfProject())) await install();
process.exitCode = await handOver();

/** Runs `npm ci`, unless it has already run for this lock file. */
async function install() {
  const stamp = join(root, 'node_modules', '.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(nodeOfProject()) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const { npm_execpath: cli } = process.env;
  const args = ['ci', '--no-audit', '--no-fund'];
  await progress('Installing npm packages', () =>
    cli ? run(process.execPath, [cli, ...args]) : run('npm', args, process.platform === 'win32'),
  ).catch((error) =>
    fail(
      `${error.message}\n\nCouldn't install the npm packages (npm ci). The full output is above. ` +
        'Check the network and the npm registry (npm ping), and then try again.',
    ),
  );
  if (!existsSync(nodeOfProject())) {
    fail(
      "The project's Node.js is missing after the installation. Allow npm to run install scripts, and then run: npm rebuild node",
    );
  }
  writeFileSync(stamp, wanted);
}

function nodeOfProject() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Runs the script. It ends when its channel to this process closes: on a signal, or if this process dies. */
function handOver() {
  const node = nodeOfProject();
  const child = spawn(node, [target, ...rest], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.connected && child.disconnect());
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Resolves if the exit code is 0. Otherwise, rejects with the whole output. */
function run(command, args, shell = false) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))));
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
