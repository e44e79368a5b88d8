import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  CategoryStore,
  countLinkedIntents,
  storeLimits,
} from '../../../src/intentCategories/categoryStore.ts';
import { createMemento } from '../../kit/fakeStores.ts';

function setUp() {
  const held = new Map<string, unknown>();
  const changed: string[] = [];
  return {
    held,
    changed,
    memory: new CategoryStore(createMemento(held), ({ environmentId }) => changed.push(environmentId)),
  };
}

const place = { baseUrl: 'https://one.example', environmentId: 'e' };

describe('the store of intent categories', () => {
  test('has a list for each environment of each service', async () => {
    const { held, memory, changed } = setUp();
    await memory.put(place, {
      id: 'c',
      name: 'Weather',
      color: 'blue',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    assert.deepEqual(memory.list(place), [
      {
        id: 'c',
        name: 'Weather',
        color: 'blue',
        createdAt: '2026-01-01T00:00:00.000Z',
        intentIds: [],
        unkept: 0,
      },
    ]);
    assert.deepEqual(memory.list({ ...place, environmentId: 'f' }), []);
    assert.deepEqual(memory.list({ ...place, baseUrl: 'https://two.example' }), []);
    assert.deepEqual(changed, ['e']);
    await memory.removeAll(place);
    assert.equal(held.size, 0, 'the store contains nothing');
  });

  test('keeps linked intents when a category is renamed, and restores a removed category', async () => {
    const { memory } = setUp();
    await memory.put(place, { id: 'c', name: 'Weather', color: 'blue' });
    await memory.link(place, 'c', ['a', 'b']);
    await memory.link(place, 'c', ['b', 'd']);
    await memory.link(place, 'unknown', ['x']);
    await memory.put(place, { id: 'c', name: 'Clouds' });
    const [category] = memory.list(place);
    assert.deepEqual(category, {
      id: 'c',
      name: 'Clouds',
      color: 'blue',
      intentIds: ['a', 'b', 'd'],
      unkept: 0,
    });
    await memory.remove(place, 'c');
    assert.deepEqual(memory.list(place), []);
    assert.ok(category);
    await memory.restore(place, category);
    await memory.restore(place, category);
    assert.deepEqual(memory.list(place), [category]);
  });

  test('limits its size, and counts the intents that it does not store', async () => {
    const { memory } = setUp();
    for (let index = 0; index < storeLimits.categories + 2; index++) {
      await memory.put(place, { id: `c${index}`, name: 'x' });
    }
    const all = memory.list(place);
    assert.equal(all.length, storeLimits.categories);
    assert.equal(all[0]?.id, 'c2');
    const ids = Array.from({ length: 300 }, (_, index) => `${index}`.padEnd(1000, 'x'));
    await memory.link(place, 'c2', ids.slice(0, 150));
    await memory.link(place, 'c3', ids.slice(150));
    const kept = memory.list(place).flatMap(({ intentIds }) => intentIds);
    assert.equal(kept.join('').length, storeLimits.characters);
    const [two, three] = memory.list(place);
    assert.ok(two && three);
    assert.deepEqual([countLinkedIntents(two), countLinkedIntents(three), three.unkept], [150, 150, 100]);
  });
});
