import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import crossSpawn from 'cross-spawn';
import { sleep } from '../../api/sleep.ts';

interface ParsedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
  /** Path of the program that was found; only on Windows. */
  readonly file?: string | null;
}

/**
 * The parser of cross-spawn. Its `spawn` isn't used, because it reports a missing command only when the shell that it
 * started has ended.
 */
const { _parse: parse } = crossSpawn as unknown as {
  readonly _parse: (command: string, args: readonly string[], options: SpawnOptions) => ParsedCommand;
};

/**
 * Returns the program and the arguments that start a command. Windows can only start programs directly, so its shell starts
 * scripts, such as `npx`. Throws ENOENT if Windows doesn't find the command.
 */
export function parseCommand(command: string, args: readonly string[], options: SpawnOptions): ParsedCommand {
  const parsed = parse(command, args, options);
  if (process.platform === 'win32' && !parsed.file) {
    throw Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT', path: command });
  }
  return parsed;
}

/** Starts a command. Throws ENOENT if Windows doesn't find it; on other systems, the process emits that error. */
export function spawnCommand(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const parsed = parseCommand(command, args, options);
  return spawn(parsed.command, parsed.args, parsed.options);
}

/**
 * Maximum number of milliseconds that a process and its children have for each step: to notice the closed input, and to
 * clean up.
 */
const stepTimeoutMs = 1500;
/** Milliseconds between two checks whether the process has ended. */
const pollMs = 50;

const isWindows = process.platform === 'win32';

/** Ends the leader of a process group and all processes of the group. Never rejects. */
export async function endProcess(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const isEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  child.stdin?.end();
  await waitUntil(isEnded);
  if (isWindows) {
    if (!isEnded()) await endProcessTree(pid);
    return;
  }
  // Children can outlive the process.
  const isGone = (): boolean => isEnded() && !signalGroup(pid, 0);
  if (!signalGroup(pid, 'SIGTERM')) return;
  await waitUntil(isGone);
  if (isGone()) return;
  signalGroup(pid, 'SIGKILL');
  await waitUntil(isEnded);
}

/**
 * Kills a process when the extension host exits, because an exiting host can't wait for `endProcess`. Returns a
 * function that cancels this.
 */
export function killOnHostExit(child: ChildProcess): () => void {
  const end = (): void => {
    if (isWindows) child.kill();
    else if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  return () => void process.off('exit', end);
}

/** Waits until the condition is true, at most `stepTimeoutMs`. */
async function waitUntil(condition: () => boolean): Promise<void> {
  const end = Date.now() + stepTimeoutMs;
  while (!condition() && Date.now() < end) await sleep(pollMs);
}

/** Sends a signal to a process group. Returns whether the group exists. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

function endProcessTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const ending = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    ending.once('error', () => resolve());
    ending.once('exit', () => resolve());
  });
}
