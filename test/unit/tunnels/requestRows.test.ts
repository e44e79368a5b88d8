import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RequestRow } from '../../../src/tunnels/page/protocol.ts';
import { RequestRows } from '../../../src/tunnels/webview/requestRows.ts';
import { createRandom } from '../../service/world/random.ts';

const row = (id: number, target = ''): RequestRow => ({
  id,
  startedAt: id,
  method: 'POST',
  path: '/',
  size: 0,
  target,
});
const idsOf = (rows: RequestRows): readonly number[] =>
  Array.from({ length: rows.length }, (_, index) => rows.idAt(index));

describe('the rows of the list of requests', () => {
  test('are all visible without a search, and only those with the text with one', () => {
    const rows = new RequestRows();
    const first = { generation: 1, firstId: 1, rows: [row(1), row(2), row(3)] };
    assert.deepEqual(rows.apply(first), { isNew: true, removedRows: 0, addedRows: 3 });
    rows.setHits([3, 1]);
    assert.deepEqual(idsOf(rows), [1, 3]);
    assert.deepEqual([rows.indexOf(3), rows.indexOf(2), rows.hitCount], [1, -1, 2]);
    assert.deepEqual(
      [rows.findNextHit(1, true), rows.findNextHit(3, true), rows.findNextHit(2, false)],
      [3, 1, 1],
    );
    assert.deepEqual([rows.getHitNumber(3), rows.getHitNumber(2)], [2, undefined]);
    assert.deepEqual([rows.findNextHit(undefined, true), rows.findNextHit(undefined, false)], [1, 3]);
    rows.isHighlighting = true;
    assert.deepEqual(idsOf(rows), [1, 2, 3]);
    rows.setHits(undefined);
    assert.equal(rows.findNextHit(1, true), undefined);
  });

  test('belong to one tunnel only', () => {
    const rows = new RequestRows();
    rows.apply({ generation: 1, firstId: 1, rows: [row(1), row(2)] });
    rows.setHits([2]);
    assert.equal(rows.apply({ generation: 2, firstId: 1, rows: [], hits: [] }).isNew, true);
    assert.deepEqual([rows.count, rows.length], [0, 0]);
  });

  test('are the same as in the log after any batches', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createRandom(seed);
      const rows = new RequestRows();
      const kept = new Map<number, string>();
      let [lastId, firstId] = [0, 1];
      rows.apply({ generation: 1, firstId, rows: [] });
      rows.setHits([]);
      for (let step = 0; step < 30; step++) {
        const changed = Array.from({ length: random.int(0, 3) }, () =>
          random.int(firstId, Math.max(firstId, lastId)),
        );
        const added = Array.from({ length: random.int(0, 5) }, () => ++lastId);
        const ids = [...new Set([...changed.filter((id) => kept.has(id)), ...added])];
        const batch = ids.map((id) => row(id, random.pick(['hit', 'other'])));
        for (const { id, target = '' } of batch) kept.set(id, target);
        if (random.chance(0.2)) firstId = random.int(firstId, Math.max(firstId, lastId));
        for (const id of kept.keys()) if (id < firstId) kept.delete(id);
        const hits = batch.filter(({ target }) => target === 'hit').map(({ id }) => id);
        const earlierLength = rows.length;
        const { removedRows, addedRows } = rows.apply({ generation: 1, firstId, rows: batch, hits });
        assert.ok(removedRows >= 0 && addedRows >= 0 && removedRows <= earlierLength);
        const expected = [...kept].filter(([, target]) => target === 'hit').map(([id]) => id);
        assert.deepEqual(
          idsOf(rows),
          expected.sort((one, other) => one - other),
          `seed ${seed}`,
        );
        assert.equal(rows.count, kept.size);
        for (const [id, target] of kept) assert.equal(rows.get(id)?.target, target);
      }
    }
  });
});
