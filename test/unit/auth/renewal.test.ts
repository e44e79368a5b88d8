import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createRenewal,
  getRenewTime,
  type RefreshFailure,
  type RenewalDependencies,
} from '../../../src/auth/renewal.ts';
import { type AuthSession, endSession, isSuperseding } from '../../../src/auth/session.ts';
import { flushPromises } from '../../kit/eventLoop.ts';
import * as kit from '../../kit/session.ts';
import { minute } from '../../kit/time.ts';

const session = (generation: number): AuthSession =>
  kit.session('s', {
    kind: 'user',
    generation,
    accessToken: `a${generation}`,
    expiresAt: generation * 1000,
    renewAt: generation * 1000 - 500,
    refresh: { token: `r${generation}`, issuer: 'i', clientId: 'c', resource: 'r' },
  });

/** Creates one window at 1000 ms, when the token of generation 1 has expired. Sleeping only advances the clocks. */
function setUp(
  more: Partial<RenewalDependencies> = {},
  failures: readonly (RefreshFailure | undefined)[] = [],
) {
  const log: string[] = [];
  const left = [...failures];
  const state = { now: 1000, monotonic: 0, stored: session(1) as AuthSession | undefined };
  const ports: RenewalDependencies = {
    read: async () => state.stored,
    write: async (next) => {
      if (state.stored === undefined || isSuperseding(state.stored, next)) return;
      log.push(`write ${next.accessToken}`);
      state.stored = next;
    },
    lease: (_, work) => work(),
    refresh: async ({ generation, refresh }) => {
      log.push(`refresh ${refresh?.token}`);
      await flushPromises();
      const failure = left.shift();
      if (failure) throw new Error(failure);
      return session(generation + 1);
    },
    classifyError: (error) => (error as Error).message as RefreshFailure,
    now: () => state.now,
    monotonicNow: () => state.monotonic,
    sleep: async (ms) => {
      log.push(`sleep ${ms}`);
      state.now += ms;
      state.monotonic += ms;
    },
    random: () => 0.5,
    isFocused: () => true,
    onFailure: () => undefined,
    ...more,
  };
  return { renewal: createRenewal(ports), state, log };
}

describe('a token', () => {
  test('that is valid is returned without a request', async () => {
    const { renewal, log, state } = setUp();
    state.now = 499;
    assert.equal(await renewal.getToken(session(1)), 'a1');
    assert.deepEqual(log, []);
  });

  test('that is still valid is returned immediately, while the next one is requested', async () => {
    const { renewal, log, state } = setUp({ read: () => new Promise(() => undefined) });
    state.now = 600;
    assert.equal(await renewal.getToken(session(1)), 'a1');
    assert.deepEqual(log, []);
    const other = setUp();
    other.state.now = 600;
    await other.renewal.getToken(session(1));
    await flushPromises(2);
    assert.equal(other.state.stored?.accessToken, 'a2');
  });

  test('is requested once for several callers', async () => {
    const { renewal, log } = setUp();
    const tokens = await Promise.all([1, 2, 3].map(() => renewal.getToken(session(1))));
    assert.deepEqual(tokens, ['a2', 'a2', 'a2']);
    assert.deepEqual(log, ['refresh r1', 'write a2', 'sleep 2000']);
  });

  test('is stored before it is used', async () => {
    let store = (): void => undefined;
    const { renewal, state } = setUp({
      write: (next) =>
        new Promise((resolve) => {
          store = () => {
            state.stored = next;
            resolve();
          };
        }),
    });
    let token: string | undefined;
    const asked = renewal.getToken(session(1)).then((given) => (token = given));
    await flushPromises(5);
    assert.equal(token, undefined);
    store();
    await asked;
    assert.equal(token, 'a2');
  });

  test('that another window stored is used, before and after the lease is acquired', async () => {
    const before = setUp();
    before.state.stored = session(3);
    assert.equal(await before.renewal.getToken(session(1)), 'a3');
    const under = setUp({
      lease: (_, work) => {
        under.state.stored = session(3);
        return work();
      },
    });
    assert.equal(await under.renewal.getToken(session(1)), 'a3');
    assert.deepEqual([...before.log, ...under.log], []);
  });

  test('that was rejected is renewed, even if it is newer than the known one', async () => {
    const { renewal, state, log } = setUp();
    state.now = 1200;
    state.stored = session(2);
    assert.equal(await renewal.getToken(session(1), 'a2'), 'a3');
    assert.deepEqual(log.slice(0, 2), ['refresh r2', 'write a3']);
  });

  test('of an API key is not renewed', async () => {
    const { renewal, log } = setUp();
    const { refresh: _, expiresAt: __, renewAt: ___, ...key } = session(1);
    assert.equal(await renewal.getToken(key), 'a1');
    assert.equal(await renewal.getToken(key, 'a1'), undefined);
    assert.deepEqual(log, []);
  });

  test('is undefined after a sign-out, even if that happened during the request', async () => {
    const { renewal, state, log } = setUp();
    const asked = renewal.getToken(session(1));
    for (let turn = 0; log.length === 0 && turn < 5; turn++) await Promise.resolve();
    state.stored = undefined;
    assert.equal(await asked, undefined);
    assert.equal(await renewal.getToken(session(1)), undefined);
    assert.deepEqual(log, ['refresh r1', 'sleep 2000']);
  });
});

