import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LogEntry } from '../../../src/api/logEntries.ts';
import { LogStore, noSlot, type StoreChange } from '../../../src/logs/store/logStore.ts';
import type { EqualTimePosition } from '../../../src/logs/store/mergeEntries.ts';
import { listRows, logEntry, serializeEntry, serializeRow } from '../../kit/entries.ts';

const now = () => 0;
const texts = (store: LogStore) => listRows(store).map(({ content, gap }) => (gap ? '…' : content));

/** Few times and few texts, so that shared milliseconds and identical twins are the rule. */
const entries = fc
  .array(
    fc.record({
      time: fc.integer({ min: 0, max: 12 }),
      content: fc.constantFrom('a', 'b', 'ж', ''),
      type: fc.constantFrom('INFO', 'ERROR'),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all
      .toSorted((x, y) => x.time - y.time)
      .map(({ time, content, type }) => logEntry(time, content, { type })),
  );
interface Reading {
  readonly from: number;
  readonly length: number;
  readonly tie: EqualTimePosition;
}
const reading: fc.Arbitrary<Reading> = fc.record({
  from: fc.integer({ min: 0, max: 12 }),
  length: fc.integer({ min: 0, max: 12 }),
  tie: fc.constantFrom('before' as const, 'after' as const),
});
const readings = fc.array(reading, { maxLength: 8 });

function read(store: LogStore, all: readonly LogEntry[], { from, length, tie }: Reading): LogEntry[] {
  const range = all.filter(({ timestamp }) => {
    const time = Date.parse(timestamp);
    return time >= from && time <= from + length;
  });
  store.add(range, tie);
  return range;
}

describe('store', () => {
  test('contains each entry once if responses overlap, including identical entries', () => {
    fc.assert(
      fc.property(entries, readings, (all, ranges) => {
        const store = new LogStore(now);
        const seen = new Set<LogEntry>();
        for (const one of ranges) for (const found of read(store, all, one)) seen.add(found);
        assert.deepEqual(
          listRows(store).map(serializeRow).toSorted(),
          [...seen].map(serializeEntry).toSorted(),
        );
        assert.equal(store.entryCount, seen.size);
      }),
      { numRuns: 500 },
    );
  });

  test('is sorted by time, keeps the order of existing rows, and finds each one', () => {
    fc.assert(
      fc.property(entries, readings, (all, ranges) => {
        const store = new LogStore(now);
        for (const one of ranges) {
          const before = [...store.order];
          read(store, all, one);
          const rows = listRows(store);
          const times = rows.map(({ time }) => time);
          assert.deepEqual(
            times,
            times.toSorted((a, b) => a - b),
          );
          const known = new Set(before);
          assert.deepEqual(
            [...store.order].filter((slot) => known.has(slot)),
            before,
          );
          for (const [index, slot] of store.order.entries()) assert.equal(store.indexOf(slot), index);
          for (const { id } of rows) assert.equal(store.getRow(store.findSlot(id) ?? -1).id, id);
        }
      }),
    );
  });

  test('reports every change, so that a copy has the same order; gaps are rows', () => {
    const gap = fc.record({ from: fc.nat(12), until: fc.nat(12) });
    const action = fc.oneof(
      reading,
      fc.record({ gap, other: gap, isRemoved: fc.boolean() }),
      fc.record({ trimmed: fc.nat(9) }),
    );
    fc.assert(
      fc.property(entries, fc.array(action, { maxLength: 10 }), (all, actions) => {
        let copy: number[] = [];
        const follow = (change: StoreChange): void => {
          if (change.kind === 'trimmed') {
            copy = copy.slice(change.count).map((slot) => change.slots[slot] ?? noSlot);
          } else if (change.kind === 'removed') assert.deepEqual(copy.splice(change.at, 1), [change.slot]);
          else
            for (const { at, count } of change.runs) copy.splice(at, 0, ...store.order.slice(at, at + count));
        };
        const store: LogStore = new LogStore(now, follow);
        for (const one of actions) {
          if ('trimmed' in one) {
            const before = listRows(store);
            store.trim(Math.min(one.trimmed, store.length));
            const known = new Set(before.map(({ id }) => id));
            const left = listRows(store).filter(({ id }) => known.has(id));
            assert.deepEqual(left, before.slice(one.trimmed), 'ids and all else stay');
            for (const { id } of before.slice(0, one.trimmed)) assert.equal(store.findSlot(id), undefined);
            for (const { id } of listRows(store)) assert.equal(store.getRow(store.findSlot(id) ?? -1).id, id);
          } else if ('tie' in one) {
            read(store, all, one);
          } else {
            const slot = store.addGap({ ...one.gap, isLoading: false });
            assert.deepEqual(copy, [...store.order]);
            store.changeGap(slot, { ...one.other, isLoading: true });
            assert.equal(store.getRow(slot).gap?.isLoading, true);
            if (one.isRemoved) store.removeGap(slot);
          }
          assert.deepEqual(copy, [...store.order]);
          assert.equal(store.entryCount, listRows(store).filter((row) => !row.gap).length);
        }
      }),
    );
  });

  test('inserts late entries at their time', () => {
    const changes: StoreChange[] = [];
    const store = new LogStore(now, (change) => changes.push(change));
    store.add([logEntry(1, 'one'), logEntry(3, 'three')]);
    store.add([logEntry(2, 'two'), logEntry(3, 'three'), logEntry(3, 'four')]);
    assert.deepEqual(texts(store), ['one', 'two', 'three', 'four']);
    assert.deepEqual(changes.at(-1), {
      kind: 'inserted',
      runs: [
        { at: 1, count: 1 },
        { at: 3, count: 1 },
      ],
    });
  });

  test('inserts entries of an older page before existing ones of the same millisecond', () => {
    const store = new LogStore(now);
    store.add([logEntry(5, 'b'), logEntry(5, 'c'), logEntry(6, 'd')]);
    store.add([logEntry(4, 'z'), logEntry(5, 'a'), logEntry(5, 'b'), logEntry(5, 'c')], 'before');
    assert.deepEqual(texts(store), ['z', 'a', 'b', 'c', 'd']);
  });

  test('inserts entries between the known entries that surround them in the response', () => {
    for (const tie of ['before', 'after'] as const) {
      const store = new LogStore(now);
      store.add([logEntry(5, 'b'), logEntry(5, 'd')]);
      store.add(
        ['a', 'b', 'c', 'd', 'e'].map((text) => logEntry(5, text)),
        tie,
      );
      assert.deepEqual(texts(store), ['a', 'b', 'c', 'd', 'e']);
    }
  });

  test('inserts an entry directly before the known entry that follows it in the response', () => {
    const store = new LogStore(now);
    store.add([logEntry(4, 'a'), logEntry(5, 'b'), logEntry(5, 'd')]);
    store.add([logEntry(5, 'c'), logEntry(5, 'd')]);
    assert.deepEqual(texts(store), ['a', 'b', 'c', 'd']);
  });

  test('compares all fields of entries', () => {
    const base = logEntry(1, 'x', { requestId: 'r', method: 'm', durationInMs: 1 });
    const { content: _content, ...silent } = base;
    const others = [
      { ...base, type: 'END' },
      { ...base, requestId: 's' },
      { ...base, method: 'n' },
      { ...base, durationInMs: 2 },
      { ...base, content: 'y' },
      { ...base, content: '' },
      silent,
      logEntry(2, 'x', { requestId: 'r', method: 'm', durationInMs: 1 }),
      ...Array.from({ length: 20 }, (_, index) => ({ ...base, method: `m${index}` })),
    ];
    const store = new LogStore(now);
    for (const one of [base, ...others, ...others, base]) store.add([one]);
    assert.equal(store.entryCount, 1 + others.length);
    store.add([base, ...others]);
    assert.equal(store.entryCount, 1 + others.length, 'nor from a full millisecond');
    const { id: _, ...first } = store.getRow(0);
    assert.deepEqual(first, {
      time: 1,
      type: 'INFO',
      content: 'x',
      requestId: 'r',
      method: 'm',
      durationInMs: 1,
    });
  });

  test('inserts an entry without a time after its predecessor, once even if it is read repeatedly', () => {
    const store = new LogStore(now);
    const undated: LogEntry = { timestamp: '', type: 'UNPARSED', content: '{}' };
    store.add([logEntry(1, 'a'), undated, undated, logEntry(2, 'b')]);
    // This reading begins with it: its place is unknown, its text isn't.
    store.add([undated, logEntry(2, 'b'), logEntry(3, 'c')]);
    assert.deepEqual(texts(store), ['a', '{}', '{}', 'b', 'c']);
    const times = listRows(store).flatMap((row) => (row.isUndated ? [row.time] : []));
    assert.deepEqual(times, [1, 1]);
  });

  test('uses the current time if no entry has a time', () => {
    const store = new LogStore(() => 77);
    store.add([{ timestamp: 'soon', type: 'UNPARSED', content: '?' }]);
    assert.deepEqual(listRows(store), [{ id: 1, time: 77, isUndated: true, type: 'UNPARSED', content: '?' }]);
  });

  test('appends all entries at the end, including identical ones, with times that never decrease', () => {
    const changes: StoreChange[] = [];
    const store = new LogStore(now, (change) => changes.push(change));
    const undated: LogEntry = { timestamp: '', type: '', content: '-' };
    store.append([undated, logEntry(5, 'a'), logEntry(5, 'a')]);
    store.append([undated, logEntry(3, 'earlier'), logEntry(7, 'b')]);
    store.append([]);
    assert.deepEqual(
      listRows(store).map((row) => [row.time, row.content, row.isUndated]),
      [
        [5, '-', true],
        [5, 'a', undefined],
        [5, 'a', undefined],
        [5, '-', true],
        [5, 'earlier', undefined],
        [7, 'b', undefined],
      ],
    );
    assert.deepEqual(
      changes.map((change) => change.kind === 'inserted' && change.runs),
      [[{ at: 0, count: 3 }], [{ at: 3, count: 3 }]],
    );
    assert.deepEqual([store.levelCounts.INFO, store.levelCounts.OTHER], [4, 2]);
  });

  test('appends leading entries without a time at the time of the first dated one', () => {
    const store = new LogStore(() => 77);
    store.append([{ timestamp: '', type: '', content: '-' }]);
    store.append([logEntry(5, 'a')]);
    assert.deepEqual(
      listRows(store).map(({ time }) => time),
      [0, 5],
    );
  });

  test('continues its IDs after it was cleared', () => {
    const store = new LogStore(now);
    store.add([logEntry(1)]);
    store.clear();
    store.add([logEntry(1)]);
    assert.deepEqual(
      listRows(store).map(({ id }) => id),
      [2],
    );
    assert.equal(store.findSlot(1), undefined);
    assert.equal(store.levelCounts.INFO, 1);
  });

  test('removes its first rows, with their counts and texts, unless slots are held', () => {
    const store = new LogStore(now);
    const all = Array.from({ length: 5 }, (_, index) =>
      logEntry(index, `text ${index}`, { requestId: `r${index}`, type: index < 2 ? 'ERROR' : 'INFO' }),
    );
    store.add(all);
    const release = store.holdSlots();
    assert.equal(store.trim(2), false, 'somebody knows slots');
    release();
    release();
    assert.equal(store.trim(2), true);
    assert.deepEqual([store.levelCounts.ERROR, store.levelCounts.INFO, store.entryCount], [0, 3, 3]);
    assert.deepEqual(store.columns.requestIds.texts, ['', 'r2', 'r3', 'r4']);
    assert.equal(store.requestCount, 3);
    store.add(all.slice(2));
    assert.deepEqual(texts(store), ['text 2', 'text 3', 'text 4'], 'known ones are known');
    store.add([logEntry(9, 'text 9')]);
    assert.equal(listRows(store).at(-1)?.id, 6, 'ids go on');
    store.trim(4);
    assert.deepEqual(store.columns.contents.chunks.map(({ slots }) => slots.length).filter(Boolean), []);
  });

  test('keeps the part of a gap that extends into the remaining rows', () => {
    const store = new LogStore(now);
    store.add([1, 5, 9].map((time) => logEntry(time, `text ${time}`)));
    store.addGap({ from: 2, until: 7, isLoading: false });
    store.trim(2);
    assert.deepEqual(texts(store), ['text 5', '…', 'text 9']);
    assert.deepEqual([...store.gaps.values()], [{ from: 5, until: 7, isLoading: false }]);
    store.trim(2);
    assert.deepEqual(texts(store), ['text 9'], 'it ends before what stays');
  });

  test('keeps texts of any length complete, in several chunks', () => {
    const store = new LogStore(now);
    const long = Array.from({ length: 50 }, (_, index) =>
      (index % 7 === 0 ? 'é✓' : 'line ').repeat(index * 300),
    );
    for (const [index, text] of long.entries()) store.add([logEntry(index, text)]);
    assert.deepEqual(texts(store), long);
    assert.ok(store.columns.contents.chunks.length > 2, 'more than one chunk of a kind');
  });

  test('adds thousands of entries of one millisecond quickly', () => {
    const store = new LogStore(now);
    const all = Array.from({ length: 20_000 }, (_, index) => logEntry(5, `text ${index % 5000}`));
    store.add(all);
    store.add(all);
    assert.equal(store.entryCount, all.length);
  });
});

describe('the START entry of a request', () => {
  const create = () => {
    const store = new LogStore(() => 0);
    const find = (requestId: string) => {
      const slot = store.findStart(store.columns.requestIds.findCode(requestId) ?? -1);
      return slot === undefined ? undefined : store.getRow(slot).content;
    };
    return { store, find };
  };
  const start = (ms: number, requestId: string, content: string) =>
    logEntry(ms, content, { type: 'START', requestId });

  test('is the last one with its ID, in any order of arrival', () => {
    const { store, find } = create();
    store.add([start(5, 'r-1', 'b'), logEntry(6, 'x', { requestId: 'r-1' }), logEntry(6, 'y')]);
    store.add([start(1, 'r-1', 'a'), start(3, 'r-2', 'c')]);
    assert.deepEqual([find('r-1'), find('r-2'), find('r-3')], ['b', 'c', undefined]);
    store.add([start(5, 'r-1', 'd')]);
    assert.equal(find('r-1'), 'd', 'the later one of the same millisecond');
    assert.equal(store.findStart(0), undefined, 'entries without a request');
  });

  test('is forgotten with its row, and found after the rows before it were removed', () => {
    const { store, find } = create();
    store.add([start(1, 'r-1', 'a'), start(2, 'r-2', 'b'), start(3, 'r-1', 'c')]);
    const gap = store.addGap({ from: 2, until: 3, isLoading: false });
    store.add([logEntry(4, 'x', { requestId: 'r-2' })]);
    store.trim(1);
    assert.deepEqual([find('r-1'), find('r-2')], ['c', 'b']);
    store.removeGap(store.findSlot(store.columns.ids[gap] ?? 0) ?? -1);
    for (const slot of [...store.gaps.keys()]) store.removeGap(slot);
    assert.deepEqual([find('r-1'), find('r-2')], ['c', 'b']);
    store.trim(1);
    assert.deepEqual([find('r-1'), find('r-2')], ['c', undefined], 'the request is still open');
    store.add([start(5, 'r-3', 'd')]);
    assert.deepEqual([find('r-1'), find('r-3')], ['c', 'd']);
    store.clear();
    store.add([start(6, 'r-4', 'e')]);
    assert.deepEqual([find('r-1'), find('r-2'), find('r-4')], [undefined, undefined, 'e']);
  });

  test('is that of a search in all rows, for any changes', () => {
    const entry = fc.record({
      ms: fc.nat(9),
      id: fc.constantFrom('r-1', 'r-2', 'r-3'),
      isStart: fc.boolean(),
    });
    const change = fc.oneof(fc.array(entry, { maxLength: 6 }), fc.nat(8), fc.constant('clear' as const));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const { store } = create();
        let count = 0;
        for (const next of changes) {
          if (next === 'clear') store.clear();
          else if (typeof next === 'number') store.trim(Math.min(next, store.length));
          else {
            const sorted = next.toSorted((a, b) => a.ms - b.ms);
            store.add(
              sorted.map(({ ms, id, isStart }) =>
                logEntry(ms, String(count++), { type: isStart ? 'START' : 'INFO', requestId: id }),
              ),
            );
          }
          for (const code of store.columns.requestIds.texts.keys()) {
            const last = [...store.order].findLast((slot) => {
              const { type } = store.getRow(slot);
              return code > 0 && type === 'START' && store.columns.requestCodes[slot] === code;
            });
            assert.equal(store.findStart(code), last);
          }
          assert.equal(
            store.findStart(store.columns.requestIds.texts.length),
            undefined,
            'no removed request',
          );
        }
      }),
    );
  });
});
