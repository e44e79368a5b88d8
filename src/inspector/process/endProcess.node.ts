import { type ChildProcess, spawn } from 'node:child_process';

/** Milliseconds that a process and its children have for each step: to see that no one speaks any more, and to clean up. */
const patienceMs = 1500;
const lookMs = 50;

const isWindows = process.platform === 'win32';

/** Ends a process that leads a group, and all that it has started. Never rejects. */
export async function endProcess(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const isEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  child.stdin?.end();
  await until(isEnded);
  if (isWindows) {
    if (!isEnded()) await endTree(pid);
    return;
  }
  // It may have left children.
  const isGone = (): boolean => isEnded() && !signalGroup(pid, 0);
  if (!signalGroup(pid, 'SIGTERM')) return;
  await until(isGone);
  if (isGone()) return;
  signalGroup(pid, 'SIGKILL');
  await until(isEnded);
}

/** Ends it as well when the host of extensions ends, which waits for nothing. Returns what calls that off. */
export function endWithHost(child: ChildProcess): () => void {
  const end = (): void => {
    if (isWindows) child.kill();
    else if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  return () => void process.off('exit', end);
}

async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!isSo() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, lookMs));
}

/** Whether there is such a group. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

function endTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const ending = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    ending.once('error', () => resolve());
    ending.once('exit', () => resolve());
  });
}
