import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { renderPageHtml } from '../../../src/editor/panel/pageHtml.ts';
import { formatText } from '../../../src/editor/webview/formatText.ts';
import { ListSelection } from '../../../src/editor/webview/listSelection.ts';
import { moveIndex } from '../../../src/editor/webview/moves.ts';
import { createRowLayout, createScrollMap } from '../../../src/editor/webview/rowLayout.ts';
import {
  getEndPosition,
  getStartPosition,
  movePosition,
  type RowHeights,
  type ScrollPosition,
} from '../../../src/editor/webview/scrollPosition.ts';
import type { ListItem } from '../../../src/logs/protocol.ts';
import type { ListEdit } from '../../../src/logs/view/listEdits.ts';
import { ItemCache } from '../../../src/logs/webview/itemCache.ts';
import { moveTrackedRow, type TrackedRow } from '../../../src/logs/webview/rowTracking.ts';
import { waitUntil } from '../../kit/eventLoop.ts';

describe('the page', () => {
  const html = renderPageHtml({
    nonce: 'n0',
    cspSource: 'https://files.test',
    language: 'en',
    title: 'Logs: <a & "b">',
    loading: 'Wait "a bit"',
    script: 'https://files.test/logs.js',
    styles: ['https://files.test/logs.css?a&b'],
  });

  test('allows one script and its own styles, and nothing else', () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-n0'; style-src https://files.test; font-src https://files.test; " +
        "base-uri 'none'; form-action 'none'",
    );
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.doesNotMatch(html, /style=|<style|\son\w+=/);
  });

  test('escapes texts and URLs', () => {
    assert.ok(html.includes('<title>Logs: &lt;a &amp; &quot;b&quot;&gt;</title>'));
    assert.ok(html.includes('data-loading="Wait &quot;a bit&quot;"'));
    assert.ok(html.includes('logs.css?a&amp;b'));
  });
});

describe('layout', () => {
  test('stacks rows, with the measured heights of expanded ones', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 21, max: 400 }))),
        (count, tall) => {
          const heights = new Map(tall);
          const layout = createRowLayout(count, 20, heights);
          let offset = 0;
          for (let index = 0; index < count; index++) {
            assert.equal(layout.offsetOf(index), offset);
            assert.equal(layout.indexAt(offset), index);
            offset += heights.get(index) ?? 20;
            assert.equal(layout.indexAt(offset - 1), index);
          }
          assert.deepEqual([layout.totalHeight, layout.offsetOf(count)], [offset, offset]);
          assert.deepEqual([layout.indexAt(-5), layout.indexAt(offset + 99)], [0, count - 1]);
        },
      ),
    );
  });

  test('is empty without rows', () => {
    const layout = createRowLayout(0, 20, new Map([[0, 50]]));
    assert.deepEqual([layout.totalHeight, layout.indexAt(0)], [0, -1]);
  });
});

describe('scroll map', () => {
  test('reaches the first and the last of a million rows, within what a browser can scroll', () => {
    const total = 1_000_000 * 22 + 32;
    for (const view of [200, 600, 2000]) {
      const map = createScrollMap(total, view, total - view);
      assert.ok(map.spacer <= 33_554_428 / 3, 'at a device pixel ratio of 3');
      assert.equal(map.isExact, false);
      assert.equal(map.toListOffset(0), 0);
      assert.ok(Math.abs(map.toListOffset(map.spacer - view) - (total - view)) < 1e-6);
      for (const offset of [0, 1, 12_345, total / 2, total - view]) {
        assert.ok(Math.abs(map.toListOffset(map.toScrollTop(offset)) - offset) < 1e-6);
      }
    }
  });

  test('equals the list while the list is short', () => {
    const map = createScrollMap(3000, 500, 2500);
    assert.deepEqual(
      [map.spacer, map.isExact, map.toScrollTop(1234), map.toListOffset(1234)],
      [3000, true, 1234, 1234],
    );
    const small = createScrollMap(100, 500, 0);
    assert.deepEqual([small.spacer, small.toScrollTop(0), small.toListOffset(0)], [500, 0, 0]);
  });
});

describe('position', () => {
  const heights = fc.array(fc.integer({ min: 20, max: 90 }), { maxLength: 60 });
  const rowsOf = (all: readonly number[]): RowHeights => ({
    count: all.length,
    headHeight: 32,
    footHeight: 0,
    getRowHeight: (index) => all[index] ?? 0,
  });
  const pixels = (all: readonly number[], { index, offset }: ScrollPosition) =>
    32 + all.slice(0, index).reduce((sum, height) => sum + height, 0) + offset;

  test('moves by a number of pixels, within the list', () => {
    fc.assert(
      fc.property(
        heights,
        fc.array(fc.integer({ min: -900, max: 900 })),
        fc.integer({ min: 1, max: 700 }),
        (all, steps, view) => {
          const rows = rowsOf(all);
          const end = Math.max(0, pixels(all, { index: all.length, offset: 0 }) - view);
          let at = getStartPosition(rows);
          let expected = 0;
          for (const delta of steps) {
            at = movePosition(rows, at, delta, view);
            expected = Math.min(Math.max(0, expected + delta), end);
            assert.equal(pixels(all, at), expected);
          }
          assert.equal(pixels(all, getEndPosition(rows, view)), end);
        },
      ),
    );
  });
});

