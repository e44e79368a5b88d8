import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseRailColor } from '../../../src/logs/webview/requestRail.ts';

test('the color of a request depends only on its ID, and IDs use all colors about equally', () => {
  const counts = new Map<number, number>();
  for (let index = 0; index < 700; index++) {
    const color = chooseRailColor(`req-${index}`);
    assert.equal(chooseRailColor(`req-${index}`), color);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort(), [0, 1, 2, 3, 4, 5, 6]);
  for (const count of counts.values()) assert.ok(count > 50 && count < 150, String(count));
});
