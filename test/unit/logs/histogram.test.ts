import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import fc from 'fast-check';
import type { LogEntry } from '../../../src/api/logEntries.ts';
import { emptyQuery } from '../../../src/editor/webview/textQuery.ts';
import { type LogFilter, noFilter, toLevelGroup } from '../../../src/logs/filter.ts';
import { createHistogramUpdates } from '../../../src/logs/histogramUpdates.ts';
import type { ToPage } from '../../../src/logs/protocol.ts';
import { LogStore } from '../../../src/logs/store/logStore.ts';
import { computeHistogram, maxBins } from '../../../src/logs/view/histogram.ts';
import { logEntry } from '../../kit/entries.ts';
import { flushPromises } from '../../kit/eventLoop.ts';
import { createLogView } from '../../kit/logView.ts';
import { day, hour, minute } from '../../kit/time.ts';

const noon = Date.UTC(2026, 10, 21, 12);

function storeOf(...entries: readonly LogEntry[]) {
  const store = new LogStore(() => 0);
  store.add(entries);
  return store;
}

/** As [errors, warnings, infos, debugs, others]. */
function countsOf(shown: ReturnType<typeof computeHistogram>) {
  return shown?.bins.map(({ errors, warnings, infos, debugs, others }) => [
    ...[errors, warnings, infos, debugs, others],
  ]);
}

