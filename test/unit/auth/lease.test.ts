import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLease as createBrowserLease } from '../../../src/auth/lease.browser.ts';
import { createLease } from '../../../src/auth/lease.node.ts';
import type { Done, Order } from './leaseWindow.ts';

/** Much shorter than the time after which a lease is considered abandoned. */
const limits = { timeout: 30_000 };
const windowFile = fileURLToPath(new URL('leaseWindow.ts', import.meta.url));
const noWarning = (message: string): void => assert.fail(message);
const never = new Promise<never>(() => undefined);

interface Folders {
  /** Not created yet. */
  readonly leases: string;
  readonly results: string;
  readonly children: ChildProcess[];
}

async function folders(t: TestContext): Promise<Folders> {
  const root = await mkdtemp(join(tmpdir(), 'lease-'));
  const children: ChildProcess[] = [];
  t.after(async () => {
    for (const child of children) {
      if (child.kill('SIGKILL')) await once(child, 'exit');
    }
    await rm(root, { recursive: true, force: true });
  });
  await mkdir(join(root, 'results'));
  return { leases: join(root, 'made', 'leases'), results: join(root, 'results'), children };
}

function openWindow({ leases, results, children }: Folders): ChildProcess {
  const child = fork(windowFile, [leases, results], { execArgv: [] });
  children.push(child);
  return child;
}

async function obeyed(child: ChildProcess, order: Order): Promise<Done> {
  child.send(order);
  const exit = once(child, 'exit').then(([code]) => assert.fail(`The window ended with ${code}`));
  const [done] = await Promise.race([once(child, 'message'), exit]);
  return done;
}

