import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noFilter } from '../../../src/logs/filter.ts';
import { ListModel } from '../../../src/logs/listModel.ts';
import type { ToPage } from '../../../src/logs/protocol.ts';
import { timeOrder } from '../../../src/logs/requestSort.ts';
import { logEntry } from '../../kit/entries.ts';
import { createLogView } from '../../kit/logView.ts';

test('the first change of a new page has the last entries, so that it shows them without a request', async () => {
  const changes: Extract<ToPage, { kind: 'change' }>[] = [];
  const { store, view } = createLogView(() => list.scheduleUpdate());
  const post = (message: ToPage): void => {
    if (message.kind === 'change') changes.push(message);
  };
  const list = new ListModel({ store, view, post, toProblem: String });
  list.setPageOpen(true);
  await list.list({ filter: noFilter, isGrouped: false, sort: timeOrder, timeZone: 'UTC', tracked: [] });
  store.add(Array.from({ length: 500 }, (_, index) => logEntry(index, `entry ${index}`)));
  // A request sends pending changes.
  list.locate({ tracked: [] });
  assert.equal(changes.length, 1);
  assert.equal(changes[0]?.end?.length, 80);
  assert.equal(changes[0]?.end?.at(-1)?.content, 'entry 499');
  list.dispose();
});

describe('entries of a request', () => {
  async function createList(isGrouped: boolean) {
    const changes: Extract<ToPage, { kind: 'change' }>[] = [];
    const { store, view } = createLogView(
      () => list.scheduleUpdate(),
      () => false,
      (change) => list.onStoreChange(change),
    );
    const post = (message: ToPage): void => {
      if (message.kind === 'change') changes.push(message);
    };
    const list = new ListModel({ store, view, post, toProblem: String });
    list.setPageOpen(true);
    await list.list({ filter: noFilter, isGrouped, sort: timeOrder, timeZone: 'UTC', tracked: [] });
    const getNames = () =>
      list.items({ first: 0, count: 99, isAtEnd: false }).items.map(({ requestName }) => requestName);
    return { store, view, list, changes, getNames };
  }
  const start = (ms: number, requestId: string, method: string, content = '') =>
    logEntry(ms, content, { type: 'START', requestId, method });
  const end = (ms: number, requestId: string, more: object = {}) =>
    logEntry(ms, '', { type: 'END', requestId, durationInMs: 637, ...more });

  test('have the tool or the method of their request', async () => {
    const { store, list, getNames } = await createList(false);
    store.add([
      start(1, 'r-1', 'tools/call', 'get_forecast {"city":"Lima"}'),
      start(2, 'r-2', 'tools/call', '{"name":"list_cities"}'),
      start(3, 'r-3', 'resources/read', 'file:///notes.txt'),
      logEntry(4, 'loading', { requestId: 'r-1' }),
      end(5, 'r-2', { method: 'tools/call' }),
      end(6, 'r-1', { content: '637 ms' }),
      end(7, 'r-3'),
      end(8, 'r-3', { method: 'resources/read' }),
      end(9, 'r-1', { content: 'done' }),
      end(10, 'r-4'),
      end(11, '', {}),
    ]);
    assert.deepEqual(getNames(), [
      ...[undefined, undefined, undefined, 'get_forecast', 'list_cities', 'get_forecast', 'resources/read'],
      ...[undefined, 'get_forecast', undefined, undefined],
    ]);
    store.trim(1);
    assert.deepEqual(getNames().slice(3, 6), ['list_cities', undefined, 'resources/read']);
    list.dispose();
  });

  test('have no name of a later request with the same ID', async () => {
    const { store, list, getNames } = await createList(false);
    const first = start(1, 'r-1', 'tools/call', 'get_forecast');
    store.add([first, end(2, 'r-1'), start(3, 'r-1', 'tools/call', 'list_cities'), end(4, 'r-1')]);
    assert.deepEqual(getNames(), [undefined, undefined, undefined, 'list_cities']);
    list.dispose();
  });

  test('have the name of their own request after the log was cleared', async () => {
    const { store, view, list, getNames } = await createList(false);
    store.add([start(1, 'r-1', 'tools/call', 'get_forecast'), end(2, 'r-1')]);
    assert.deepEqual(getNames(), [undefined, 'get_forecast']);
    store.clear();
    view.onStoreClear();
    store.add([end(3, 'r-1'), start(4, 'r-2', 'tools/call', 'list_cities'), end(5, 'r-2')]);
    assert.deepEqual(getNames(), [undefined, undefined, 'list_cities']);
    list.dispose();
  });

  test('have no name in a grouped list, where the header has it', async () => {
    const { store, list, getNames } = await createList(true);
    store.add([start(1, 'r-1', 'tools/call', 'get_forecast'), end(2, 'r-1')]);
    await list.list({
      filter: { ...noFilter, requestId: 'r-1' },
      isGrouped: true,
      sort: timeOrder,
      timeZone: 'UTC',
      tracked: [],
    });
    assert.deepEqual(getNames(), [undefined, undefined, undefined]);
    list.dispose();
  });

  test('are sent again when their request is named by an older entry', async () => {
    const { store, list, changes, getNames } = await createList(false);
    store.add([end(5, 'r-1')]);
    assert.deepEqual(getNames(), [undefined]);
    store.add([logEntry(1, 'x', { requestId: 'r-1' })]);
    getNames();
    store.add([start(2, 'r-1', 'tools/call', 'get_forecast')]);
    assert.deepEqual(getNames(), [undefined, undefined, 'get_forecast']);
    store.add([start(6, 'r-2', 'tools/call', 'get_forecast')]);
    getNames();
    assert.deepEqual(
      changes.map(({ isStale }) => isStale),
      [false, false, true, false],
    );
    list.dispose();
  });
});

test('a summary comes after the changes that it contains, except for an update of it', async () => {
  const requestCounts: number[] = [];
  const { store, view } = createLogView(() => list.scheduleUpdate());
  const post = (message: ToPage): void => {
    if (message.kind === 'change') requestCounts.push(message.state.counts.OTHER);
  };
  const list = new ListModel({ store, view, post, toProblem: String });
  list.setPageOpen(true);
  const sort = { by: 'duration', isDescending: true } as const;
  await list.list({ filter: noFilter, isGrouped: true, sort, timeZone: 'UTC', tracked: [] });
  store.add([{ ...logEntry(1, 'get_forecast'), type: 'START', requestId: 'r-1' }]);
  list.summary({ isUpdate: true });
  assert.deepEqual(requestCounts, []);
  const { rows } = list.summary({ isUpdate: false });
  assert.deepEqual(requestCounts, [rows[0]?.calls]);
  list.dispose();
});
