import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type EnvironmentScopedNode, LazyGroup } from '../../../src/explorer/lazyGroup.ts';
import type { Node } from '../../../src/explorer/node.ts';
import { flushPromises } from '../../kit/eventLoop.ts';
import { signal } from '../../kit/signal.ts';

/** Sets up a tree with one group, whose reads end when the test resolves them. */
function setUp() {
  const reads: { done: (fact: string) => void; fail: (retryAfterMs?: number) => void }[] = [];
  const refreshed: Node[] = [];
  /** Rows by ID. A row that is read again replaces the old one. */
  const rendered = new Map<string, Node>();
  const late = new LazyGroup<EnvironmentScopedNode, EnvironmentScopedNode, string>({
    kind: 'group',
    createGroup: ({ environmentId }) => ({
      kind: 'group',
      id: `${environmentId}/g`,
      label: 'G',
      environmentId,
    }),
    readData: () =>
      new Promise((resolve, reject) =>
        reads.push({
          done: resolve,
          fail: (retryAfterMs) => reject(Object.assign(new Error('no'), { retryAfterMs })),
        }),
      ),
    addData: (group, fact) => ({ ...group, description: fact }),
    createRows: (group, fact) => [{ kind: 'row', id: `${group.id}/r`, label: fact }],
    tree: {
      refresh: (row) => refreshed.push(row as Node),
      redraw: () => undefined,
      refreshChildren: () => assert.fail('A group that is never hidden has always the same siblings.'),
      getRenderedRows: () => [...rendered.values()],
    },
  });
  /** Requests the rows of an open group, like the editor does after a redraw. */
  const redraw = async (): Promise<void> => {
    for (const row of new Set(refreshed.splice(0)))
      labels(row as EnvironmentScopedNode).catch(() => undefined);
    await flushPromises();
  };
  const [groups, rows] = late.branches;
  const environment = (): EnvironmentScopedNode => ({
    kind: 'environment',
    id: 'e',
    label: 'E',
    environmentId: 'e',
  });
  const open = async (parent: EnvironmentScopedNode): Promise<EnvironmentScopedNode> => {
    const [group] = await groups.getChildren(parent, signal);
    assert.ok(group);
    rendered.set(group.id, group);
    return group as EnvironmentScopedNode;
  };
  const labels = async (group: EnvironmentScopedNode) =>
    (await rows.getChildren(group, signal)).map(({ label }) => label);
  return { late, reads, refreshed, redraw, environment, open, labels };
}

