import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LogEntry } from '../../../src/api/logEntries.ts';
import {
  estimateFirstWindowMs,
  loadOlderEntries,
  maxSearchMs,
} from '../../../src/logs/read/loadOlderEntries.ts';
import { LogStore } from '../../../src/logs/store/logStore.ts';
import { listRows, logEntry, serializeEntry } from '../../kit/entries.ts';
import { signal } from '../../kit/signal.ts';
import { minute } from '../../kit/time.ts';
import { type FakeLogs, fakeLogs } from './fakeLogs.ts';

const edge = Date.UTC(2026, 10, 21, 10);

function search(
  source: FakeLogs,
  firstWindowMs: number,
  accept: (replies: readonly (readonly LogEntry[])[], from: number) => number,
) {
  return loadOlderEntries({ source, filter: {}, loadedFrom: edge, firstWindowMs, signal, accept });
}

function added(store: LogStore, replies: readonly (readonly LogEntry[])[]): number {
  const runs = replies.flatMap((entries) => store.add(entries, 'before'));
  return runs.reduce((sum, { count }) => sum + count, 0);
}

describe('older entries', () => {
  test('are searched in windows that double while they are empty, following all tokens', async () => {
    const source = fakeLogs([1, 2, 3, 4, 5].map((offset) => logEntry(edge - 10 * minute + offset)));
    source.pageSize = 2;
    const accepted: [number, number][] = [];
    const found = await search(source, minute, (replies, from) => {
      const entries = new Set(replies.flat());
      accepted.push([entries.size, (edge - from) / minute]);
      return entries.size;
    });
    assert.equal(found, 5);
    assert.deepEqual(accepted, [
      [0, 1],
      [0, 3],
      [0, 7],
      [5, 15],
    ]);
  });

  test('are not found in a window with only known entries, which counts as empty', async () => {
    const known = logEntry(edge, 'known');
    const source = fakeLogs([logEntry(edge - 5 * minute, 'old'), known]);
    const store = new LogStore(() => edge);
    store.add([known]);
    const found = await search(source, minute, (replies) => added(store, replies));
    assert.equal(found, 1);
    assert.deepEqual(
      listRows(store).map(({ content }) => content),
      ['old', 'known'],
    );
  });

  test('are not searched for beyond 30 empty days', async () => {
    const source = fakeLogs([logEntry(edge - maxSearchMs - 1)]);
    let from = edge;
    const found = await search(source, minute, (replies, start) => {
      from = start;
      return replies.flat().length;
    });
    assert.equal(found, 0);
    assert.equal(edge - from, maxSearchMs);
    assert.ok(source.pageRequests.length < 30, `${source.pageRequests.length} requests`);
  });

  test('are found exactly 30 days back', async () => {
    const source = fakeLogs([logEntry(edge - maxSearchMs)]);
    assert.equal(await search(source, minute, (replies) => replies.flat().length), 1);
  });

  test('in a window with too many pages are read in a narrower one, so that the nearest ones come first', async () => {
    const source = fakeLogs(
      Array.from({ length: 4000 }, (_, index) => logEntry(edge - index * 10, String(index))),
    );
    source.pageSize = 100;
    const accepted: LogEntry[] = [];
    const found = await search(source, 40_000, (replies) => {
      accepted.push(...new Set(replies.flat()));
      return accepted.length;
    });
    const times = accepted.map(({ timestamp }) => Date.parse(timestamp));
    assert.ok(found > 0 && found <= 600, `${found}`);
    // Complete up to the edge: one each 10 ms, none left out.
    assert.equal(found, (edge - Math.min(...times)) / 10 + 1);
  });

  test('in the narrowest window are read completely, however many pages it has', async () => {
    const source = fakeLogs(Array.from({ length: 50 }, (_, index) => logEntry(edge - 1, String(index))));
    source.pageSize = 2;
    assert.equal(await search(source, 1000, (replies) => new Set(replies.flat()).size), 50);
  });

  test('are not stored after a cancellation', async () => {
    const source = fakeLogs([logEntry(edge - 3 * minute)]);
    const abort = new AbortController();
    let calls = 0;
    const accept = () => {
      calls++;
      abort.abort();
      return 0;
    };
    await assert.rejects(
      loadOlderEntries({
        source,
        filter: {},
        loadedFrom: edge,
        firstWindowMs: minute,
        signal: abort.signal,
        accept,
      }),
      { name: 'AbortError' },
    );
    assert.equal(calls, 1);
  });

  test('are each returned once by repeated searches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 * minute }), fc.constantFrom('a', 'b')), {
          maxLength: 40,
        }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 10 * minute }),
        async (ages, pageSize, firstWindowMs) => {
          const source = fakeLogs(ages.map(([age, text]) => logEntry(edge - age, text)));
          source.pageSize = pageSize;
          const store = new LogStore(() => edge);
          let from = edge;
          for (let found = 1; found > 0; ) {
            const accept = (replies: readonly (readonly LogEntry[])[], start: number): number => {
              from = start;
              return added(store, replies);
            };
            found = await loadOlderEntries({
              source,
              filter: {},
              loadedFrom: from,
              firstWindowMs,
              signal,
              accept,
            });
          }
          const held = listRows(store).map((row) => serializeEntry(logEntry(row.time, row.content)));
          assert.deepEqual(held.toSorted(), source.entries.map(serializeEntry).toSorted());
        },
      ),
      { numRuns: 60 },
    );
  });

  test('are first searched for in a window as long as the oldest thousand rows span, within limits', () => {
    assert.equal(estimateFirstWindowMs([]), 15 * minute);
    assert.equal(estimateFirstWindowMs([5]), 15 * minute);
    assert.equal(estimateFirstWindowMs([0, 0]), 1000);
    assert.equal(estimateFirstWindowMs([0, 5000, 7000]), 7000);
    assert.equal(estimateFirstWindowMs(Array.from({ length: 3000 }, (_, index) => index * 10)), 9990);
    assert.equal(estimateFirstWindowMs([0, 90 * 24 * 60 * minute]), 24 * 60 * minute);
  });
});
