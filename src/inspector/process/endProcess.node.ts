import { type ChildProcess, spawn } from 'node:child_process';

/** Milliseconds that a process and its children have for each step: to see that no one speaks any more, and to clean up. */
const patienceMs = 2000;
const lookMs = 50;

const isWindows = process.platform === 'win32';

/** Ends a process that leads a group, and all that it has started. Never rejects. */
export async function endProcess(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  child.stdin?.end();
  if (isWindows) {
    if (!(await isGone(child, pid))) await endTree(pid);
    return;
  }
  if (await isGone(child, pid)) return;
  signalGroup(pid, 'SIGTERM');
  if (await isGone(child, pid)) return;
  signalGroup(pid, 'SIGKILL');
  await isGone(child, pid);
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

/** Waits for the whole group. Once the process itself has ended, its children are told at once. */
async function isGone(child: ChildProcess, pid: number): Promise<boolean> {
  const until = Date.now() + patienceMs;
  let isTold = false;
  while (Date.now() < until) {
    const isEnded = child.exitCode !== null || child.signalCode !== null;
    if (isEnded && (isWindows || !signalGroup(pid, 0))) return true;
    if (isEnded && !isTold) isTold = signalGroup(pid, 'SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  return false;
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
