import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseRailColor, createRailColors } from '../../../src/logs/webview/requestRail.ts';

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

test('a new request gets another color than the requests of the rows next to its rows, for any rows', () => {
  const ids = fc.array(fc.nat(99), { maxLength: 60 }).map((all) => all.map((id) => `req-${id}`));
  fc.assert(
    fc.property(ids, (requestIds) => {
      const colors = createRailColors()(requestIds);
      /** Whether a request can have neighbors of all colors. */
      const hasManyNeighbors = (id: string) =>
        new Set(
          requestIds.flatMap((other, index) =>
            other === id ? [requestIds[index - 1], requestIds[index + 1]] : [],
          ),
        ).size > 6;
      requestIds.forEach((id, position) => {
        const previous = requestIds[position - 1];
        if (previous === undefined || previous === id) return;
        if (hasManyNeighbors(id) || hasManyNeighbors(previous)) return;
        assert.notEqual(colors.get(id), colors.get(previous), `${previous}, ${id}`);
      });
    }),
  );
});

test('a request keeps its color while rows are added and the list is scrolled', () => {
  const requestIds = Array.from({ length: 300 }, (_, index) => `req-${Math.floor(index / 3)}`);
  const findColors = createRailColors();
  let previousColors = findColors(requestIds.slice(200, 230));
  const firstIndexes = [...Array(70).keys()].map((step) => 200 + step);
  for (const first of [...firstIndexes, ...firstIndexes.toReversed()]) {
    const drawnIds = requestIds.slice(first, first + 30);
    const colors = findColors(drawnIds);
    for (const [id, color] of previousColors) if (drawnIds.includes(id)) assert.equal(colors.get(id), color);
    drawnIds.forEach((id, position) => {
      const previous = drawnIds[position - 1] ?? id;
      if (previous !== id) assert.notEqual(colors.get(id), colors.get(previous));
    });
    assert.equal(colors.size, new Set(drawnIds).size, 'other requests are forgotten');
    previousColors = colors;
  }
});
