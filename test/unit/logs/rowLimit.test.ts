import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { maxPageEntries } from '../../../src/logs/read/logSource.ts';
import { createPageBudget } from '../../../src/logs/read/pageBudget.ts';
import { logEntry } from '../../kit/entries.ts';
import { flushPromises } from '../../kit/eventLoop.ts';
import { minute } from '../../kit/time.ts';
import { set } from './sessionSetUp.ts';

const lastHour = { range: { since: { ago: 60 * minute } }, filter: {} };

/** A log of bursts of several densities, the oldest entries first; texts are the places of the entries. */
const bursts = fc.array(
  fc.record({ entries: fc.integer({ min: 1, max: 2000 }), everyMs: fc.constantFrom(0.5, 1, 7, 90, 400) }),
  { minLength: 1, maxLength: 4 },
);

const service = fc.record({
  bursts,
  limit: fc.integer({ min: 1, max: 5000 }),
  pageSize: fc.constantFrom(1000, 700, 2500, 90),
  isNewestFirst: fc.boolean(),
  hasEnd: fc.boolean(),
  /** Turns of the event loop that replies take, in turn. */
  delays: fc.array(fc.nat(5), { minLength: 1, maxLength: 6 }),
});

describe('the row limit', () => {
  test('is exceeded by less than a page, also with parallel requests and after it was raised', async () => {
    await fc.assert(
      fc.asyncProperty(service, async ({ bursts, limit, pageSize, isNewestFirst, hasEnd, delays }) => {
        const { logs, session, time, texts } = set(0, limit);
        Object.assign(logs, { pageSize, isNewestFirst });
        let at = time.now - 1;
        const newestFirst: number[] = [];
        for (const burst of bursts) {
          for (let index = 0; index < burst.entries; index++) newestFirst.push(at - index * burst.everyMs);
          at -= burst.entries * burst.everyMs;
        }
        const inRange = newestFirst.filter((when) => when >= time.now - 60 * minute);
        const count = inRange.length;
        logs.entries.push(
          ...inRange.reverse().map((when, place) => logEntry(Math.floor(when), String(place))),
        );
        const page = logs.readPage.bind(logs);
        let requests = 0;
        logs.readPage = async (request, signal) => {
          await flushPromises(delays[requests++ % delays.length] ?? 0);
          return page(request, signal);
        };
        const range = { since: { ago: 60 * minute }, ...(hasEnd && { until: { ago: 0 } }) };
        let allowed = limit;
        await session.load({ range, filter: {} }, false);
        for (;;) {
          const { entryCount } = session.store;
          assert.equal(session.status.failure, undefined);
          assert.ok(entryCount < allowed + pageSize, `${entryCount} entries, ${allowed} allowed`);
          if (session.status.stopReason === undefined) break;
          assert.equal(session.status.stopReason, 'limit');
          assert.ok(entryCount >= allowed && session.store.gaps.size > 0);
          allowed = entryCount + limit;
          await session.retry();
        }
        assert.deepEqual([texts().length, new Set(texts()).size], [count, count], 'all, each once');
        assert.equal(session.store.gaps.size, 0);
        session.dispose();
      }),
      { numRuns: 10 },
    );
  });

  for (const limit of [1, 500, 999, 1000, 1001, 10_000]) {
    test(`of ${limit} is met by the first page or by the windows`, async () => {
      const { logs, session, time } = set(0, limit);
      for (let age = 40_000; age > 0; age--) logs.entries.push(logEntry(time.now - age * 50, String(age)));
      await session.load(lastHour, false);
      const { entryCount } = session.store;
      assert.ok(entryCount >= limit && entryCount < limit + maxPageEntries, `${entryCount} entries`);
      assert.equal(session.status.stopReason, 'limit');
    });
  }

  test('does not prevent the first page of a gap that the user selected', async () => {
    const { logs, session, time } = set(0, 1000);
    for (let age = 5000; age > 0; age--) logs.entries.push(logEntry(time.now - age * 50, String(age)));
    await session.load(lastHour, false);
    const before = session.store.entryCount;
    const [slot] = session.store.gaps.keys();
    assert.ok(slot !== undefined);
    await session.fillGap(slot);
    assert.ok(session.store.entryCount > before && session.store.entryCount <= before + maxPageEntries);
  });
});

describe('a budget of pages', () => {
  test('allows as many parallel pages as fit, and the last one alone', async () => {
    let left = 3.5;
    let [open, most] = [0, 0];
    const budget = createPageBudget(() => left);
    const read = () =>
      budget.read(async () => {
        most = Math.max(most, ++open);
        await flushPromises(3);
        open--;
        left -= 0.5;
        return true;
      });
    const results = await Promise.all(Array.from({ length: 20 }, read));
    assert.equal(results.filter(Boolean).length, 7);
    assert.equal(most, 4);
    assert.ok(budget.isSpent());
  });

  test('releases the space of a failed page', async () => {
    const budget = createPageBudget(() => 1);
    const results = await Promise.allSettled([
      budget.read(() => Promise.reject(new Error('cut'))),
      budget.read(async () => 'second'),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
  });
});
