import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { emptyQuery } from '../../../src/editor/webview/textQuery.ts';
import { noFilter } from '../../../src/logs/filter.ts';
import type { LogStore } from '../../../src/logs/store/logStore.ts';
import { findPercentileIndex, SortedNumbers } from '../../../src/logs/view/sortedNumbers.ts';
import type { StoreView } from '../../../src/logs/view/storeView.ts';
import { listRows, logEntry } from '../../kit/entries.ts';
import { createLogView } from '../../kit/logView.ts';

/** Computes the durations of the visible requests from all rows. */
function computeNaively(store: LogStore, view: StoreView) {
  const visibleIds = new Set([...view.slots].map((slot) => store.getRow(slot).requestId));
  const ends = new Map<string, number | undefined>();
  for (const { type, requestId, durationInMs } of listRows(store)) {
    if (type !== 'END' || requestId === undefined || !visibleIds.has(requestId)) continue;
    // A later END replaces an earlier one, also in the order of the requests.
    ends.delete(requestId);
    ends.set(requestId, durationInMs);
  }
  const timed = [...ends].flatMap(([id, ms]) => (ms === undefined ? [] : [{ id, ms }]));
  const sorted = timed.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const slowest = sorted.at(-1);
  if (slowest === undefined) return { durations: undefined, slowestId: undefined };
  const count = sorted.length;
  const percentile = (part: number) => sorted.find((_, index) => (index + 1) / count >= part);
  return {
    durations: { count, p50: percentile(0.5), p95: percentile(0.95), slowest },
    slowestId: timed.find(({ ms }) => ms === slowest)?.id,
  };
}

const batch = fc.array(
  fc.record({
    time: fc.nat(9),
    type: fc.constantFrom('START', 'INFO', 'ERROR', 'END', 'END'),
    request: fc.constantFrom('p', 'q', 'r', 's', undefined),
    ms: fc.option(fc.nat(4), { nil: undefined }),
  }),
  { maxLength: 8 },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), batch, isOlder: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('trim' as const), count: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gap' as const), from: fc.nat(9) }) },
);
const filters = fc.record({
  levels: fc.constantFrom([], ['ERROR' as const], ['INFO' as const, 'OTHER' as const]),
  find: fc.constantFrom(
    emptyQuery,
    { ...emptyQuery, text: '1' },
    { ...emptyQuery, text: '[02]$', isRegex: true },
  ),
  isHighlighting: fc.boolean(),
  time: fc.constantFrom({ from: 0, until: 99 }, { from: 3, until: 6 }),
});

describe('durations of requests', () => {
  test('equal those computed from all rows, for any changes and filters', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8 }),
        filters,
        fc.boolean(),
        fc.nat(8),
        async (steps, filter, isGrouped, filterAt) => {
          const { store, view } = createLogView();
          await setImmediate();
          for (const [index, one] of steps.entries()) {
            if (index === filterAt) await view.setFilter({ ...noFilter, ...filter }, isGrouped);
            if (one.kind === 'trim') store.trim(one.count);
            else if (one.kind === 'gap') store.addGap({ from: one.from, until: 9, isLoading: false });
            else {
              const entries = one.batch.map(({ time, type, request, ms }, at) =>
                logEntry(time, `${index}.${at}`, {
                  type,
                  ...(request !== undefined && { requestId: request }),
                  ...(ms !== undefined && { durationInMs: ms }),
                }),
              );
              store.add(entries, one.isOlder ? 'before' : 'after');
            }
            // Searches are asynchronous.
            for (let turn = 0; turn < 5; turn++) await setImmediate();
            view.takeEdits();
            const expected = computeNaively(store, view);
            assert.deepEqual(view.durations, expected.durations);
            const slowest = view.findSlowest();
            assert.equal(slowest?.request.requestId, expected.slowestId);
            if (!slowest) continue;
            assert.equal(slowest.request.durationInMs, expected.durations?.slowest);
            const item = view.getItem(slowest.index);
            assert.equal(item && store.getRow(item.slot).requestId, expected.slowestId);
            assert.equal(item?.head !== undefined, view.isGrouped);
          }
          view.dispose();
        },
      ),
      { numRuns: 300 },
    );
  });

  test('are empty after the log was cleared', async () => {
    const { store, view } = createLogView();
    await setImmediate();
    store.add([logEntry(1, 'x', { type: 'END', requestId: 'r', durationInMs: 7 })]);
    assert.deepEqual(view.durations, { count: 1, p50: 7, p95: 7, slowest: 7 });
    store.clear();
    view.onStoreClear();
    assert.equal(view.durations, undefined);
    assert.equal(view.findSlowest(), undefined);
  });

  test('name the slowest request by its tool, or by its method', async () => {
    const { store, view } = createLogView();
    await setImmediate();
    store.add([
      logEntry(1, 'get_forecast', { type: 'START', requestId: 'r', method: 'tools/call' }),
      logEntry(2, 'x', { type: 'END', requestId: 'r', durationInMs: 7 }),
    ]);
    assert.deepEqual(view.findSlowest(), {
      index: 0,
      request: { requestId: 'r', name: 'get_forecast', durationInMs: 7 },
    });
  });
});

describe('sorted numbers', () => {
  test('equal a sorted array, for any changes', () => {
    const changes = fc.array(fc.tuple(fc.boolean(), fc.nat(200)), { minLength: 3000, maxLength: 6000 });
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 3000 }), changes, (initial, all) => {
        const numbers = new SortedNumbers();
        numbers.reset(Float64Array.from(initial));
        const values = [...initial];
        for (const [isRemoval, value] of all) {
          const index = values.indexOf(value);
          if (!isRemoval || index < 0) {
            numbers.add(value);
            values.push(value);
          } else {
            numbers.remove(value);
            values.splice(index, 1);
          }
        }
        values.sort((a, b) => a - b);
        assert.equal(numbers.length, values.length);
        assert.deepEqual(
          values.map((_, index) => numbers.at(index)),
          values,
        );
      }),
      { numRuns: 20 },
    );
  });

  test('the index of a percentile is that of the lowest value that enough values are not above', () => {
    assert.deepEqual(
      [1, 2, 3, 20, 21, 100].map((count) => [
        findPercentileIndex(count, 0.5),
        findPercentileIndex(count, 0.95),
      ]),
      [
        [0, 0],
        [0, 1],
        [1, 2],
        [9, 18],
        [10, 19],
        [49, 94],
      ],
    );
  });
});
