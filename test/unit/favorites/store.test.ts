import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FavoriteStore } from '../../../src/favorites/store.ts';
import { createMemento } from '../../kit/fakeStores.ts';

test('a favorite is stored only once, and removed completely', async () => {
  const state = createMemento();
  const store = new FavoriteStore(state, () => undefined);
  const favorite = { kind: 'environment', id: 'e', name: 'staging' } as const;
  await store.add(favorite);
  await store.add({ ...favorite, name: 'again' });
  assert.deepEqual(store.list(), [favorite]);
  assert.equal(store.has('environment', 'e'), true);
  assert.equal(store.has('environment', 'other'), false);
  assert.equal(store.has('project', 'e'), false);
  await store.remove('environment', 'e');
  assert.deepEqual(state.keys(), []);
});

test('a favorite belongs to one service, and can be removed while another service is selected', async () => {
  let service = 'https://one.example';
  const store = new FavoriteStore(createMemento(), () => service);
  const favorite = { kind: 'environment', id: 'e', name: 'staging' } as const;
  await store.add(favorite);
  await store.add({ ...favorite, kind: 'project' });
  service = 'https://two.example';
  assert.deepEqual(store.list(), []);
  await store.add(favorite);
  await store.remove('environment', 'e', 'https://one.example');
  assert.deepEqual(store.list(), [favorite]);
  service = 'https://one.example';
  assert.deepEqual(store.list(), [{ ...favorite, kind: 'project' }]);
});
