import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sleep } from '../api/sleep.ts';
import { type Lease, leaseTimeoutMs } from './renewal.ts';

const hashName = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const hostHash = hashName(hostname());
/**
 * Maximum number of consecutive failures while a lease is acquired. On Windows, file operations fail while another
 * program, such as a virus scanner, reads the file.
 */
const maxFailures = process.platform === 'win32' ? 20 : 0;

/**
 * Creates a lease among all processes that use the folder. A lease is a folder that contains one file, named after its
 * owner. The folder is created with the file in it, by a rename that fails while there is an owner. Only the file of
 * the removed owner is deleted, and the folder only if it's empty. So a process with outdated information can't remove
 * a later owner, which it could if the lease were a single file with a fixed name.
 *
 * @param folder created if missing; without one, there is no lease
 * @param warn called once if there can be no lease; tasks run anyway
 */
export function createLease(
  folder: string | undefined,
  warn: (message: string) => void,
  options: { abandonedMs?: number } = {},
): Lease {
  const timeoutMs = options.abandonedMs ?? leaseTimeoutMs;
  const lastTurns = new Map<string, Promise<void>>();
  let hasWarned = false;

  function warnOnce(error: unknown): void {
    if (!hasWarned) warn(`No lease among windows: ${error instanceof Error ? error.message : error}`);
    hasWarned = true;
  }

  async function acquire(path: string, owner: string): Promise<void> {
    const firstSeenTimes = new Map<string, number>();
    for (let failureCount = 0; ; await sleep(50 + Math.random() * 100)) {
      try {
        if ((await removeAbandonedOwners(path, firstSeenTimes, timeoutMs)) && (await tryAcquire(path, owner)))
          return;
        failureCount = 0;
      } catch (error) {
        if (++failureCount > maxFailures) return warnOnce(error);
      }
    }
  }

  return async (name, task) => {
    const previous = lastTurns.get(name);
    const turn = Promise.withResolvers<void>();
    lastTurns.set(name, turn.promise);
    await previous;
    const path = folder === undefined ? undefined : join(folder, `${hashName(name)}.lease`);
    const owner = `${process.pid}.${hostHash}.${randomUUID()}`;
    if (path === undefined) warnOnce('there is no folder for it');
    else await acquire(path, owner);
    // A task that never ends must not block other tasks in this process longer than tasks in other processes.
    const timer = setTimeout(turn.resolve, timeoutMs);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      if (path !== undefined) await removeOwners(path, [owner]).catch(warnOnce);
      turn.resolve();
      if (lastTurns.get(name) === turn.promise) lastTurns.delete(name);
    }
  };
}

/**
 * Removes owners that have abandoned the lease. Returns whether the lease is free. `firstSeenTimes`: times of the
 * monotonic clock at which the caller first saw each owner. New owners are added.
 */
async function removeAbandonedOwners(
  path: string,
  firstSeenTimes: Map<string, number>,
  timeoutMs: number,
): Promise<boolean> {
  const owners = await readdir(path).catch(ignoreCodes('ENOENT', []));
  for (const owner of owners) {
    const { mtimeMs } = await stat(join(path, owner)).catch(ignoreCodes('ENOENT', { mtimeMs: 0 }));
    // The elapsed time is measured with two clocks, because the file system might use another clock, and a clock can be
    // set back.
    const now = performance.now();
    const firstSeen = firstSeenTimes.get(owner) ?? now;
    firstSeenTimes.set(owner, firstSeen);
    const heldMs = Math.max(Date.now() - mtimeMs, now - firstSeen);
    if (heldMs <= timeoutMs && !hasProcessEnded(owner)) return false;
  }
  await removeOwners(path, owners);
  return true;
}

/** Tries to acquire the lease. Returns whether that succeeded, because there was no owner. */
async function tryAcquire(path: string, owner: string): Promise<boolean> {
  const draftPath = `${path}.${randomUUID()}`;
  await mkdir(draftPath, { recursive: true });
  try {
    await writeFile(join(draftPath, owner), '');
    await rename(draftPath, path);
    return true;
  } catch (error) {
    await rm(draftPath, { recursive: true, force: true });
    return ignoreCodes('ENOTEMPTY EEXIST', false)(error);
  }
}

async function removeOwners(path: string, owners: readonly string[]): Promise<void> {
  for (const owner of owners) await rm(join(path, owner), { force: true });
  await rmdir(path).catch(ignoreCodes('ENOENT ENOTEMPTY EEXIST', undefined));
}

/** Whether the process of the owner has certainly ended. */
function hasProcessEnded(owner: string): boolean {
  const [pid, host] = owner.split('.');
  if (host !== hostHash || !Number(pid)) return false;
  try {
    return !process.kill(Number(pid), 0);
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}

function ignoreCodes<T>(codes: string, fallback: T): (error: unknown) => T {
  return (error) => {
    if (hasCode(error, codes)) return fallback;
    throw error;
  };
}

function hasCode(error: unknown, codes: string): boolean {
  return error instanceof Error && 'code' in error && codes.split(' ').includes(String(error.code));
}
