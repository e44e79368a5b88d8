import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentEnvironments } from '../../../src/environments/recentEnvironments.ts';
import { createMemento } from '../../kit/fakeStores.ts';

test('recent environments are listed for each service, without duplicates, up to a limit', async () => {
  const state = createMemento();
  const recent = new RecentEnvironments(state);
  const service = 'https://one.example';
  await recent.add('https://two.example', 'other');
  await recent.add(undefined, 'none');
  for (const id of ['a', 'b', 'a']) await recent.add(service, id);
  assert.deepEqual(recent.list(service), ['a', 'b']);
  assert.deepEqual(recent.list('https://two.example'), ['other']);
  assert.deepEqual(recent.list(undefined), []);
  for (let index = 0; index < 50; index++) await recent.add(service, `${index}`);
  assert.equal(recent.list(service).length, 20);
  assert.equal(recent.list(service)[0], '49');
  assert.deepEqual(recent.list('https://two.example'), []);
});