/** Simulates a window that acquired the leases and has died. */
async function abandon(where: Folders, names: readonly string[]): Promise<void> {
  const child = openWindow(where);
  await obeyed(child, { kind: 'hold', names });
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Runs an order in four processes at the same time. */
async function countInFour(where: Folders, order: Order): Promise<void> {
  const children = Array.from({ length: 4 }, () => openWindow(where));
  // All processes have started before any of them counts.
  await Promise.all(children.map((child) => obeyed(child, { kind: 'count', names: [], turns: 0 })));
  const done = await Promise.all(children.map((child) => obeyed(child, order)));
  for (const one of done) assert.deepEqual(one, { collisions: 0, warnings: [] });
}

function deadProcess(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

/** Returns the files of the owners of all leases. */
async function owners({ leases }: Folders): Promise<string[]> {
  const found = await readdir(leases, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function onlyOwner(where: Folders): Promise<string> {
  const [owner, ...others] = await owners(where);
  assert.ok(owner !== undefined && others.length === 0, `${others.length + 1} owners`);
  return owner;
}

/** Holds the lease until the returned function is called. */
async function held(lease: ReturnType<typeof createLease>, name: string) {
  const begun = Promise.withResolvers<void>();
  const work = Promise.withResolvers<string>();
  const result = lease(name, () => {
    begun.resolve();
    return work.promise;
  });
  await begun.promise;
  return { result, end: work.resolve };
}

describe('a lease among windows', () => {
  test('runs tasks of several processes one after another', limits, async (t) => {
    const where = await folders(t);
    await countInFour(where, { kind: 'count', names: ['n'], turns: 50 });
    assert.equal(await readFile(join(where.results, 'n'), 'utf8'), '200');
    assert.deepEqual(await readdir(where.leases), []);
  });

  test(
    'is taken over from a dead process by one of those who want it, then by the next',
    limits,
    async (t) => {
      const where = await folders(t);
      const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
      await abandon(where, names);
      assert.equal((await owners(where)).length, names.length);
      await countInFour(where, { kind: 'count', names, turns: 1 });
      for (const name of names) assert.equal(await readFile(join(where.results, name), 'utf8'), '4', name);
      assert.deepEqual(await readdir(where.leases), []);
    },
  );

  test('is acquired by a waiting process if its owner is killed', limits, async (t) => {
    const where = await folders(t);
    const child = openWindow(where);
    await obeyed(child, { kind: 'hold', names: ['n'] });
    const next = createLease(where.leases, noWarning)('n', async () => 'next');
    child.kill('SIGKILL');
    assert.equal(await next, 'next');
  });

  for (const { owner, change } of [
    { owner: 'a process that has the number of a living one', change: (name: string) => name },
    {
      owner: 'a process on another computer',
      change: (name: string) => name.replace(/^\d+\.\w+/, `${deadProcess()}.elsewhere`),
    },
    { owner: 'nobody known', change: () => 'anything' },
  ]) {
    test(`of ${owner} is abandoned only after the time limit`, limits, async (t) => {
      const where = await folders(t);
      const own = await createLease(where.leases, noWarning)('n', () => onlyOwner(where));
      const file = join(dirname(own), change(basename(own)));
      await mkdir(dirname(file));

      for (const aheadMs of [0, 3_600_000]) {
        await writeFile(file, '');
        const start = Date.now();
        await utimes(file, new Date(), new Date(start + aheadMs));
        const waitedMs = await createLease(where.leases, noWarning, { abandonedMs: 150 })('n', async () => {
          assert.notEqual(await onlyOwner(where), file);
          return Date.now() - start;
        });
        assert.ok(waitedMs >= 149, `${waitedMs} ms, with a clock ahead by ${aheadMs} ms`);
        await mkdir(dirname(file));
      }

      await writeFile(file, '');
      await utimes(file, new Date(), new Date(Date.now() - 61_000));
      assert.equal(await createLease(where.leases, noWarning)('n', async () => 'at once'), 'at once');
    });
  }

  test('that was taken over is not released by its first owner', limits, async (t) => {
    const where = await folders(t);
    const slow = await held(createLease(where.leases, noWarning), 'n');
    const second = await held(createLease(where.leases, noWarning, { abandonedMs: 100 }), 'n');
    const owner = await onlyOwner(where);
    slow.end('slow');
    assert.equal(await slow.result, 'slow');
    assert.equal(await onlyOwner(where), owner);
    second.end('second');
    assert.equal(await second.result, 'second');
    assert.deepEqual(await readdir(where.leases), []);
  });

  test('is free if a process died while it acquired the lease', limits, async (t) => {
    const where = await folders(t);
    const lease = createLease(where.leases, noWarning);
    await mkdir(dirname(await lease('n', () => onlyOwner(where))));
    assert.equal(await lease('n', async () => 'done'), 'done');
  });

  test('is released after a failure, which is passed on', limits, async (t) => {
    const where = await folders(t);
    const lease = createLease(where.leases, noWarning);
    const failure = new Error('failure');
    await assert.rejects(
      lease('n', () => Promise.reject(failure)),
      (error) => error === failure,
    );
    await assert.rejects(
      lease('n', () => {
        throw failure;
      }),
      (error) => error === failure,
    );
    assert.deepEqual(await readdir(where.leases), []);
    assert.equal(await lease('n', async () => 'next'), 'next');
  });

  test('stays in its folder, whatever its name is', limits, async (t) => {
    const where = await folders(t);
    const lease = createLease(where.leases, noWarning);
    const names = ['', '.', '..', '../../n', '/n', 'n', 'N', 'ü\0:*?"<>|', 'n'.repeat(5000)];
    const all = await Promise.all(names.map((name) => held(lease, name)));
    assert.equal((await owners(where)).length, names.length);
    for (const { end } of all) end('');
    await Promise.all(all.map(({ result }) => result));
    assert.deepEqual(await readdir(where.leases), []);
  });
});

describe('a lease within one process', () => {
  for (const kind of ['with a folder', 'without one'] as const) {
    test(`runs tasks one after another, ${kind}`, limits, async (t) => {
      const where = await folders(t);
      const lease = createLease(kind === 'with a folder' ? where.leases : undefined, () => undefined);
      let inside = 0;
      const order: number[] = [];
      const work = (index: number) => async (): Promise<void> => {
        assert.equal(++inside, 1);
        await readdir(where.results);
        order.push(index);
        inside--;
      };
      await Promise.all([0, 1, 2, 3, 4].map((index) => lease('n', work(index))));
      assert.deepEqual(order, [0, 1, 2, 3, 4]);
    });

    test(`waits no longer than the time limit for a task that never ends, ${kind}`, limits, async (t) => {
      const where = await folders(t);
      const folder = kind === 'with a folder' ? where.leases : undefined;
      const lease = createLease(folder, () => undefined, { abandonedMs: 100 });
      lease('n', () => never).catch(() => undefined);
      assert.equal(await lease('n', async () => 'next'), 'next');
    });
  }
});

describe('without the possibility of a lease', () => {
  const places: Record<string, (root: string) => Promise<string | undefined>> = {
    'no folder': async () => undefined,
    'a file in place of the folder': async (root) => {
      await writeFile(join(root, 'file'), '');
      return join(root, 'file', 'leases');
    },
    'a name that no folder can have': async (root) => join(root, 'n\0n'),
  };
  for (const [what, make] of Object.entries(places)) {
    test(`tasks run anyway, with one warning: ${what}`, limits, async (t) => {
      const where = await folders(t);
      const warnings: string[] = [];
      const lease = createLease(await make(where.results), (message) => warnings.push(message));
      assert.equal(await lease('a', async () => 'done'), 'done');
      await assert.rejects(
        lease('b', () => Promise.reject(new Error('failure'))),
        /^Error: failure$/,
      );
      assert.equal(await lease('a', async () => 'again'), 'again');
      assert.equal(warnings.length, 1, warnings.join('\n'));
    });
  }
});

describe('a lease in a web worker', () => {
  test('runs tasks one after another, and passes on their results', limits, async () => {
    const [one, other] = [createBrowserLease(undefined, noWarning), createBrowserLease(undefined, noWarning)];
    const first = await held(one, 'n');
    const order: string[] = [];
    const second = other('n', async () => order.push('second'));
    await one('another name', async () => order.push('another name'));
    first.end('first');
    assert.equal(await first.result, 'first');
    await second;
    assert.deepEqual(order, ['another name', 'second']);
    await assert.rejects(
      one('n', () => Promise.reject(new Error('failure'))),
      /^Error: failure$/,
    );
    assert.equal(await other('n', async () => 'next'), 'next');
  });

  test('is released if a task never ends', limits, async () => {
    const lease = createBrowserLease(undefined, noWarning, { abandonedMs: 50 });
    lease('never', () => never).catch(() => undefined);
    assert.equal(await lease('never', async () => 'next'), 'next');
  });

  for (const { what, locks, warned } of [
    { what: 'are none', locks: undefined, warned: 0 },
    {
      what: 'are forbidden',
      locks: { request: () => Promise.reject(new Error('SecurityError')) },
      warned: 1,
    },
  ]) {
    test(`runs tasks if Web Locks ${what}`, limits, async (t) => {
      const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
      assert.ok(before);
      t.after(() => Object.defineProperty(globalThis, 'navigator', before));
      Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } });
      const warnings: string[] = [];
      const lease = createBrowserLease(undefined, (message) => warnings.push(message));
      assert.equal(await lease('n', async () => 'done'), 'done');
      assert.equal(await lease('n', async () => 'again'), 'again');
      assert.equal(warnings.length, warned);
    });
  }
});
