import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LogRow } from '../../../src/logs/logRow.ts';
import { pageHtml } from '../../../src/logs/pageHtml.ts';
import { createStore } from '../../../src/logs/store.ts';
import { fill } from '../../../src/logs/strings.ts';
import { moveIndex, selectionOf } from '../../../src/logs/webview/cursor.ts';
import { createLayout } from '../../../src/logs/webview/layout.ts';
import { createModel } from '../../../src/logs/webview/model.ts';
import { entry } from './fakeLogs.ts';

describe('the page', () => {
  const html = pageHtml({
    nonce: 'n0',
    cspSource: 'https://files.test',
    language: 'en',
    title: 'Logs: <a & "b">',
    script: 'https://files.test/logs.js',
    styles: ['https://files.test/logs.css?a&b'],
  });

  test('allows one script and its own styles, and nothing else', () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-n0'; style-src https://files.test; font-src https://files.test",
    );
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.doesNotMatch(html, /style=|<style|\son\w+=/);
  });

  test('escapes what it is given', () => {
    assert.ok(html.includes('<title>Logs: &lt;a &amp; &quot;b&quot;&gt;</title>'));
    assert.ok(html.includes('logs.css?a&amp;b'));
  });
});

describe('layout', () => {
  test('rows lie one below the other, expanded ones with their own heights', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 21, max: 400 }))),
        (count, tall) => {
          const heights = new Map(tall);
          const layout = createLayout(count, 20, heights);
          let offset = 0;
          for (let index = 0; index < count; index++) {
            assert.equal(layout.offsetOf(index), offset);
            assert.equal(layout.indexAt(offset), index);
            offset += heights.get(index) ?? 20;
            assert.equal(layout.indexAt(offset - 1), index);
          }
          assert.deepEqual([layout.total, layout.offsetOf(count)], [offset, offset]);
          assert.deepEqual([layout.indexAt(-5), layout.indexAt(offset + 99)], [0, count - 1]);
        },
      ),
    );
  });

  test('of no rows is empty', () => {
    const layout = createLayout(0, 20, new Map([[0, 50]]));
    assert.deepEqual([layout.total, layout.indexAt(0)], [0, -1]);
  });
});

describe('model', () => {
  test("shows what a fresh filtering of the host's rows would show, whatever comes in whatever order", () => {
    const batch = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom('INFO', 'ERROR', 'END')),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 8 }), fc.boolean(), (batches, isFiltered) => {
        const store = createStore(() => 0);
        const model = createModel();
        if (isFiltered) model.setFilter({ levels: ['ERROR'], text: '' });
        for (const [index, one] of batches.entries()) {
          const tie = index % 2 === 0 ? 'after' : 'before';
          const before = model.shown.at(-1);
          const added = model.insert(
            store.beginPass(tie).add(one.map(([time, type], at) => entry(time, `${index}.${at}`, { type }))),
          );
          const end = before ? model.shown.indexOf(before) + 1 : 0;
          assert.equal(added, model.shown.length - end);
        }
        const expected = store.rows.filter(({ type }) => !isFiltered || type === 'ERROR');
        assert.deepEqual(model.rows, store.rows);
        assert.deepEqual(model.shown, expected);
        const counted = store.rows.filter(({ type }) => type === 'ERROR').length;
        assert.equal(model.counts.ERROR, counted);
        for (const [index, row] of expected.entries()) assert.equal(model.indexOf(row), index);
      }),
    );
  });

  test('begins anew when reset', () => {
    const model = createModel();
    const row: LogRow = { id: 1, time: 1, type: 'INFO' };
    model.reset([row]);
    assert.deepEqual([model.shown, model.counts.INFO], [[row], 1]);
    model.reset([]);
    assert.deepEqual([model.shown, model.counts.INFO, model.indexOf(row)], [[], 0, -1]);
  });
});

describe('cursor', () => {
  test('moves stay within the rows', () => {
    assert.equal(moveIndex(0, 'up', 5, 2), 0);
    assert.equal(moveIndex(4, 'down', 5, 2), 4);
    assert.equal(moveIndex(1, 'pageDown', 5, 2), 3);
    assert.equal(moveIndex(1, 'pageUp', 5, 2), 0);
    assert.equal(moveIndex(2, 'first', 5, 2), 0);
    assert.equal(moveIndex(2, 'last', 5, 2), 4);
  });

  test('a selection is what lies between its ends, or the end that is left', () => {
    const rows: LogRow[] = [1, 2, 3].map((id) => ({ id, time: id, type: 'INFO' }));
    const [first, second, third] = rows;
    assert.ok(first && second && third);
    const indexOf = (row: LogRow) => rows.indexOf(row);
    assert.deepEqual(selectionOf({ active: first, origin: third }, indexOf), { first: 0, last: 2 });
    const withoutThird = (row: LogRow) => (row === third ? -1 : indexOf(row));
    assert.deepEqual(selectionOf({ active: second, origin: third }, withoutThird), { first: 1, last: 1 });
    assert.equal(selectionOf({ active: third, origin: third }, withoutThird), undefined);
    assert.equal(selectionOf(undefined, indexOf), undefined);
  });
});

test('texts are filled, and unknown places stay', () => {
  assert.equal(fill('{0} of {1}, {0} {2}', 1, 'x'), '1 of x, 1 {2}');
});