describe('histogram', () => {
  test('counts entries by level, and its first bin starts at a round time', () => {
    const store = storeOf(
      logEntry(noon + 1300, 'a', { type: 'ERROR' }),
      logEntry(noon + 1999, 'b', { type: 'WARN' }),
      logEntry(noon + 2000, 'c'),
      logEntry(noon + 2001, 'd', { type: 'END' }),
      logEntry(noon + 4000, 'e', { type: 'DEBUG' }),
    );
    const shown = computeHistogram(store.order, store);
    assert.deepEqual([shown?.from, shown?.binWidthMs], [noon + 1000, 1000]);
    assert.deepEqual(countsOf(shown), [
      [1, 1, 0, 0, 0],
      [0, 0, 1, 0, 1],
      [0, 0, 0, 0, 0],
      [0, 0, 0, 1, 0],
    ]);
  });

  test('is undefined without rows, and if all rows are in one bin', () => {
    const empty = storeOf();
    assert.equal(computeHistogram(empty.order, empty), undefined);
    const store = storeOf(logEntry(noon, 'a'), logEntry(noon + 999, 'b'));
    assert.equal(computeHistogram(store.order, store), undefined);
  });

  test('has the smallest round bin width with few enough bins', () => {
    for (const [span, width] of [
      [119_000, 1000],
      [120_000, 2000],
      [59 * minute, 30_000],
      [60 * minute, minute],
      [119 * hour, hour],
      [120 * hour, 2 * hour],
      [119 * day, day],
      [120 * day, 2 * day],
      [5000 * day, 43 * day],
    ] as const) {
      const store = storeOf(logEntry(0, 'a'), logEntry(span, 'b'));
      const shown = computeHistogram(store.order, store);
      assert.equal(shown?.binWidthMs, width, `${span} ms`);
    }
  });

  test('begins at round times of the displayed time zone', () => {
    const zone = 5.5 * hour;
    const store = storeOf(logEntry(noon, 'a'), logEntry(noon + 20 * day, 'b'));
    const shown = computeHistogram(store.order, store, zone);
    assert.equal(shown?.binWidthMs, 6 * hour);
    assert.equal(((shown?.from ?? 0) + zone) % (6 * hour), 0);
  });

  test('marks the bins with entries that are not loaded', () => {
    const store = storeOf(logEntry(noon, 'a'), logEntry(noon + 9000, 'b'));
    store.addGap({ from: noon + 2500, until: noon + 5000, isLoading: false });
    store.addGap({ from: noon + 8000, until: noon + 1e9, isLoading: true });
    const shown = computeHistogram(store.order, store);
    const missing = shown?.bins.map(({ isMissing }) => (isMissing ? 1 : 0));
    assert.deepEqual(missing, [0, 0, 1, 1, 1, 1, 0, 0, 1, 1]);
    assert.equal(
      countsOf(shown)
        ?.flat()
        .reduce((all, count) => all + count),
      2,
      'a gap is no entry',
    );
  });

  test('equals a naive computation for any rows, filter, and time zone', () => {
    const time = fc.oneof(fc.nat(9_000), fc.nat(200_000), fc.nat(90 * day), fc.nat(4000 * day));
    const row = fc.tuple(time, fc.constantFrom('ERROR', 'WARNING', 'INFO', 'END'));
    const gap = fc.tuple(time, time);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 2, maxLength: 60 }),
        fc.array(gap, { maxLength: 2 }),
        fc.constantFrom(0, 5.5 * hour, -7 * hour),
        fc.boolean(),
        (rows, gaps, zone, onlyErrors) => {
          const entries = rows.map(([at, type], index) => logEntry(at, String(index), { type }));
          const store = storeOf(...entries);
          for (const [a, b] of gaps) {
            store.addGap({ from: Math.min(a, b), until: Math.max(a, b), isLoading: false });
          }
          const error = toLevelGroup('ERROR');
          const slots = store.order.filter(
            (slot) => !onlyErrors || toLevelGroup(store.getRow(slot).type) === error || store.gaps.has(slot),
          );
          const shown = computeHistogram(slots, store, zone);
          if (!shown) {
            const seconds = [...store.order].map((slot) => Math.floor(store.getRow(slot).time / 1000));
            assert.equal(new Set(seconds).size, 1);
            return;
          }
          const { from, binWidthMs, bins } = shown;
          assert.ok(bins.length >= 2 && bins.length <= maxBins);
          assert.equal(Math.abs((from + zone) % binWidthMs), 0);
          bins.forEach((bin, index) => {
            const start = from + index * binWidthMs;
            const isHere = (at: number) => at >= start && at < start + binWidthMs;
            const here = rows.filter(([at, type]) => isHere(at) && (!onlyErrors || type === 'ERROR'));
            const count = (type: string) => here.filter(([, one]) => one === type).length;
            assert.deepEqual(bin, {
              errors: count('ERROR'),
              warnings: count('WARNING'),
              infos: count('INFO'),
              debugs: 0,
              others: count('END'),
              isMissing: gaps.some(
                ([a, b]) => Math.min(a, b) < start + binWidthMs && Math.max(a, b) >= start,
              ),
            });
          });
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('the rows of a histogram', () => {
  test('are those that the list would show without the time filter, also after changes', async () => {
    const batch = fc.array(fc.tuple(fc.nat(9), fc.constantFrom('INFO', 'ERROR')), { maxLength: 6 });
    const filters = fc.record({
      levels: fc.constantFrom([], ['ERROR' as const]),
      find: fc.constantFrom(emptyQuery, { ...emptyQuery, text: '1' }),
      isHighlighting: fc.boolean(),
    });
    const times = fc.constantFrom(undefined, { from: 3, until: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { maxLength: 6 }), filters, times, async (batches, other, time) => {
        const [timed, reference] = [createLogView(), createLogView()];
        await timed.view.setFilter({ ...other, ...(time && { time }) }, false);
        await reference.view.setFilter(other, false);
        for (const [index, one] of batches.entries()) {
          for (const { store } of [timed, reference]) {
            store.add(one.map(([at, type], nth) => logEntry(at, `${index}.${nth}`, { type })));
            if (index === 1) store.addGap({ from: 4, until: 8, isLoading: false });
            if (index === 3) for (const slot of store.gaps.keys()) store.removeGap(slot);
          }
          await flushPromises(5);
          assert.deepEqual(timed.view.slotsIgnoringTime, reference.view.slotsIgnoringTime);
          const within = (slot: number) => {
            const at = timed.store.getRow(slot).time;
            return timed.store.gaps.has(slot) || !time || (at >= time.from && at <= time.until);
          };
          const listed = timed.view.slotsBetween(0, timed.view.length);
          assert.deepEqual(listed, [...timed.view.slotsIgnoringTime].filter(within));
        }
        for (const { view } of [timed, reference]) view.dispose();
      }),
      { numRuns: 150 },
    );
  });

  test('are removed when the store is cleared', async () => {
    const { store, view } = createLogView();
    store.add([logEntry(1, 'a'), logEntry(5, 'b')]);
    const filter: LogFilter = { ...noFilter, time: { from: 1, until: 2 } };
    await view.setFilter(filter, false);
    assert.equal(view.slotsIgnoringTime.length, 2);
    store.clear();
    view.onStoreClear();
    assert.equal(view.slotsIgnoringTime.length, 0);
    store.add([logEntry(7, 'c')]);
    assert.equal(view.slotsIgnoringTime.length, 1);
  });
});

describe('the histogram of a page', () => {
  function setUp() {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
    const store = storeOf(logEntry(noon, 'a'), logEntry(noon + 5000, 'b'));
    const posts: ToPage[] = [];
    let looks = 0;
    const view = {
      get slotsIgnoringTime() {
        looks++;
        return store.order;
      },
    };
    const feed = createHistogramUpdates({ store, view, post: (message) => posts.push(message) });
    return { store, posts, feed, looks: () => looks };
  }

  test('is sent when it is shown, and then at most twice a second, with the last change', () => {
    const { posts, feed, store } = setUp();
    feed.setShown(true, 0);
    mock.timers.tick(0);
    assert.deepEqual(posts, [{ kind: 'histogram', histogram: computeHistogram(store.order, store) }]);
    for (let time = 0; time < 5000; time += 10) {
      feed.schedule();
      mock.timers.tick(10);
    }
    assert.equal(posts.length, 11);
    store.add([logEntry(noon + 8000, 'c')]);
    feed.schedule();
    mock.timers.tick(500);
    assert.deepEqual(posts.at(-1), { kind: 'histogram', histogram: computeHistogram(store.order, store) });
    const { length } = posts;
    mock.timers.tick(10_000);
    assert.equal(posts.length, length, 'nothing without a change');
    mock.timers.reset();
  });

  test('is not computed while it is hidden', () => {
    const { posts, feed, looks } = setUp();
    feed.schedule();
    mock.timers.tick(5000);
    feed.setShown(true, 0);
    feed.schedule();
    feed.setShown(false, 0);
    feed.schedule();
    mock.timers.tick(5000);
    assert.deepEqual([posts, looks()], [[], 0]);
    mock.timers.reset();
  });

  test('is sent as absent if there is none', () => {
    const { posts, feed, store } = setUp();
    store.clear();
    feed.setShown(true, 0);
    mock.timers.tick(0);
    assert.deepEqual(posts, [{ kind: 'histogram' }]);
    mock.timers.reset();
  });
});
