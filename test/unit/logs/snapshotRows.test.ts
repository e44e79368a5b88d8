import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RowSource } from '../../../src/logs/export/formats.ts';
import { countEntries, snapshotRows } from '../../../src/logs/export/snapshotRows.ts';
import type { Gap } from '../../../src/logs/logRow.ts';
import { LogStore } from '../../../src/logs/store/logStore.ts';
import { logEntry } from '../../kit/entries.ts';

const gap: Gap = { from: 2, until: 4, isLoading: false };
const said = (rows: RowSource) =>
  Array.from({ length: rows.count }, (_, index) => {
    const row = rows.row(index);
    return row.gap ? `${row.gap.from}-${row.gap.until}` : row.content;
  });

describe('a snapshot of rows', () => {
  test('does not change when rows are added, removed, or loaded', () => {
    const store = new LogStore(() => 0);
    store.add([logEntry(1, 'one'), logEntry(5, 'five')]);
    const slot = store.addGap(gap);
    const rows = snapshotRows(store, store.order, 'gone');
    const before = ['one', '2-4', 'five'];
    assert.deepEqual(said(rows), before);
    store.add([logEntry(0, 'zero'), logEntry(3, 'three'), logEntry(9, 'nine')]);
    assert.deepEqual(said(rows), before);
    store.changeGap(slot, { ...gap, from: 3, isLoading: true });
    assert.deepEqual(said(rows), before);
    store.removeGap(slot);
    assert.deepEqual(said(rows), before);
  });

  test('of a cleared store returns no rows, not even new ones', () => {
    const store = new LogStore(() => 0);
    store.add([logEntry(1, 'one'), logEntry(2, 'two')]);
    store.addGap(gap);
    const rows = snapshotRows(store, store.order, 'they are gone');
    store.clear();
    for (const index of [0, 1, 2]) assert.throws(() => rows.row(index), { message: 'they are gone' });
    store.add([logEntry(3, 'three'), logEntry(4, 'four'), logEntry(5, 'five')]);
    for (const index of [0, 1, 2]) assert.throws(() => rows.row(index), { message: 'they are gone' });
    assert.deepEqual(said(snapshotRows(store, store.order, '')), ['three', 'four', 'five']);
  });

  test('of no rows is empty', () => {
    const store = new LogStore(() => 0);
    assert.equal(snapshotRows(store, store.order, '').count, 0);
  });

  test('counts entries without gaps', () => {
    const store = new LogStore(() => 0);
    store.add([logEntry(1, 'one'), logEntry(5, 'five')]);
    store.addGap(gap);
    assert.equal(store.order.length, 3);
    assert.equal(countEntries(store, store.order), 2);
  });
});