describe('a group whose row shows data that is loaded later', () => {
  test('is shown immediately, is redrawn when the data arrives, and its data is read only once', async () => {
    const { late, reads, refreshed, environment, open, labels } = setUp();
    const group = await open(environment());
    assert.equal(late.decorate(group).description, undefined);
    reads[0]?.done('one');
    await flushPromises();
    assert.deepEqual(refreshed, [group]);
    assert.equal(late.decorate(group).description, 'one');
    assert.deepEqual(await labels(group), ['one']);
    assert.equal(reads.length, 1);

    // The second request reads the rows again, and the group shows the new data.
    const again = labels(group);
    assert.equal(reads.length, 2);
    reads[1]?.done('two');
    assert.deepEqual(await again, ['two']);
    assert.equal(late.decorate(group).description, 'two');
    assert.equal(refreshed.length, 2);
    assert.deepEqual(await labels(group), ['two']);
    assert.equal(reads.length, 2);
  });

  test('is the only row that is redrawn, and only if there is data to add', async () => {
    const { late, reads, refreshed, environment, open } = setUp();
    const parent = environment();
    await open(parent);
    reads[0]?.fail();
    await flushPromises();
    assert.deepEqual(refreshed, []);
    late.setData('e', 'one');
    assert.equal(late.decorate(parent), parent);
    assert.equal(refreshed.length, 1);
  });

  test('that is opened during a read waits for that read', async () => {
    const { reads, environment, open, labels } = setUp();
    const group = await open(environment());
    const rows = labels(group);
    reads[0]?.done('one');
    assert.deepEqual(await rows, ['one']);
    assert.equal(reads.length, 1);
  });

  test('is read again for a new environment row, but not for a redraw of the same row', async () => {
    const { late, reads, environment, open } = setUp();
    const row = environment();
    await open(row);
    reads[0]?.done('one');
    await flushPromises();
    await open(row);
    assert.equal(reads.length, 1);
    const group = await open(environment());
    assert.equal(reads.length, 2);
    // Known data is shown until there is newer data.
    assert.equal(late.decorate(group).description, 'one');
  });

  test('does not show a failure; the rows below show the error without a read, and read again on request', async () => {
    const { late, reads, refreshed, environment, open, labels } = setUp();
    await open(environment());
    reads[0]?.done('one');
    await flushPromises();
    const group = await open(environment());
    reads[1]?.fail();
    await flushPromises();
    assert.equal(late.decorate(group).description, undefined);
    assert.equal(refreshed.length, 2);
    await assert.rejects(labels(group));
    assert.equal(reads.length, 2);
    const rows = labels(group);
    reads[2]?.done('three');
    assert.deepEqual(await rows, ['three']);
  });

  for (const outcome of ['one', 'two', undefined]) {
    test(`that is open is read once for each new row: ${outcome ?? 'a failure'}`, async () => {
      const { reads, redraw, environment, open, labels } = setUp();
      const before = await open(environment());
      reads[0]?.done('one');
      await flushPromises();
      await labels(before);
      await redraw();
      // The editor requests the rows while the data is being read.
      const group = await open(environment());
      const rows = labels(group).catch(() => ['failed']);
      if (outcome === undefined) reads[1]?.fail();
      else reads[1]?.done(outcome);
      assert.deepEqual(await rows, [outcome ?? 'failed']);
      await flushPromises();
      await redraw();
      await redraw();
      assert.equal(reads.length, 2);
    });
  }

  test('is not read again before the time that the service requested, unless the user refreshes it', async (context) => {
    context.mock.timers.enable({ apis: ['Date'] });
    const { reads, environment, open, labels } = setUp();
    for (const [waitedMs, isRead] of [
      [59_000, false],
      [61_000, true],
    ] as const) {
      const group = await open(environment());
      reads.at(-1)?.fail(60_000);
      await flushPromises();
      const count = reads.length;
      context.mock.timers.tick(waitedMs);
      const rows = labels(group);
      assert.equal(reads.length > count, isRead);
      if (isRead) reads.at(-1)?.fail();
      await assert.rejects(rows);
      const again = labels(group);
      assert.ok(reads.length > count);
      reads.at(-1)?.done('well again');
      assert.deepEqual(await again, ['well again']);
    }
  });

  test('keeps data that was set during a read', async () => {
    const { late, reads, environment, open, labels } = setUp();
    const group = await open(environment());
    late.setData('e', 'done');
    reads[0]?.done('read before');
    await flushPromises();
    assert.equal(late.decorate(group).description, 'done');
    assert.deepEqual(await labels(group), ['done']);
  });

  test('reloads changed data, ignores a pending read, and redraws only the group', async () => {
    const { late, reads, refreshed, environment, open, labels } = setUp();
    const group = await open(environment());
    const changed = late.reload('e');
    assert.equal(reads.length, 2);
    reads[0]?.done('before the change');
    await flushPromises();
    assert.equal(late.decorate(group).description, undefined);
    reads[1]?.done('after it');
    await changed;
    assert.equal(late.decorate(group).description, 'after it');
    assert.deepEqual(new Set(refreshed), new Set([group]));
    assert.deepEqual(await labels(group), ['after it']);
    assert.equal(reads.length, 2);
  });

  test('is redrawn without a read, and a pending read is still used', async () => {
    const { late, reads, refreshed, environment, open, labels } = setUp();
    const group = await open(environment());
    reads[0]?.done('one');
    await flushPromises();
    await labels(group);
    late.redrawAll();
    assert.equal(refreshed.length, 2);
    assert.deepEqual(await labels(group), ['one']);
    assert.equal(reads.length, 1);

    const changed = late.reload('e');
    late.redrawAll();
    const rows = labels(group);
    reads[1]?.done('two');
    await changed;
    assert.deepEqual(await rows, ['two']);
    assert.equal(late.decorate(group).description, 'two');
  });

  test('reads outdated data again when it is opened', async (context) => {
    context.mock.timers.enable({ apis: ['Date'] });
    const { late, reads, environment, open, labels } = setUp();
    const group = await open(environment());
    reads[0]?.done('one');
    await flushPromises();
    context.mock.timers.tick(30_000);
    const rows = labels(group);
    assert.equal(reads.length, 2);
    reads[1]?.done('two');
    assert.deepEqual(await rows, ['two']);
    // A redraw doesn't read old data again.
    context.mock.timers.tick(30_000);
    late.redrawAll();
    assert.deepEqual(await labels(group), ['two']);
    assert.equal(reads.length, 2);
  });

  test('forgets the data of another account', async () => {
    const { late, reads, environment, open } = setUp();
    const group = await open(environment());
    late.clear();
    reads[0]?.done('of another');
    await flushPromises();
    assert.equal(late.decorate(group).description, undefined);
  });
});

