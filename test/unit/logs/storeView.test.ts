import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { LogEntry } from '../../../src/api/logEntries.ts';
import { emptyQuery } from '../../../src/editor/webview/textQuery.ts';
import { type LogFilter, noFilter, toLevelGroup } from '../../../src/logs/filter.ts';
import { diffLists, type ListEdit } from '../../../src/logs/view/listEdits.ts';
import { logEntry } from '../../kit/entries.ts';
import { createLogView } from '../../kit/logView.ts';

/** A view, and a copy of it that only hears of edits. */
function setUp(isPartial = () => false) {
  let changes = 0;
  const { store, view } = createLogView(() => {
    changes++;
  }, isPartial);
  const row = (index: number) => {
    const item = view.getItem(index);
    assert.ok(item);
    const { content, gap, requestId } = store.getRow(item.slot);
    if (item.head) return `${requestId}:${item.head.entries}${item.head.isOpen ? ' open' : ''}`;
    return `${gap ? '…' : content}${item.isHit ? '!' : ''}`;
  };
  const rows = () => Array.from({ length: view.length }, (_, index) => row(index));
  const set = async (filter: Partial<LogFilter>, isGrouped = false) => {
    assert.equal(await view.setFilter({ ...noFilter, ...filter }, isGrouped), true);
    view.takeEdits();
  };
  return { store, view, rows, set, changes: () => changes };
}

const text = (value: string) => ({ find: { ...emptyQuery, text: value } });
const scene = [
  logEntry(1, 'one', { requestId: 'r', type: 'START', method: 'tools/call' }),
  logEntry(2, 'two', { requestId: 's' }),
  logEntry(3, 'three', { requestId: 'r', type: 'ERROR' }),
  logEntry(4, 'four'),
  logEntry(5, 'five', { requestId: 'r', type: 'END', durationInMs: 7 }),
];

