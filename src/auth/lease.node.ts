import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, leaseTimeoutMs } from './renewal.ts';

const hashName = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const hostHash = hashName(hostname());
/** So often in a row Windows may refuse what another program (a virus scanner) looks at in that moment. */
const maxRefusals = process.platform === 'win32' ? 20 : 0;

/**
 * A lease among all processes that know the folder: a folder of the lease's name that holds one file, its owner. It
 * appears complete, by a rename that fails while there is an owner; an owner is removed by a name that is never used
 * again, and the folder only when empty. So whoever comes late with what it saw harms no later owner, where a single
 * file of a fixed name could only be removed in the hope that it still is the one that was seen.
 *
 * @param folder made when missing; without one there is no lease
 * @param warn told once when there can be no lease; the work runs all the same
 */
export function createLease(
  folder: string | undefined,
  warn: (message: string) => void,
  options: { abandonedMs?: number } = {},
): Lease {
  const patienceMs = options.abandonedMs ?? leaseTimeoutMs;
  const turns = new Map<string, Promise<void>>();
  let hasWarned = false;

  function refused(error: unknown): void {
    if (!hasWarned) warn(`No lease among windows: ${error instanceof Error ? error.message : error}`);
    hasWarned = true;
  }

  async function acquire(path: string, owner: string): Promise<void> {
    const seen = new Map<string, number>();
    for (let refusals = 0; ; await sleep(50 + Math.random() * 100)) {
      try {
        if ((await removeAbandonedOwners(path, seen, patienceMs)) && (await tryAcquire(path, owner))) return;
        refusals = 0;
      } catch (error) {
        if (++refusals > maxRefusals) return refused(error);
      }
    }
  }

  return async (name, task) => {
    const before = turns.get(name);
    const turn = Promise.withResolvers<void>();
    turns.set(name, turn.promise);
    await before;
    const path = folder === undefined ? undefined : join(folder, `${hashName(name)}.lease`);
    const owner = `${process.pid}.${hostHash}.${randomUUID()}`;
    if (path === undefined) refused('there is no folder for it');
    else await acquire(path, owner);
    // Work that never ends keeps no one here for longer than elsewhere.
    const timer = setTimeout(turn.resolve, patienceMs);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      if (path !== undefined) await removeOwners(path, [owner]).catch(refused);
      turn.resolve();
      if (turns.get(name) === turn.promise) turns.delete(name);
    }
  };
}

/** Removes owners that have abandoned it. `seen`: when the caller saw an owner first. */
async function removeAbandonedOwners(
  path: string,
  seen: Map<string, number>,
  patienceMs: number,
): Promise<boolean> {
  const owners = await readdir(path).catch(ignoreCodes('ENOENT', []));
  for (const owner of owners) {
    const { mtimeMs } = await stat(join(path, owner)).catch(ignoreCodes('ENOENT', { mtimeMs: 0 }));
    // The clock of the files may be another one, or may have been set back.
    const now = performance.now();
    const firstSeen = seen.get(owner) ?? now;
    seen.set(owner, firstSeen);
    const heldMs = Math.max(Date.now() - mtimeMs, now - firstSeen);
    if (heldMs <= patienceMs && !hasProcessEnded(owner)) return false;
  }
  await removeOwners(path, owners);
  return true;
}

/** Resolves with whether there was no owner. */
async function tryAcquire(path: string, owner: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  try {
    await writeFile(join(draft, owner), '');
    await rename(draft, path);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    return ignoreCodes('ENOTEMPTY EEXIST', false)(error);
  }
}

async function removeOwners(path: string, owners: readonly string[]): Promise<void> {
  for (const owner of owners) await rm(join(path, owner), { force: true });
  await rmdir(path).catch(ignoreCodes('ENOENT ENOTEMPTY EEXIST', undefined));
}

/** Whether its process certainly is no more. */
function hasProcessEnded(owner: string): boolean {
  const [pid, where] = owner.split('.');
  if (where !== hostHash || !Number(pid)) return false;
  try {
    return !process.kill(Number(pid), 0);
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}

function ignoreCodes<T>(codes: string, otherwise: T): (error: unknown) => T {
  return (error) => {
    if (hasCode(error, codes)) return otherwise;
    throw error;
  };
}

function hasCode(error: unknown, codes: string): boolean {
  return error instanceof Error && 'code' in error && codes.split(' ').includes(String(error.code));
}
