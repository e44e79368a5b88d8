import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { AddedEnvironments } from '../../../src/environments/addedEnvironments.ts';

const service = 'https://one.example';

test('added environments are saved for each service, newest first, without duplicates, until they are removed', async () => {
  const held = new Map<string, unknown>();
  const state = {
    get: (key: string, fallback: unknown) => held.get(key) ?? fallback,
    update: async (key: string, value: unknown) => void held.set(key, value),
  } as unknown as vscode.Memento;
  const added = new AddedEnvironments(state);
  const ids = () => added.list(service).map(({ id }) => id);
  await added.add(service, { id: 'a', name: 'staging' });
  await added.add(service, { id: 'b', name: 'preview' });
  await added.add(service, { id: 'a', name: 'renamed' });
  assert.deepEqual(ids(), ['a', 'b']);
  assert.equal(added.list(service)[0]?.name, 'renamed');
  assert.deepEqual(added.list('https://two.example'), []);
  await added.remove(service, 'a');
  assert.deepEqual(ids(), ['b']);
  await added.remove(service, 'b');
  assert.deepEqual(ids(), []);
  assert.deepEqual([...held.values()], [undefined], 'the store contains nothing');
});