describe('store view', () => {
  test('shows the rows that match the filter, and counts those with the text', async () => {
    const { store, view, rows, set } = setUp();
    store.add(scene);
    assert.deepEqual(rows(), ['one', 'two', 'three', 'four', 'five']);
    await set({ levels: ['ERROR', 'INFO'] });
    assert.deepEqual(rows(), ['two', 'three', 'four']);
    await set({ requestId: 'r' });
    assert.deepEqual(rows(), ['one', 'three', 'five']);
    assert.equal(view.slots.length, 3);
    await set({ requestId: 'r' }, true);
    assert.deepEqual([view.length, view.slots.length], [4, 3]);
    await set({ time: { from: 2, until: 4 } });
    assert.deepEqual([rows(), view.hitCount], [['two', 'three', 'four'], undefined]);
    await set(text('T'));
    assert.deepEqual([rows(), view.hitCount], [['one', 'two', 'three'], 3], 'in any field');
    await set({ ...text('t'), isHighlighting: true, levels: ['INFO', 'ERROR'] });
    assert.deepEqual([rows(), view.hitCount], [['two!', 'three!', 'four'], 2]);
  });

  test('always shows gaps', async () => {
    const { store, rows, set } = setUp();
    store.add(scene);
    store.addGap({ from: 2, until: 3, isLoading: false });
    await set({ ...text('four'), requestId: 'none' });
    assert.deepEqual(rows(), ['…']);
    await set(text('four'));
    assert.deepEqual(rows(), ['…', 'four']);
  });

  test('shows a request when it is loaded after the filter was set', async () => {
    const { store, rows, set } = setUp();
    store.add([logEntry(1, 'a', { requestId: 'q' })]);
    await set({ requestId: 'r' });
    store.add([logEntry(2, 'b', { requestId: 'r' })]);
    assert.deepEqual(rows(), ['b']);
  });

  test('reports edits that convert the old list to the new one, for any changes', {
    timeout: 60_000,
  }, async () => {
    const batch = fc.array(
      fc.tuple(fc.nat(9), fc.constantFrom('INFO', 'ERROR', 'END'), fc.constantFrom('q', 'r', undefined)),
      { maxLength: 6 },
    );
    const filters = fc.record({
      levels: fc.constantFrom([], ['ERROR' as const]),
      find: fc.constantFrom(
        emptyQuery,
        { ...emptyQuery, text: '1' },
        { ...emptyQuery, text: '[13]$', isRegex: true },
      ),
      isHighlighting: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { maxLength: 6 }),
        filters,
        fc.boolean(),
        fc.nat(8),
        async (batches, filter, isGrouped, trimAt) => {
          const { store, view, rows, set } = setUp();
          const all: LogEntry[] = [];
          const gaps: number[] = [];
          await set(filter, isGrouped);
          const copy = rows();
          for (const [index, one] of batches.entries()) {
            const entries = one.map(([time, type, requestId], at) =>
              logEntry(time, `${index}.${at}`, { type, ...(requestId && { requestId }) }),
            );
            all.push(...entries);
            store.add(entries, index % 2 === 0 ? 'after' : 'before');
            if (index === 1) gaps.push(store.addGap({ from: 3, until: 5, isLoading: false }));
            if (index === 3) for (const gap of gaps) store.removeGap(gap);
            if (index === 2) view.setRequestOpen('r', true);
            if (index === trimAt) {
              // Some are searched yet, and slots change.
              const gone = [...store.order.subarray(0, 4)].map((slot) => store.getRow(slot));
              store.trim(gone.length);
              for (const { content } of gone)
                all.splice(
                  all.findIndex((kept) => kept.content === content),
                  content ? 1 : 0,
                );
            }
            const wanted = all.filter(
              ({ content = '', type, requestId = '' }) =>
                (filter.levels.length === 0 || toLevelGroup(type) === 'ERROR') &&
                matches(filter.find, [content, type, requestId]),
            );
            const hits = filter.find.text === '' ? undefined : wanted.length;
            // Patterns are searched asynchronously.
            while (view.hitCount !== hits) await setImmediate();
            for (const { at, removed, inserted } of view.takeEdits()) {
              copy.splice(at, removed, ...Array<string>(inserted).fill('new'));
            }
            assert.equal(copy.length, view.length);
            // What isn't new is what it was; heads count again.
            for (const [at, said] of rows().entries()) {
              if (copy[at] !== 'new') assert.equal(said.replace(/:.*/, ''), copy[at]?.replace(/:.*/, ''));
              copy[at] = said;
            }
          }
          if (!isGrouped) {
            const times = copy.map((_, at) => store.getRow(view.getItem(at)?.slot ?? 0).time);
            assert.deepEqual(
              times,
              times.toSorted((a, b) => a - b),
            );
          }
          view.dispose();
        },
      ),
      { numRuns: 150 },
    );
  });

  test('names the first error of a request, or its first warning if there is no error', async () => {
    const { store, view, set } = setUp();
    store.add([
      logEntry(1, 'slow', { requestId: 'r', type: 'WARNING' }),
      logEntry(2, 'slower', { requestId: 'r', type: 'WARNING' }),
      logEntry(3, 'slow', { requestId: 's', type: 'WARNING' }),
      logEntry(4, 'failed', { requestId: 's', type: 'ERROR' }),
    ]);
    await set({}, true);
    assert.deepEqual(
      [0, 1].map((index) => view.getItem(index)?.head?.firstProblem),
      ['slow', 'failed'],
    );
    view.dispose();
  });

  test('groups by request, with a header at the first row and a summary', async () => {
    const { store, view, rows, set } = setUp();
    store.add(scene);
    await set({}, true);
    assert.deepEqual(rows(), ['r:3', 's:1', 'four']);
    assert.deepEqual(view.getItem(0)?.head, {
      entries: 3,
      errors: 1,
      warnings: 0,
      method: 'tools/call',
      durationInMs: 7,
      hasEnded: true,
      subject: 'one',
      firstProblem: 'three',
      isOpen: false,
    });
    view.setRequestOpen('r', true);
    assert.deepEqual(view.takeEdits(), [{ at: 1, removed: 0, inserted: 3 }]);
    assert.deepEqual(rows(), ['r:3 open', 'one', 'three', 'five', 's:1', 'four']);
    store.add([logEntry(6, 'six', { requestId: 's' }), logEntry(7, 'seven', { requestId: 't' })]);
    assert.deepEqual(view.takeEdits(), [{ at: 6, removed: 0, inserted: 1 }]);
    assert.deepEqual(rows(), ['r:3 open', 'one', 'three', 'five', 's:2', 'four', 't:1']);
    assert.deepEqual(
      view.slotsBetween(4, 5).map((slot) => store.getRow(slot).content),
      ['two', 'four', 'six'],
    );
  });

  test('expands requests with matches of a filter, and collapses them without it', async () => {
    const { store, view, rows, set } = setUp();
    store.add(scene);
    await set({ levels: ['ERROR'] }, true);
    assert.deepEqual(rows(), ['r:3 open', 'three']);
    await set(text('two'), true);
    assert.deepEqual(rows(), ['s:1 open', 'two']);
    await set({ ...text('two'), isHighlighting: true }, true);
    assert.deepEqual(rows(), ['r:3', 's:1 open', 'two!', 'four']);
    store.add([logEntry(6, 'two more', { requestId: 't' })]);
    while (view.hitCount !== 2) await setImmediate();
    view.takeEdits();
    assert.deepEqual(rows(), ['r:3', 's:1 open', 'two!', 'four', 't:1 open', 'two more!']);
    await set({ time: { from: 1, until: 3 } }, true);
    assert.deepEqual(rows(), ['r:3', 's:1'], 'a time alone looks for nothing');
    await set({}, true);
    assert.deepEqual(rows(), ['r:3', 's:1', 'four', 't:1']);
  });

  test('expands search results of the service, and reports no request as unfinished', async () => {
    let isPartial = true;
    const { store, view, rows, set } = setUp(() => isPartial);
    store.add([...scene, logEntry(6, 'six', { requestId: 't' })]);
    await set({}, true);
    assert.deepEqual(rows(), [
      'r:3 open',
      'one',
      'three',
      'five',
      's:1 open',
      'two',
      'four',
      't:1 open',
      'six',
    ]);
    const ends = () => [0, 4, 7].map((index) => view.getItem(index)?.head?.hasEnded);
    assert.deepEqual(ends(), [true, undefined, undefined]);
    await set({ time: { from: 1, until: 3 } }, true);
    assert.deepEqual(rows(), ['r:3 open', 'one', 'three', 's:1 open', 'two']);
    isPartial = false;
    await set({}, true);
    assert.deepEqual(rows(), ['r:3', 's:1', 'four', 't:1']);
    assert.equal(view.getItem(1)?.head?.hasEnded, false);
  });

  test('keeps requests that the user expanded or collapsed, whatever the filter', async () => {
    const { store, view, rows, set } = setUp();
    store.add(scene);
    await set({}, true);
    view.setRequestOpen('s', true);
    await set(text('t'), true);
    view.setRequestOpen('r', false);
    view.takeEdits();
    assert.deepEqual(rows(), ['r:3', 's:1 open', 'two']);
    await set({}, true);
    assert.deepEqual(rows(), ['r:3', 's:1 open', 'two', 'four']);
    await set({ requestId: 'r' }, true);
    assert.deepEqual(rows(), ['r:3']);
  });

  test('keeps its requests if hidden rows are removed from the store', async () => {
    const { store, view, rows, set } = setUp();
    store.add([logEntry(0, 'zero', { requestId: 'q' }), ...scene]);
    await set({ levels: ['ERROR'] }, true);
    store.trim(1);
    view.takeEdits();
    assert.deepEqual(rows(), ['r:3 open', 'three']);
  });

  test('jumps to matches and errors, and wraps around', async () => {
    const { store, view, set } = setUp();
    store.add(scene);
    await set({ ...text('o'), isHighlighting: true });
    assert.deepEqual(view.jump('hit', -1, true), { index: 0, nth: 1 });
    assert.deepEqual(view.jump('hit', 0, true), { index: 1, nth: 2 });
    assert.deepEqual(view.jump('hit', 5, false), { index: 3, nth: 4 });
    assert.deepEqual(view.jump('hit', 3, true), { index: 0, nth: 1 });
    assert.deepEqual(view.jump('hit', 0, false), { index: 3, nth: 4 });
    assert.deepEqual(view.jump('error', -1, true), { index: 2 });
    assert.deepEqual(view.jump('error', 2, true), { index: 2 });
    await set({ levels: ['INFO'] });
    assert.deepEqual([view.jump('hit', 0, true), view.jump('error', 0, true)], [undefined, undefined]);
  });

  test('returns the position of a row, or where it would be', async () => {
    const { store, view, set } = setUp();
    store.add(scene);
    const three = store.order[2];
    assert.deepEqual(view.locate(three, 3), { index: 2, isExact: true });
    await set({ levels: ['INFO'] });
    assert.deepEqual(view.locate(three, 3), { index: 1, isExact: false });
    assert.deepEqual(view.locate(undefined, 4), { index: 1, isExact: false }, 'of another life of the host');
    await set({}, true);
    const head = { index: 0, isExact: false, isStandIn: true };
    assert.deepEqual(view.locate(three, 3), head, 'it is folded into its head');
    const first = store.order[0];
    assert.deepEqual(view.locate(first, 1, true), { index: 0, isExact: true }, 'the head itself');
    view.setRequestOpen('r', true);
    view.takeEdits();
    assert.deepEqual(view.locate(three, 3), { index: 2, isExact: true });
    await set({ levels: ['OTHER'] }, true);
    assert.deepEqual(view.locate(three, 3), { index: 0, isExact: false }, 'the filter hides it');
    await set({});
    assert.deepEqual(view.locate(first, 1, true), head, 'the first row stands for the head');
  });

  test('rejects an invalid pattern, and keeps the list', async () => {
    const { store, view, rows, set } = setUp();
    store.add(scene);
    await set({ levels: ['ERROR'] });
    const find = { text: '(', isRegex: true, isCaseSensitive: false };
    await assert.rejects(view.setFilter({ ...noFilter, find }, false), { name: 'PatternError' });
    assert.deepEqual(rows(), ['three']);
    store.add([logEntry(9, 'nine', { type: 'ERROR' })]);
    assert.deepEqual(rows(), ['three', 'nine']);
  });

  test('applies only the last filter', async () => {
    const { store, view, rows } = setUp();
    store.add(scene);
    const first = view.setFilter({ ...noFilter, ...text('o') }, false);
    const second = view.setFilter({ ...noFilter, levels: ['ERROR'] }, false);
    assert.deepEqual(await Promise.all([first, second]), [false, true]);
    assert.deepEqual(rows(), ['three']);
  });

  test('starts again with a cleared store, even during a search', async () => {
    const { store, view, rows } = setUp();
    store.add(scene);
    const searching = view.setFilter({ ...noFilter, ...text('w') }, false);
    store.clear();
    view.onStoreClear();
    store.add([logEntry(1, 'new'), logEntry(2, 'x')]);
    assert.equal(await searching, true);
    assert.deepEqual([rows(), view.hitCount], [['new'], 1]);
  });
});

test('the edits between two lists keep their common items', () => {
  const lists = fc.uniqueArray(fc.nat(30)).map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      const copy: (number | undefined)[] = [...before];
      const edits: ListEdit[] = diffLists(Uint32Array.from(before), Uint32Array.from(after));
      for (const { at, removed, inserted } of edits) copy.splice(at, removed, ...Array(inserted));
      assert.deepEqual(
        copy,
        after.map((one) => (before.includes(one) ? one : undefined)),
      );
    }),
  );
});

function matches({ text: wanted, isRegex }: typeof emptyQuery, fields: readonly string[]): boolean {
  const pattern = new RegExp(isRegex ? wanted : wanted.replaceAll(/[.*+?]/g, '\\$&'), 'i');
  return wanted === '' || fields.some((field) => pattern.test(field));
}
