import assert from 'node:assert/strict';
import { describe, test as it } from 'node:test';
import fc from 'fast-check';
import type { PollClock } from '../../../src/editor/pollClock.ts';
import { Poller, type PollTask, pollLimits } from '../../../src/editor/poller.ts';
import { flushPromises } from '../../kit/eventLoop.ts';

/**
 * Creates a clock that advances manually. It makes all calls that are due, in order, and settles promises in between.
 */
function handClock() {
  let now = 0;
  let calls: { at: number; call: () => void }[] = [];
  const clock: PollClock = {
    now: () => now,
    schedule: (ms, call) => {
      const one = { at: now + ms, call };
      calls.push(one);
      return () => {
        calls = calls.filter((other) => other !== one);
      };
    },
  };
  const advance = async (ms: number): Promise<void> => {
    const until = now + ms;
    await flushPromises();
    for (;;) {
      const [first] = calls.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!first) break;
      now = Math.max(now, first.at);
      calls = calls.filter((other) => other !== first);
      first.call();
      await flushPromises();
    }
    now = until;
  };
  return { clock, advance, pending: () => calls.length };
}

/** The service requests a delay. */
class Wait extends Error {
  readonly ms: number;
  constructor(ms: number) {
    super(`wait ${ms}`);
    this.ms = ms;
  }
}
const retryAfterMs = (error: unknown) => (error instanceof Wait ? error.ms : undefined);

function setUp(run: (count: number, signal: AbortSignal) => Promise<boolean> = async () => false) {
  const { clock, advance, pending } = handClock();
  const poller = new Poller(retryAfterMs, clock);
  const runs: number[] = [];
  const task = (key: string): PollTask => ({
    key,
    firstDelayMs: 3000,
    maxDelayMs: 10_000,
    run: (signal) => {
      runs.push(clock.now());
      return run(runs.length, signal);
    },
  });
  return { poller, advance, pending, runs, task };
}

