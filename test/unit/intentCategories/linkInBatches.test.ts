import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ApiError, ApiErrorKind } from '../../../src/api/errors.ts';
import { linkInBatches } from '../../../src/intentCategories/linkInBatches.ts';
import { createApiError } from '../../kit/fakeApiError.ts';

/** Creates a fake service that has all intents except `unknownIds`. `fails`: returns the error of the nth request. */
function setUp(
  unknownIds: Iterable<string> = [],
  fails: (nth: number) => ApiError | undefined = () => undefined,
) {
  const strange = new Set(unknownIds);
  const sent: (readonly string[])[] = [];
  const linked = new Set<string>();
  const send = async (ids: readonly string[]): Promise<void> => {
    sent.push(ids);
    const error = fails(sent.length);
    if (error) throw error;
    if (ids.some((id) => strange.has(id))) throw createApiError('notFound');
    for (const id of ids) linked.add(id);
  };
  return { sent, linked, send };
}

const createIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `int_${index}`);

describe('linking intents', () => {
  test('sends up to 100 IDs in each request', async () => {
    for (const [count, requests] of [
      [1, 1],
      [100, 1],
      [101, 2],
      [10_000, 100],
    ] as const) {
      const { sent, linked, send } = setUp();
      const reported: number[] = [];
      const outcome = await linkInBatches(createIds(count), { send, report: (done) => reported.push(done) });
      assert.deepEqual(outcome, {
        linkedIds: createIds(count),
        unknownIds: [],
        remainingIds: [],
        endReason: 'done',
      });
      assert.equal(sent.length, requests);
      assert.equal(linked.size, count);
      assert.equal(reported.at(-1), count);
    }
    const { sent, send } = setUp();
    assert.equal((await linkInBatches([], { send })).endReason, 'done');
    assert.equal(sent.length, 0);
  });

  test('finds rejected IDs by halving batches, and links the others', async () => {
    const { sent, linked, send } = setUp(['int_3', 'int_150', 'int_151']);
    const outcome = await linkInBatches(createIds(250), { send });
    assert.deepEqual([...outcome.unknownIds].sort(), ['int_150', 'int_151', 'int_3']);
    assert.equal(linked.size, 247);
    assert.deepEqual([outcome.remainingIds, outcome.endReason], [[], 'done']);
    assert.ok(sent.length < 40, `${sent.length} requests`);
  });

  test('stops after any other failure, and can continue with the remaining IDs', async () => {
    for (const kind of ['network', 'server', 'rateLimited', 'timeout', 'canceled', 'forbidden'] as const) {
      const { linked, send } = setUp(['int_7'], (nth) => (nth === 20 ? createApiError(kind) : undefined));
      const first = await linkInBatches(createIds(1000), { send });
      assert.ok(typeof first.endReason === 'object' && (first.endReason.error as ApiError).kind === kind);
      assert.deepEqual(first.unknownIds, ['int_7']);
      assert.equal(first.linkedIds.length + first.remainingIds.length, 999);
      const second = await linkInBatches(first.remainingIds, { send, isCategoryConfirmed: true });
      assert.equal(second.endReason, 'done');
      assert.equal(linked.size, 999);
    }
    const { sent, send } = setUp([], () => createApiError('notFound', { isUnsupportedOperation: true }));
    assert.equal(
      typeof (await linkInBatches(createIds(300), { send })).endReason,
      'object',
      'no such operation',
    );
    assert.equal(sent.length, 1);
  });

  test('stops if everything is rejected, as for a deleted category', async () => {
    const { sent, send } = setUp(createIds(10_000));
    const outcome = await linkInBatches(createIds(10_000), { send });
    assert.deepEqual(outcome, {
      linkedIds: [],
      unknownIds: [],
      remainingIds: createIds(10_000),
      endReason: 'allRejected',
    });
    assert.equal(sent.length, 20);

    const few = setUp(createIds(3));
    assert.deepEqual(await linkInBatches(createIds(3), { send: few.send }), {
      linkedIds: [],
      unknownIds: createIds(3),
      remainingIds: [],
      endReason: 'done',
    });

    // If the category is confirmed, all IDs are tried.
    const sure = setUp(createIds(150).slice(0, 149));
    assert.deepEqual(
      (await linkInBatches(createIds(150), { send: sure.send, isCategoryConfirmed: true })).linkedIds,
      ['int_149'],
    );
  });

  test('with random failures, loses no ID, sends no linked ID again, and never more than 100 IDs at once', async () => {
    const kinds = fc.constantFrom<ApiErrorKind>('network', 'server', 'timeout', 'canceled');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 420 }),
        fc.array(fc.nat(419), { maxLength: 12 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), kinds), { maxLength: 4 }),
        async (count, strange, faults) => {
          const ids = createIds(count);
          const unknown = new Set(strange.map((index) => `int_${index}`));
          const failing = new Map(faults);
          const { sent, linked, send } = setUp(unknown, (nth) => {
            const kind = failing.get(nth);
            return kind && createApiError(kind);
          });
          const ends = { linked: [] as string[], unknown: [] as string[] };
          let left = ids;
          for (let runs = 0; left.length > 0; runs++) {
            assert.ok(runs < 10, 'it ends');
            const outcome = await linkInBatches(left, { send, isCategoryConfirmed: runs > 0 });
            const all = [...outcome.linkedIds, ...outcome.unknownIds, ...outcome.remainingIds];
            assert.deepEqual([...all].sort(), [...left].sort(), 'each ID is in one of the lists');
            ends.linked.push(...outcome.linkedIds);
            ends.unknown.push(...outcome.unknownIds);
            left = outcome.remainingIds;
          }
          assert.deepEqual(new Set(ends.linked), linked);
          assert.deepEqual([...ends.linked].sort(), ids.filter((id) => !unknown.has(id)).sort());
          assert.deepEqual(ends.unknown.sort(), ids.filter((id) => unknown.has(id)).sort());
          assert.ok(sent.every(({ length }) => length >= 1 && length <= 100));
          const once = new Set<string>();
          for (const [index, batch] of sent.entries()) {
            const isTaken = !failing.has(index + 1) && !batch.some((id) => unknown.has(id));
            for (const id of batch) assert.ok(!once.has(id), `${id} was sent again after it was linked`);
            if (isTaken) for (const id of batch) once.add(id);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
