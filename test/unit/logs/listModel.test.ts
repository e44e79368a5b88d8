import assert from 'node:assert/strict';
import { test } from 'node:test';
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
