import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';

export interface Output {
  readonly code: number;
  /** Standard output and standard error, in the order in which they arrived. */
  readonly text: string;
}

/**
 * Runs a program to its end, in a process group that ends with this process. Rejects only if it can't be
 * started.
 */
export function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Output> {
  const child = startGroup(command, args, options);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

const groups = new Set<ChildProcess>();
// When this process ends, unless it's killed, all groups that it started end.
process.on('exit', () => {
  for (const child of groups) killGroup(child, 'SIGKILL');
});

/** Starts a program as the leader of a process group, so that `endGroup` reaches its children too. */
export function startGroup(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    ...options,
    detached: process.platform !== 'win32',
  });
  groups.add(child);
  child.on('error', () => groups.delete(child));
  // Children can outlive their leader.
  child.on('exit', () => {
    killGroup(child, 'SIGKILL');
    groups.delete(child);
  });
  return child;
}

/** Ends a group with SIGTERM, and with SIGKILL after `graceMs`. */
export async function endGroup(child: ChildProcess, graceMs = 3000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
  killGroup(child, 'SIGTERM');
  await ended;
  clearTimeout(timer);
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') {
      execFileSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    } else {
      process.kill(-child.pid, signal);
    }
  } catch {
    // The group has already ended.
  }
}

/** Runs npm, without the variables of an outer `npm run`. */
export function npm(args: readonly string[], cwd: string): Promise<Output> {
  const inherited = /^(npm_(lifecycle|package|command|config_(local|global)?_?prefix)|INIT_CWD$)/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('.js')
    ? run(process.execPath, [cli, ...args], { cwd, env })
    : run('npm', args, { cwd, env, shell: process.platform === 'win32' });
}
