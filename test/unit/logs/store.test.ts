import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LogEntry } from '../../../src/api/logEntries.ts';
import { applyInserts } from '../../../src/logs/inserts.ts';
import type { Insert, LogRow } from '../../../src/logs/logRow.ts';
import { createStore, type LogStore } from '../../../src/logs/store.ts';
import { entry, said } from './fakeLogs.ts';

const now = () => 0;
const texts = (store: LogStore) => store.rows.map(({ content }) => content);
const saidBy = ({ time, type, requestId, content, method, durationInMs }: LogRow) =>
  JSON.stringify([time, type, requestId, content, method, durationInMs]);

/** Few times and few texts, so that shared milliseconds and identical twins are the rule. */
const entries = fc
  .array(
    fc.record({
      time: fc.integer({ min: 0, max: 12 }),
      content: fc.constantFrom('a', 'b'),
      type: fc.constantFrom('INFO', 'ERROR'),
    }),
    { maxLength: 30 },
  )
  .map((all) =>
    all.toSorted((x, y) => x.time - y.time).map(({ time, content, type }) => entry(time, content, { type })),
  );
const reading = fc.record({
  from: fc.integer({ min: 0, max: 12 }),
  length: fc.integer({ min: 0, max: 12 }),
  pageSize: fc.integer({ min: 1, max: 7 }),
  tie: fc.constantFrom('before' as const, 'after' as const),
});

function read(
  store: LogStore,
  all: readonly LogEntry[],
  one: typeof reading extends fc.Arbitrary<infer T> ? T : never,
) {
  const range = all.filter(({ timestamp }) => {
    const time = Date.parse(timestamp);
    return time >= one.from && time <= one.from + one.length;
  });
  const pass = store.beginPass(one.tie);
  const inserts: (readonly Insert[])[] = [];
  for (let start = 0; start < range.length; start += one.pageSize) {
    inserts.push(pass.add(range.slice(start, start + one.pageSize)));
  }
  return { range, inserts };
}

describe('store', () => {
  test('holds exactly what was read, however readings overlap: no repeat, no lost twin', () => {
    fc.assert(
      fc.property(entries, fc.array(reading, { maxLength: 8 }), (all, readings) => {
        const store = createStore(now);
        const seen = new Set<LogEntry>();
        for (const one of readings) for (const found of read(store, all, one).range) seen.add(found);
        assert.deepEqual(store.rows.map(saidBy).toSorted(), [...seen].map(said).toSorted());
      }),
      { numRuns: 500 },
    );
  });

  test('is sorted by time and never changes the order of rows that are there', () => {
    fc.assert(
      fc.property(entries, fc.array(reading, { maxLength: 8 }), (all, readings) => {
        const store = createStore(now);
        for (const one of readings) {
          const before = store.rows.map(({ id }) => id);
          read(store, all, one);
          const times = store.rows.map(({ time }) => time);
          assert.deepEqual(
            times,
            times.toSorted((a, b) => a - b),
          );
          const known = new Set(before);
          assert.deepEqual(
            store.rows.map(({ id }) => id).filter((id) => known.has(id)),
            before,
          );
        }
      }),
    );
  });

  test('tells of every change, so that a copy has the same order', () => {
    fc.assert(
      fc.property(entries, fc.array(reading, { maxLength: 8 }), (all, readings) => {
        const store = createStore(now);
        let copy: LogRow[] = [];
        for (const one of readings) {
          for (const inserts of read(store, all, one).inserts) copy = applyInserts(copy, inserts);
        }
        assert.deepEqual(copy, store.rows);
      }),
    );
  });

  test('puts entries that come late during following at their place', () => {
    const store = createStore(now);
    store.beginPass('after').add([entry(1, 'one'), entry(3, 'three')]);
    const inserts = store.beginPass('after').add([entry(2, 'two'), entry(3, 'three'), entry(3, 'four')]);
    assert.deepEqual(texts(store), ['one', 'two', 'three', 'four']);
    assert.deepEqual(
      inserts.map(({ at, rows }) => [at, rows.length]),
      [
        [1, 1],
        [3, 1],
      ],
    );
  });

  test('puts what an older page brings for the boundary millisecond before what is there', () => {
    const store = createStore(now);
    store.beginPass('after').add([entry(5, 'b'), entry(5, 'c'), entry(6, 'd')]);
    store.beginPass('before').add([entry(4, 'z'), entry(5, 'a'), entry(5, 'b'), entry(5, 'c')]);
    assert.deepEqual(texts(store), ['z', 'a', 'b', 'c', 'd']);
  });

  test('compares all that an entry says', () => {
    const store = createStore(now);
    const base = entry(1, 'x', { requestId: 'r', method: 'm', durationInMs: 1 });
    const others = [
      { ...base, type: 'END' },
      { ...base, requestId: 's' },
      { ...base, method: 'n' },
      { ...base, durationInMs: 2 },
      { ...base, content: 'y' },
      entry(2, 'x', { requestId: 'r', method: 'm', durationInMs: 1 }),
    ];
    for (const one of [base, ...others, ...others, base]) store.beginPass('after').add([one]);
    assert.equal(store.rows.length, 1 + others.length);
  });

  test('shows an undated entry after the one before it, once however often it is read', () => {
    const store = createStore(now);
    const undated: LogEntry = { timestamp: '', type: 'UNPARSED', content: '{}' };
    store.beginPass('after').add([entry(1, 'a'), undated, undated, entry(2, 'b')]);
    // This reading begins with it: its place is unknown, its text is not.
    store.beginPass('after').add([undated, entry(2, 'b'), entry(3, 'c')]);
    assert.deepEqual(texts(store), ['a', '{}', '{}', 'b', 'c']);
    assert.deepEqual(
      store.rows.filter((row) => row.undated).map(({ time }) => time),
      [1, 1],
    );
  });

  test('places entries without any time among nothing else at the present', () => {
    const store = createStore(() => 77);
    store.beginPass('after').add([{ timestamp: 'soon', type: 'UNPARSED', content: '?' }]);
    assert.deepEqual(store.rows, [{ id: 1, time: 77, undated: true, type: 'UNPARSED', content: '?' }]);
  });

  test('goes on counting ids when cleared', () => {
    const store = createStore(now);
    store.beginPass('after').add([entry(1)]);
    store.clear();
    store.beginPass('after').add([entry(1)]);
    assert.deepEqual(
      store.rows.map(({ id }) => id),
      [2],
    );
  });
});
