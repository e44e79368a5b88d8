import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { noFilter } from '../../../src/logs/filter.ts';
import type { LogRow } from '../../../src/logs/logRow.ts';
import { type RequestSort, sortColumns, timeOrder, toggleSort } from '../../../src/logs/requestSort.ts';
import { diffLists } from '../../../src/logs/view/listEdits.ts';
import { listRows, logEntry } from '../../kit/entries.ts';
import { createLogView } from '../../kit/logView.ts';

const batch = fc.array(
  fc.record({
    time: fc.nat(9),
    type: fc.constantFrom('START', 'INFO', 'ERROR', 'ERROR', 'END', 'END'),
    request: fc.constantFrom('p', 'q', 'r', 's', 't', undefined),
    ms: fc.option(fc.nat(3), { nil: undefined }),
  }),
  { maxLength: 6 },
);
const sorts = fc.record({ by: fc.constantFrom(...sortColumns), isDescending: fc.boolean() });

/** Sorts the headers of requests and the rows without a request in another way: with a list of all rows for each value. */
function sortNaively(
  rows: readonly LogRow[],
  { by, isDescending }: RequestSort,
  openIds: ReadonlySet<string>,
) {
  const ids = [...new Set(rows.map(({ id, requestId }) => requestId ?? id))];
  const units = ids.map((id, position) => {
    const own = rows.filter((row) => (row.requestId ?? row.id) === id);
    return {
      position,
      lines:
        typeof id === 'number' ? own.map(toLine) : [`${id}:`, ...(openIds.has(id) ? own.map(toLine) : [])],
      isRequest: typeof id === 'string',
      duration: own.findLast(({ type }) => type === 'END')?.durationInMs,
      errors: own.filter(({ type }) => type === 'ERROR').length,
    };
  });
  if (by === 'time') return (isDescending ? units.toReversed() : units).flatMap(({ lines }) => lines);
  const ranked = (unit: (typeof units)[number]) => {
    const value = by === 'errors' ? unit.errors : unit.duration;
    return [
      unit.isRequest ? 0 : 1,
      value === undefined ? 1 : 0,
      (isDescending ? -1 : 1) * (value ?? 0),
      unit.position,
    ];
  };
  const compare = (a: readonly number[], b: readonly number[]) =>
    a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return units
    .map((unit) => ({ unit: unit.isRequest ? unit : { ...unit, duration: 0, errors: 0 }, lines: unit.lines }))
    .toSorted((a, b) => compare(ranked(a.unit), ranked(b.unit)))
    .flatMap(({ lines }) => lines);
}

const toLine = ({ id }: LogRow): string => `#${id}`;

describe('sorted requests', () => {
  test('are in the order of another implementation, and edits lead there, for any changes', {
    timeout: 60_000,
  }, async () => {
    const openIds = new Set(['q', 's']);
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { maxLength: 6 }), sorts, fc.nat(7), async (batches, sort, trimAt) => {
        const { store, view } = createLogView();
        await setImmediate();
        for (const id of openIds) view.setRequestOpen(id, true);
        await view.setFilter(noFilter, true, sort);
        const readLines = () =>
          Array.from({ length: view.length }, (_, index) => {
            const item = view.getItem(index);
            assert.ok(item);
            const row = store.getRow(item.slot);
            return item.head ? `${row.requestId}:` : toLine(row);
          });
        const copy = readLines();
        for (const [index, one] of batches.entries()) {
          const entries = one.map(({ time, type, request, ms }, at) =>
            logEntry(time, `${index}.${at}`, {
              type,
              ...(request !== undefined && { requestId: request }),
              ...(ms !== undefined && { durationInMs: ms }),
            }),
          );
          store.add(entries, index % 2 === 0 ? 'after' : 'before');
          if (index === trimAt) store.trim(3);
          for (const { at, removed, inserted } of view.takeEdits())
            copy.splice(at, removed, ...Array<string>(inserted).fill('new'));
          const lines = readLines();
          assert.deepEqual(lines, sortNaively(listRows(store), sort, openIds));
          assert.equal(copy.length, lines.length);
          for (const [at, line] of lines.entries()) {
            if (copy[at] !== 'new') assert.equal(line, copy[at]);
            copy[at] = line;
          }
        }
        view.dispose();
      }),
      { numRuns: 300 },
    );
  });

  test('a column first sorts descending, except for the time, and then in the other direction', () => {
    const byDuration = toggleSort(timeOrder, 'duration');
    assert.deepEqual(byDuration, { by: 'duration', isDescending: true });
    assert.deepEqual(toggleSort(byDuration, 'duration'), { by: 'duration', isDescending: false });
    assert.deepEqual(toggleSort(byDuration, 'time'), timeOrder);
    assert.deepEqual(toggleSort(timeOrder, 'time'), { by: 'time', isDescending: true });
  });
});

describe('the edits between two lists', () => {
  test('keep all items but those that moved', () => {
    const edits = diffLists(Uint32Array.of(1, 2, 3, 4, 5), Uint32Array.of(5, 1, 2, 3, 4));
    assert.deepEqual(edits, [
      { at: 0, removed: 0, inserted: 1 },
      { at: 5, removed: 1, inserted: 0 },
    ]);
  });

  test('are the same for many items, also with headers and removed rows', () => {
    const isHead = (index: number) => index % 3 === 0;
    const toItem = (index: number) => ((isHead(index) ? 0x80000000 : 0) | index) >>> 0;
    const before = Array.from({ length: 9000 }, (_, index) => (index === 4500 ? 0x7fffffff : toItem(index)));
    const after = [
      ...before.slice(0, 4400),
      toItem(9001),
      ...before.slice(4600, 8000),
      toItem(4400),
      ...before.slice(8000),
    ];
    after[100] = toItem(9002);
    const copy: (number | undefined)[] = [...before];
    const edits = diffLists(Uint32Array.from(before), Uint32Array.from(after));
    for (const { at, removed, inserted } of edits) copy.splice(at, removed, ...Array<undefined>(inserted));
    assert.deepEqual(
      copy.flatMap((item, index) => (item === after[index] ? [] : [index])),
      [100, 4400, 7801],
    );
  });

  test('convert any list to any other, and keep as many items as possible', () => {
    const lists = fc.uniqueArray(fc.nat(9), { maxLength: 9 });
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const copy: (number | undefined)[] = [...before];
        for (const { at, removed, inserted } of diffLists(Uint32Array.from(before), Uint32Array.from(after)))
          copy.splice(at, removed, ...Array<undefined>(inserted));
        assert.equal(copy.length, after.length);
        const kept = copy.filter((item, index) => item !== undefined && item === after[index]);
        assert.deepEqual(
          copy.filter((item) => item !== undefined),
          kept,
          'what stays is at its new position',
        );
        const longest = (items: readonly number[], last = -1): number =>
          items.reduce(
            (best, item, index) =>
              before.indexOf(item) > last
                ? Math.max(best, 1 + longest(items.slice(index + 1), before.indexOf(item)))
                : best,
            0,
          );
        const common = after.filter((item) => before.includes(item));
        // The items at both ends always stay.
        assert.ok(kept.length >= longest(common) - 2);
      }),
      { numRuns: 300 },
    );
  });
});
