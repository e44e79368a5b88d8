import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { kindNames, kinds } from './rotations/settings.ts';
import { minute, type Setting } from './rotations/state.ts';
import { live } from './rotations.ts';

const usual = kinds['lease, no lost responses'];

const worlds = fc.record({
  seed: fc.integer(),
  windows: fc.integer({ min: 2, max: 5 }),
  faults: fc.constantFrom(0, 0.1, 0.3, 0.6),
  hasStops: fc.boolean(),
  rotations: fc.constant(20),
  hours: fc.constant(20),
  lifeMs: fc.constantFrom(2 * minute, 10 * minute),
  graceAnswer: fc.constantFrom('same' as const, 'further' as const),
});

async function assertAll(kind: Partial<Setting>, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(worlds, async (world) => {
    const { issues, needed } = await live({ ...usual, ...world, ...kind });
    assert.deepEqual(issues, []);
    if (kind.lostReplies !== 'any') assert.equal(needed, 0, 'ends of the session');
  });
  await fc.assert(property, { numRuns });
}

describe('no user is signed out without need', () => {
  // Two machines rarely send requests at the same time.
  for (const kind of kindNames) test(kind, () => assertAll(kinds[kind], kinds[kind].hosts > 1 ? 60 : 15));

  // Random worlds revealed these problems once in thousands.
  type World = Pick<Setting, 'seed' | 'windows' | 'faults' | 'lifeMs' | 'graceAnswer'>;
  const found: Record<string, readonly [keyof typeof kinds, World]> = {
    'a window stands still under the lease, with what it read, while its clock is put back by as much': [
      'lease, lost responses, grace period',
      { seed: -722857105, windows: 4, faults: 0.6, lifeMs: 2 * minute, graceAnswer: 'further' },
    ],
    'without a lease, a window stands still just before it stores what others have long renewed': [
      'no lease, lost responses, grace period',
      { seed: -1536752150, windows: 5, faults: 0.1, lifeMs: 2 * minute, graceAnswer: 'same' },
    ],
  };
  for (const [what, [kind, world]] of Object.entries(found)) {
    test(what, async () => {
      const outcome = await live({ ...kinds[kind], ...world, hasStops: true, rotations: 20 });
      assert.deepEqual(outcome.issues, []);
    });
  }

  test('a single window without a lease', () => {
    return assertAll({ hasLease: false, windows: 1, rotations: 10 }, 10);
  });

  // Only the second request after a rejection helps here.
  test('no lease, fast responses, and a server that only rejects a used token', () => {
    return assertAll({ hasLease: false, onReuse: 'refuse', faults: 0 }, 10);
  });
});

test('a failed server gets few requests, and is used again after it recovers', async () => {
  const property = fc.asyncProperty(worlds, async (world) => {
    const { issues, needed, busiest } = await live({
      ...usual,
      ...world,
      faults: 1,
      hours: 1,
      hasStops: false,
    });
    assert.deepEqual({ issues, needed }, { issues: [], needed: 0 });
    assert.ok(busiest > 1 && busiest <= 20, `${busiest} requests in a minute`);
  });
  await fc.assert(property, { numRuns: 3 });
});
