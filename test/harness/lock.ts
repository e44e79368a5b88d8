import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Runs a task while no other process holds the lock file. Takes over the lock of a process that died. */
export async function withLock<T>(file: string, task: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  while (!tryLock(file)) await delay(300);
  const release = (): void => rmSync(file, { force: true });
  process.on('exit', release);
  try {
    return await task();
  } finally {
    process.off('exit', release);
    release();
  }
}

/**
 * Tries to create the lock file. A link is created atomically, so that a lock file always contains its owner.
 */
function tryLock(file: string): boolean {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(own, { force: true });
  }
  if (!isAlive(readOwner(file))) rmSync(file, { force: true });
  return false;
}

/** Returns the process ID of the owner, or `undefined` if the lock was just released. */
function readOwner(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