describe('a group that can be hidden', () => {
  /** Sets up a group that is hidden while its data is 0, or if it's unsupported. */
  function setUpHidden() {
    const reads: PromiseWithResolvers<number>[] = [];
    const changes: string[] = [];
    const environment = { kind: 'environment', id: 'e', label: 'E', environmentId: 'e' };
    const group = { kind: 'group', id: 'e/g', label: 'G', environmentId: 'e' };
    const late = new LazyGroup<EnvironmentScopedNode, EnvironmentScopedNode, number>({
      kind: 'group',
      createGroup: () => group,
      readData: () => {
        const read = Promise.withResolvers<number>();
        reads.push(read);
        return read.promise;
      },
      addData: (row) => row,
      createRows: () => [],
      hidden: { withData: (count) => count === 0, withError: (error) => error === 'unsupported' },
      tree: {
        refresh: ({ id }: Node) => changes.push(id),
        redraw: () => undefined,
        refreshChildren: ({ id }) => changes.push(`children of ${id}`),
        getRenderedRows: (kind) => [kind === 'environment' ? environment : group],
      } as ConstructorParameters<typeof LazyGroup>[0]['tree'],
    });
    const countGroups = async (row = environment) => (await late.branches[0].getChildren(row, signal)).length;
    return { late, reads, changes, environment, countGroups };
  }

  test('has no row until its data is loaded, and appears and disappears with the data', async () => {
    const { late, reads, changes, countGroups } = setUpHidden();
    assert.equal(await countGroups(), 0);
    reads[0]?.resolve(2);
    await flushPromises();
    assert.deepEqual(changes, ['children of e']);
    assert.equal(await countGroups(), 1);
    assert.equal(reads.length, 1);
    late.setData('e', 3);
    assert.deepEqual(changes, ['children of e', 'e/g']);
    late.setData('e', 0);
    assert.deepEqual(changes.slice(2), ['children of e']);
    assert.equal(await countGroups(), 0);
  });

  test('stays hidden without an update of the tree if there is nothing in it', async () => {
    const { reads, changes, countGroups } = setUpHidden();
    await countGroups();
    reads[0]?.resolve(0);
    await flushPromises();
    assert.deepEqual(changes, ['e/g']);
    assert.equal(await countGroups(), 0);
  });

  for (const [error, count] of [
    ['broken', 1],
    ['unsupported', 0],
  ] as const) {
    test(`has ${count} rows if its data is ${error}`, async () => {
      const { reads, changes, environment, countGroups } = setUpHidden();
      await countGroups();
      reads[0]?.reject(error);
      await flushPromises();
      assert.equal(changes.includes('children of e'), count === 1);
      assert.equal(await countGroups(environment), count);
    });
  }
});