describe('the poller', () => {
  it('asks again after 3 s, then ever less, down to every 10 s', async () => {
    const { poller, advance, runs, task } = setUp();
    poller.isActive = true;
    poller.add(task('a'));
    await advance(100_000);
    const waits = runs.map((at, index) => at - (runs[index - 1] ?? 0));
    assert.deepEqual(waits.slice(0, 3), [3000, 3750, 4687.5]);
    assert.deepEqual(waits.slice(-3), [10_000, 10_000, 10_000]);
  });

  it('ends with what is done, and leaves no timer', async () => {
    const { poller, advance, pending, runs, task } = setUp(async (count) => count === 2);
    poller.isActive = true;
    poller.add(task('a'));
    await advance(60_000);
    assert.equal(runs.length, 2);
    assert.equal(pending(), 0);
    poller.add(task('a'));
    assert.equal(pending(), 1, 'what is done may begin anew');
  });

  it('keeps one task for each key', async () => {
    const { poller, advance, runs, task } = setUp();
    poller.isActive = true;
    for (let time = 0; time < 5; time++) poller.add(task('a'));
    await advance(3000);
    assert.equal(runs.length, 1);
  });

  it('asks nothing while nobody looks, and once at once when somebody does', async () => {
    const { poller, advance, pending, runs, task } = setUp();
    poller.add(task('a'));
    await advance(60_000);
    assert.deepEqual(runs, []);
    poller.isActive = true;
    await advance(0);
    assert.deepEqual(runs, [60_000]);
    poller.isActive = false;
    assert.equal(pending(), 0);
    await advance(600_000);
    assert.equal(runs.length, 1);
    poller.isActive = true;
    await advance(2000);
    assert.deepEqual(runs.slice(1), [660_000]);
  });

  it('goes on for what is awaited while nobody looks, at the same pace, and for nothing else', async () => {
    const { poller, advance, pending, runs, task } = setUp();
    let isAwaited = true;
    poller.add(task('watched'));
    poller.add({ ...task('awaited'), isAwaited: () => isAwaited });
    await advance(11_437);
    assert.deepEqual(runs, [3000, 6750]);
    await advance(1);
    assert.equal(runs.length, 3);
    isAwaited = false;
    await advance(600_000);
    assert.equal(runs.length, 3);
    assert.equal(pending(), 0);
    // Both tasks still exist for a user who looks.
    poller.isActive = true;
    await advance(1000);
    assert.equal(runs.length, 5);
  });

  it('goes on for what becomes awaited when that is added again', async () => {
    const { poller, advance, runs, task } = setUp();
    let isAwaited = false;
    const one = { ...task('a'), isAwaited: () => isAwaited };
    poller.add(one);
    await advance(60_000);
    assert.deepEqual(runs, []);
    isAwaited = true;
    poller.add(one);
    await advance(0);
    assert.deepEqual(runs, [60_000]);
  });

  it('does not ask for what is awaited before the service wants to be asked', async () => {
    const { poller, advance, runs, task } = setUp(async (count) => {
      if (count === 1) throw new Wait(40_000);
      return true;
    });
    poller.add({ ...task('a'), isAwaited: () => true });
    await advance(42_999);
    assert.deepEqual(runs, [3000]);
    await advance(1);
    assert.deepEqual(runs, [3000, 43_000]);
  });

  it('asks nothing of anybody until the service wants to be asked', async () => {
    const { poller, advance, runs, task } = setUp(async (count) => {
      if (count === 1) throw new Wait(40_000);
      return false;
    });
    poller.isActive = true;
    poller.add(task('a'));
    poller.add(task('b'));
    await advance(42_999);
    assert.deepEqual(runs, [3000]);
    // Becoming active again doesn't change that.
    poller.isActive = false;
    poller.isActive = true;
    await advance(0);
    assert.deepEqual(runs, [3000]);
    await advance(1001);
    assert.deepEqual(runs, [3000, 43_000, 44_000]);
  });

  it('waits twice as long after each failure in a row, up to five minutes', async () => {
    const { poller, advance, runs, task } = setUp(async (count) => {
      if (count !== 3) throw new Error('offline');
      return false;
    });
    poller.isActive = true;
    poller.add(task('a'));
    await advance(3_600_000);
    const waits = runs.map((at, index) => at - (runs[index - 1] ?? 0));
    assert.deepEqual(waits.slice(0, 4), [3000, 6000, 12_000, 3750]);
    assert.equal(waits[4], 7500);
    assert.equal(waits.at(-1), pollLimits.maxDelayMs);
  });

  it('takes a wait longer than a timer can be', async () => {
    const { poller, advance, runs, task } = setUp(async (count) => {
      if (count === 1) throw new Wait(2 ** 31 + 1000);
      return false;
    });
    poller.isActive = true;
    poller.add(task('a'));
    await advance(2 ** 31 + 3999);
    assert.equal(runs.length, 1);
    await advance(1);
    assert.equal(runs.length, 2);
  });

  it('tells what runs when it is no longer wanted, and starts afresh with another service', async () => {
    const signals: AbortSignal[] = [];
    const { poller, advance, pending, runs, task } = setUp((count, signal) => {
      signals.push(signal);
      return count === 1 ? Promise.reject(new Wait(1_000_000)) : new Promise(() => {});
    });
    poller.isActive = true;
    poller.add(task('a'));
    await advance(3000);
    poller.clear();
    assert.equal(pending(), 0);
    assert.ok(signals[0]?.aborted);
    poller.add(task('a'));
    await advance(3000);
    assert.deepEqual(runs, [3000, 6000], 'what the other service asked for is forgotten');
    poller.dispose();
    assert.ok(signals[1]?.aborted);
  });

  it('never exceeds its limits, whatever tasks do and whoever looks', async () => {
    const outcome = fc.record({
      takesMs: fc.integer({ min: 0, max: 9000 }),
      end: fc.constantFrom('again', 'done', 'fails', 'wait' as const),
      waitMs: fc.integer({ min: 0, max: 50_000 }),
    });
    const action = fc.record({
      kind: fc.constantFrom('add', 'add', 'add', 'look', 'lookAway' as const),
      key: fc.integer({ min: 0, max: 7 }),
      thenMs: fc.integer({ min: 0, max: 8000 }),
    });
    let starts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 5, maxLength: 30 }),
        fc.array(outcome, { minLength: 10, maxLength: 10 }),
        async (actions, outcomes) => {
          const { clock, advance } = handClock();
          const poller = new Poller(retryAfterMs, clock);
          let isActive = false;
          let running = 0;
          let last = Number.NEGATIVE_INFINITY;
          let notBefore = 0;
          let count = 0;
          const isRunning = new Set<number>();
          const isAwaited = (key: number) => key === 7;
          const task = (key: number): PollTask => ({
            key: String(key),
            firstDelayMs: 500,
            maxDelayMs: 4000,
            isAwaited: () => isAwaited(key),
            run: async () => {
              const { takesMs, end, waitMs } = outcomes[count++ % outcomes.length] ?? assert.fail();
              starts += 1;
              assert.ok(isActive || isAwaited(key), 'somebody looks, or waits');
              assert.ok(!isRunning.has(key), 'one at a time for each key');
              assert.ok(clock.now() - last >= pollLimits.minIntervalMs, 'far enough apart');
              assert.ok(clock.now() >= notBefore, 'not before the service wants it');
              running += 1;
              assert.ok(running <= pollLimits.maxConcurrent, 'few at once');
              isRunning.add(key);
              last = clock.now();
              await new Promise<void>((resolve) => clock.schedule(takesMs, resolve));
              running -= 1;
              isRunning.delete(key);
              if (end === 'fails') throw new Error('fails');
              if (end === 'wait') {
                notBefore = Math.max(notBefore, clock.now() + waitMs);
                throw new Wait(waitMs);
              }
              return end === 'done';
            },
          });
          const failures: unknown[] = [];
          for (const { kind, key, thenMs } of actions) {
            if (kind === 'add') poller.add(watched(task(key), failures));
            else {
              isActive = kind === 'look';
              poller.isActive = isActive;
            }
            await advance(thenMs);
          }
          poller.dispose();
          assert.deepEqual(failures, []);
        },
      ),
      { numRuns: 200 },
    );
    assert.ok(starts > 500, `${starts} runs were judged`);
  });
});

/** The poller handles all failures, even those of a test. */
function watched(task: PollTask, failures: unknown[]): PollTask {
  return {
    ...task,
    run: async (signal) => {
      try {
        return await task.run(signal);
      } catch (error) {
        if (error instanceof assert.AssertionError) failures.push(error.message);
        throw error;
      }
    },
  };
}
