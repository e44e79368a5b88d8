import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { FavoriteStore } from '../../../src/favorites/store.ts';

test('a favorite is there once, and nothing is kept where there is none', async () => {
  const held = new Map<string, unknown>();
  const state = {
    get: (key: string, fallback: unknown) => held.get(key) ?? fallback,
    update: async (key: string, value: unknown) => void held.set(key, value),
  } as unknown as vscode.Memento;
  const store = new FavoriteStore(state, () => undefined);
  const favorite = { kind: 'environment', id: 'e', name: 'staging' } as const;
  await store.add(favorite);
  await store.add({ ...favorite, name: 'again' });
  assert.deepEqual(store.list(), [favorite]);
  assert.equal(store.has('environment', 'e'), true);
  assert.equal(store.has('environment', 'other'), false);
  assert.equal(store.has('project', 'e'), false);
  await store.remove('environment', 'e');
  assert.deepEqual([...held], [['favorites ', undefined]]);
});

test('a favorite is of one service, and goes there whichever is chosen by then', async () => {
  const held = new Map<string, unknown>();
  const state = {
    get: (key: string, fallback: unknown) => held.get(key) ?? fallback,
    update: async (key: string, value: unknown) => void held.set(key, value),
  } as unknown as vscode.Memento;
  let service = 'https://one.example';
  const store = new FavoriteStore(state, () => service);
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
