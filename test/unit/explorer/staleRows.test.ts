import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Node, rootNode } from '../../../src/explorer/node.ts';
import { RowCache } from '../../../src/explorer/rowCache.ts';
import { StaleRows } from '../../../src/explorer/staleRows.ts';

const row = (id: string): Node => ({ kind: 'row', id, label: id });
const ids = (rows: readonly Node[] | undefined) => rows?.map(({ id }) => id);
const mark = (readAt: number) => [row(`since ${readAt}`)];

test('the last read rows are shown below a row with the failure and the time of the read', () => {
  let now = 1;
  const kept = new StaleRows(() => now);
  assert.equal(kept.beginRead(rootNode, 0).fail(mark), undefined);
  assert.deepEqual(ids(kept.beginRead(rootNode, 0).complete([row('a')], false)), ['a']);
  now = 2;
  assert.deepEqual(ids(kept.beginRead(rootNode, 0).fail(mark)), ['since 1', 'a']);
  // Rows that were only filtered again keep their age.
  assert.deepEqual(ids(kept.beginRead(rootNode, 0).complete([row('b')], true)), ['since 1', 'b']);
  assert.deepEqual(ids(kept.beginRead(rootNode, 0).fail(mark)), ['since 1', 'b']);
  assert.deepEqual(ids(kept.beginRead(rootNode, 0).complete([row('c')], false)), ['c']);
  now = 3;
  assert.deepEqual(ids(kept.beginRead(rootNode, 0).fail(mark)), ['since 2', 'c']);
});

test('branches and parents have separate rows', () => {
  const kept = new StaleRows(() => 1);
  kept.beginRead(rootNode, 0).complete([row('a')], false);
  assert.equal(kept.beginRead(rootNode, 1).fail(mark), undefined);
  assert.equal(kept.beginRead(row('x root'), 0).fail(mark), undefined);
});

test('a failure that is shown at the root is not shown below every row', () => {
  const kept = new StaleRows(() => 1);
  const [a, b] = [row('a'), row('b')];
  kept.beginRead(rootNode, 0).complete([a], false);
  kept.beginRead(a, 0).complete([b], false);
  assert.deepEqual(ids(kept.beginRead(a, 0).fail(mark)), ['since 1', 'b']);
  kept.beginRead(rootNode, 0).fail(mark);
  assert.deepEqual(ids(kept.beginRead(a, 0).fail(mark)), ['b']);
  assert.deepEqual([...kept.listStale(a)], [b]);
  kept.beginRead(rootNode, 0).complete([a], false);
  assert.deepEqual([...kept.listStale(rootNode)], []);
  assert.deepEqual(ids(kept.beginRead(a, 0).fail(mark)), ['since 1', 'b']);
});

test('the result of a replaced read is ignored', () => {
  const kept = new StaleRows(() => 1);
  const slow = kept.beginRead(rootNode, 0);
  kept.beginRead(rootNode, 0).complete([row('new')], false);
  slow.complete([row('old')], false);
  assert.deepEqual(ids(kept.beginRead(rootNode, 0).fail(mark)), ['since 1', 'new']);
});

test('the children of stale rows are not read; those of fresh rows are', async () => {
  const loaded = new RowCache();
  const [stands, read, below] = [row('stands'), row('read'), row('below')];
  const none = new Set<Node>();
  await loaded.get(rootNode, async () => ({ rows: [stands, read], staleRows: none }));
  for (const one of [stands, read]) await loaded.get(one, async () => ({ rows: [below], staleRows: none }));
  loaded.invalidate(rootNode);
  await loaded.get(rootNode, async (canUseCache) => {
    assert.equal(canUseCache, false);
    return { rows: [stands, read], staleRows: new Set([stands]) };
  });
  const fresh = async () => ({ rows: [row('fresh')], staleRows: none });
  assert.deepEqual(ids(await loaded.get(stands, fresh)), ['below']);
  assert.deepEqual(ids(await loaded.get(read, fresh)), ['fresh']);
});
