import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Maximum number of milliseconds that a process and its children have for each step: to notice the closed input, and to
 * clean up.
 */
const stepTimeoutMs = 1500;
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

/** Kills a process when the extension host exits, which can't wait. Returns a function that cancels this. */
export function killOnHostExit(child: ChildProcess): () => void {
  const end = (): void => {
    if (isWindows) child.kill();
    else if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  return () => void process.off('exit', end);
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  const end = Date.now() + stepTimeoutMs;
  while (!isSo() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, pollMs));
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