describe('the stored session', () => {
  test('of a faster window is not overwritten', async () => {
    const { renewal, state } = setUp({
      refresh: async () => {
        state.stored = session(5);
        return session(2);
      },
    });
    assert.equal(await renewal.getToken(session(1)), 'a5');
    assert.equal(state.stored?.accessToken, 'a5');
  });

  test('is read again, but not if it is no longer listed', async () => {
    const { renewal, state } = setUp({
      write: async () => {
        state.stored = undefined;
      },
    });
    assert.equal(await renewal.getToken(session(1)), undefined);
  });
});

describe('invalid_grant', () => {
  test('ends the session only the second time, and removes its secrets', async () => {
    const { renewal, state, log } = setUp({}, ['invalidGrant', 'invalidGrant']);
    assert.equal(await renewal.getToken(session(1)), undefined);
    assert.deepEqual(state.stored, endSession(session(1)));
    assert.equal('refresh' in (state.stored ?? {}), false);
    const waits = Array(7).fill('sleep 2000');
    assert.deepEqual(log.slice(0, 10), ['refresh r1', ...waits, 'refresh r1', 'write ']);
    assert.equal(await renewal.getToken(endSession(session(1))), undefined);
  });

  test('has no effect if another machine with its own lease stores new tokens as late as possible', async () => {
    let slept = 0;
    const { renewal, state, log } = setUp(
      {
        sleep: async (ms) => {
          slept += ms;
          // Its request took 10 s, and storing took longer.
          if (slept > 12_000) state.stored = session(2);
        },
      },
      ['invalidGrant', 'invalidGrant'],
    );
    assert.equal(await renewal.getToken(session(1)), 'a2');
    assert.deepEqual(log, ['refresh r1']);
  });

  test('has no effect if another window stored new tokens in the meantime', async () => {
    const { renewal, state } = setUp(
      {
        sleep: async () => {
          state.stored = session(2);
        },
      },
      ['invalidGrant'],
    );
    assert.equal(await renewal.getToken(session(1)), 'a2');
  });
});

describe('a failure', () => {
  test('that is temporary is retried, with a longer delay after each failure', async () => {
    const { renewal, log, state } = setUp({}, Array(9).fill('temporary'));
    const tries = ['refresh r1', 'sleep 500', 'refresh r1', 'sleep 1500', 'refresh r1'];
    await assert.rejects(renewal.getToken(session(1)), /temporary/);
    assert.deepEqual(log.splice(0), tries);
    state.now += 740;
    await assert.rejects(renewal.getToken(session(1)), /temporary/);
    assert.deepEqual(log.splice(0), ['sleep 10', ...tries]);
    await assert.rejects(renewal.getToken(session(1)), /temporary/);
    assert.deepEqual(log.splice(0), ['sleep 1500', ...tries]);
    assert.deepEqual(state.stored, session(1));
    // A call at that time gets the new result, not the previous failure.
    assert.equal(await renewal.getToken(session(1)), 'a2');
    assert.deepEqual(log.slice(0, 3), ['sleep 3000', 'refresh r1', 'write a2']);
  });

  test('causes no delay after the clock was set back', async () => {
    const { renewal, state } = setUp({}, ['permanent']);
    state.now = 600_000;
    await assert.rejects(renewal.getToken(session(1)));
    state.now = 1200;
    assert.equal(await renewal.getToken(session(1)), 'a2');
  });

  test('that is permanent is not retried', async () => {
    const { renewal, log } = setUp({}, ['permanent']);
    await assert.rejects(renewal.getToken(session(1)), /permanent/);
    assert.deepEqual(log, ['refresh r1']);
  });

  test('of the storage does not use a second token', async () => {
    let isBroken = true;
    const { renewal, log, state } = setUp({
      write: async (next) => {
        if (isBroken) {
          isBroken = false;
          throw new Error('storage');
        }
        state.stored = next;
      },
    });
    assert.equal(await renewal.getToken(session(1)), 'a2');
    assert.deepEqual(log, ['refresh r1', 'sleep 500', 'sleep 2000']);
  });
});

describe('a lease that was held for too long is acquired again before a request', () => {
  const hour = 60 * minute;
  const clocks: Record<string, { readonly now: number; readonly monotonic: number }> = {
    'the window stood still': { now: hour, monotonic: hour },
    'the machine slept, and one of its clocks with it': { now: hour, monotonic: 0 },
    'the window stood still, while the clock was put back by as much': { now: 0, monotonic: hour },
    'the clock was put back': { now: -hour, monotonic: 0 },
  };
  for (const [what, passed] of Object.entries(clocks)) {
    test(what, async () => {
      let leases = 0;
      const { renewal, log, state } = setUp({
        lease: (_, work) => {
          leases++;
          return work();
        },
        read: async () => {
          // Under the first lease, with the session that it read.
          if (leases === 1) {
            state.now += passed.now;
            state.monotonic += passed.monotonic;
          }
          return state.stored;
        },
      });
      await renewal.getToken(session(1), 'a1');
      assert.equal(leases, 2);
      assert.equal(log.filter((line) => line.startsWith('refresh')).length, 1);
    });
  }
});

test('a window without the focus waits for up to 3 s', async () => {
  const { renewal, log } = setUp({ isFocused: () => false });
  await renewal.getToken(session(1));
  assert.deepEqual(log[0], 'sleep 1500');
});

test('tokens are renewed 60 s or a tenth before their end, and not in their first half', () => {
  assert.equal(getRenewTime(5, 5 * minute), 5 + 4 * minute);
  assert.equal(getRenewTime(5, 100 * minute), 5 + 90 * minute);
  assert.equal(getRenewTime(5, minute), 5 + minute / 2);
});
