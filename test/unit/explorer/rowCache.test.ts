import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Node, rootNode } from '../../../src/explorer/node.ts';
import { RowCache } from '../../../src/explorer/rowCache.ts';

const row = (id: string, label = id): Node => ({ kind: 'row', id, label });
const just = (...rows: readonly Node[]) => ({ rows, staleRows: new Set<Node>() });

test('rows are read once, until they are invalidated', async () => {
  const loaded = new RowCache();
  let reads = 0;
  const load = async () => just(row(`${++reads}`));
  assert.deepEqual(await loaded.get(rootNode, load), [row('1')]);
  assert.deepEqual(await loaded.get(rootNode, load), [row('1')]);
  loaded.invalidate(rootNode);
  assert.deepEqual(await loaded.get(rootNode, load), [row('2')]);
});

test('rows that are filtered again keep their identity and their children, unless they have changed', async () => {
  const loaded = new RowCache();
  const [a, b] = await loaded.get(rootNode, async () => just(row('a'), row('b')));
  assert.ok(a && b);
  await loaded.get(a, async () => just(row('below a')));
  loaded.invalidateChildren(rootNode);
  const again: boolean[] = [];
  const [c, b2, a2] = await loaded.get(rootNode, async (canUseCache) => {
    again.push(canUseCache);
    return just(row('c'), row('b', 'renamed'), row('a'));
  });
  assert.deepEqual(again, [true]);
  assert.equal(a2, a);
  assert.notEqual(b2, b);
  assert.equal(c?.id, 'c');
  assert.deepEqual(await loaded.get(a, () => Promise.reject(new Error('asked again'))), [row('below a')]);
});

test('hidden rows are shown again with their children', async () => {
  const loaded = new RowCache();
  const [a] = await loaded.get(rootNode, async () => just(row('a'), row('b')));
  assert.ok(a);
  await loaded.get(a, async () => just(row('below a')));
  for (const rows of [[row('b')], [a, row('b')]]) {
    loaded.invalidateChildren(rootNode);
    await loaded.get(rootNode, async () => just(...rows));
  }
  assert.deepEqual(await loaded.get(a, () => Promise.reject(new Error('asked again'))), [row('below a')]);
});

test('the children of a changed row are read again', async () => {
  const loaded = new RowCache();
  const [a] = await loaded.get(rootNode, async () => just(row('a')));
  assert.ok(a);
  await loaded.get(a, async () => just(row('one')));
  loaded.invalidateChildren(rootNode);
  await loaded.get(rootNode, async () => just(row('a', 'renamed')));
  assert.deepEqual(await loaded.get(a, async (_, { label }) => just(row(label))), [row('renamed')]);
});

test('an invalidated row is invalidated with its whole subtree', async () => {
  const loaded = new RowCache();
  const [a] = await loaded.get(rootNode, async () => just(row('a')));
  assert.ok(a);
  const [b] = await loaded.get(a, async () => just(row('b')));
  assert.ok(b);
  await loaded.get(b, async () => just(row('c')));
  loaded.invalidate(rootNode);
  let canUseCache = true;
  await loaded.get(rootNode, async (again) => {
    canUseCache = again;
    return just(a);
  });
  assert.equal(canUseCache, false);
  for (const one of [a, b])
    assert.deepEqual(await loaded.get(one, async () => just(row('new'))), [row('new')]);
});

test('a load is replaced by a later one, but not by an invalidation alone', async () => {
  const cache = new RowCache();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isFirstReplaced = (): boolean => false;
  const first = cache.get(rootNode, async (_canUseCache, _parent, isReplaced) => {
    isFirstReplaced = isReplaced;
    await promise;
    return just(row('first'));
  });
  cache.invalidate(rootNode);
  assert.equal(isFirstReplaced(), false);
  const second = cache.get(rootNode, async (_canUseCache, _parent, isReplaced) => {
    await promise;
    assert.equal(isReplaced(), false);
    return just(row('second'));
  });
  assert.equal(isFirstReplaced(), true);
  resolve();
  assert.deepEqual(await first, [row('second')]);
  assert.deepEqual(await second, [row('second')]);
});
