// `npm start` and `npm test` begin here, in a fresh clone on whatever Node there is: it installs what is missing,
// then hands over to the TypeScript script of that name, on the Node that the project brings.
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

// Who only asks how it is used waits for no installation that is out of date.
const asksForHelp = rest.some((option) => option === '--help' || option === '-h');
if (!asksForHelp || !existsSync(nodeOfProject())) await install();
process.exitCode = await handOver();

/** `npm ci`, unless it was done for just this lock file. */
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

/** The script ends when its channel to us closes: on a signal, and also when we die. */
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

/** Resolves on exit code 0, else rejects with all the output. */
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
