import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCursorGroup, findIntervals } from '../../../src/analytics/webview/cursorGroup.ts';

describe('the cursors of charts', () => {
  test('show the range at the cursor of one chart in all others', () => {
    const group = createCursorGroup();
    const shown: string[] = [];
    const share = group.add((range) => shown.push(`a ${range?.text}`));
    group.add((range) => shown.push(`b ${range?.text}`));
    group.add((range) => shown.push(`c ${range?.text}`));
    share({ from: 0, to: 1, text: 'noon' });
    share(undefined);
    assert.deepEqual(shown, ['b noon', 'c noon', 'b undefined', 'c undefined']);
  });

  test('are at the intervals with the same time, and not at the nearest ones', () => {
    const chart = { times: [10, 20, 40, 50], ends: [20, 30, 50, 60] };
    assert.deepEqual(findIntervals(chart, { from: 20, to: 30 }), [1, 1]);
    assert.deepEqual(findIntervals(chart, { from: 10, to: 50 }), [0, 2]);
    assert.deepEqual(findIntervals(chart, { from: 25, to: 45 }), [1, 2]);
    assert.equal(findIntervals(chart, { from: 30, to: 40 }), undefined);
    assert.equal(findIntervals(chart, { from: 60, to: 70 }), undefined);
  });
});