describe('items', () => {
  const item = (id: number): ListItem => ({ id, time: id, type: 'INFO', isHit: false });

  /** A host whose list is `all`. */
  function setUp(all: ListItem[]) {
    const asked: [number, number, boolean][] = [];
    const items = new ItemCache(
      async (first, count, isAtEnd) => {
        asked.push([first, count, isAtEnd]);
        return { first, items: all.slice(first, first + count) };
      },
      () => undefined,
      async () => ({}),
    );
    items.reset(all.length);
    return { items, asked };
  }

  test('are requested once if they are missing, with some around them', async () => {
    const { items, asked } = setUp(Array.from({ length: 1000 }, (_, index) => item(index)));
    assert.equal(items.ensureLoaded(40, 60, false), false);
    assert.equal(items.ensureLoaded(41, 61, false), false);
    await waitUntil(() => items.at(61) !== undefined, 'they come');
    assert.deepEqual([items.at(40)?.id, items.indexOf(50)], [40, 50]);
    assert.equal(items.ensureLoaded(40, 61, false), true);
    await waitUntil(() => asked.length === 2, 'the later wish is heard');
    assert.equal(items.ensureLoaded(0, 120, false), true, 'what lies around is there');
    assert.equal(asked.length, 2);
  });

  test('are requested without others while a scroll bar is dragged, until it stops', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { items, asked } = setUp(Array.from({ length: 10_000 }, (_, index) => item(index)));
    for (const first of [3000, 6000, 9000]) {
      assert.equal(items.ensureLoaded(first, first + 20, false), false);
      // As when something else is drawn meanwhile.
      assert.equal(items.ensureLoaded(first, first + 20, false), false);
      await waitUntil(() => items.at(first) !== undefined, 'they come');
      assert.equal(items.ensureLoaded(first, first + 20, false), true);
    }
    t.mock.timers.tick(100);
    await waitUntil(() => items.at(9100) !== undefined, 'what lies around comes, too');
    assert.deepEqual(
      new Set(asked.map(([first, count]) => `${first} ${count}`)),
      new Set(['3000 21', '6000 21', '9000 21', '8920 181']),
    );
    assert.equal(items.ensureLoaded(9090, 9110, false), false);
    await waitUntil(() => items.at(9110) !== undefined, 'they come');
    assert.deepEqual(asked.at(-1), [9010, 181, false], 'who scrolls on gets what lies ahead at once');
  });

  test('at the end are requested with others around them', async () => {
    const { items, asked } = setUp(Array.from({ length: 1000 }, (_, index) => item(index)));
    items.ensureLoaded(980, 999, true);
    await waitUntil(() => items.at(999) !== undefined, 'they come');
    assert.deepEqual(asked, [[900, 100, true]]);
  });

  test('are limited in number while the list follows its end', () => {
    const { items } = setUp([]);
    for (let turn = 0; turn < 200; turn++) {
      const end = Array.from({ length: 100 }, (_, index) => item(turn * 100 + index));
      items.applyChange([{ at: turn * 100, removed: 0, inserted: 100 }], (turn + 1) * 100, end, false);
    }
    let held = 0;
    for (let index = 0; index < items.length; index++) if (items.at(index)) held++;
    assert.ok(held >= 100 && held <= 2100, `${held} items`);
    assert.equal(items.at(items.length - 1)?.id, 19_999);
  });

  test('follow the edits of the list, so that the cache equals the list of the host', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat(30), removed: fc.nat(3), inserted: fc.nat(4) }), { maxLength: 12 }),
        fc.nat(25),
        async (edits, first) => {
          const all = Array.from({ length: 30 }, (_, index) => item(index));
          const { items } = setUp(all);
          items.ensureLoaded(first, first + 4, false);
          await waitUntil(() => items.at(first) !== undefined, 'they come');
          let next = 1000;
          for (const wanted of edits) {
            const at = Math.min(wanted.at, all.length);
            const removed = Math.min(wanted.removed, all.length - at);
            const fresh = Array.from({ length: wanted.inserted }, () => item(next++));
            all.splice(at, removed, ...fresh);
            items.applyChange([{ at, removed, inserted: wanted.inserted }], all.length, all.slice(-2), false);
            assert.equal(items.length, all.length);
            for (const [index, one] of all.entries()) {
              const here = items.at(index);
              assert.ok(here === undefined || here.id === one.id, `${index}: ${here?.id}, not ${one.id}`);
            }
            assert.equal(items.at(all.length - 1)?.id, all.at(-1)?.id, 'the end is told');
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the selection of log rows', () => {
  test('moves within the rows', () => {
    assert.equal(moveIndex(0, 'up', 5, 2), 0);
    assert.equal(moveIndex(4, 'down', 5, 2), 4);
    assert.equal(moveIndex(1, 'pageDown', 5, 2), 3);
    assert.equal(moveIndex(1, 'pageUp', 5, 2), 0);
    assert.equal(moveIndex(2, 'first', 5, 2), 0);
    assert.equal(moveIndex(2, 'last', 5, 2), 4);
  });

  test('follows the edits of the list', () => {
    const rangeAfter = (edits: readonly ListEdit[]) => {
      const selection = new ListSelection<TrackedRow>(({ index }) => index);
      selection.select({ id: 108, time: 8, index: 8 });
      selection.select({ id: 104, time: 4, index: 4 }, true);
      selection.update((row) => moveTrackedRow(row, edits));
      return selection.range;
    };
    assert.deepEqual(rangeAfter([{ at: 2, removed: 1, inserted: 3 }]), { first: 6, last: 10 });
    assert.deepEqual(rangeAfter([{ at: 8, removed: 1, inserted: 0 }]), { first: 4, last: 4 });
    assert.equal(rangeAfter([{ at: 0, removed: 20, inserted: 20 }]), undefined);
  });
});

test('placeholders are replaced, except unknown ones', () => {
  assert.equal(formatText('{0} of {1}, {0} {2}', 1, 'x'), '1 of x, 1 {2}');
});
