import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFallbackSecretStorage } from '../../../src/auth/fallbackSecretStorage.ts';

/** Creates a storage that fails this many times before it works. */
function setUp(failures: number) {
  const values = new Map<string, string>();
  const said: (number | string)[] = [];
  let left = failures;
  const secrets = {
    get: async (key: string) => values.get(key),
    store: async (key: string, value: string) => {
      if (left-- > 0) throw new Error('locked');
      values.set(key, value);
    },
    delete: async (key: string) => void values.delete(key),
  };
  const box = createFallbackSecretStorage(
    secrets,
    () => said.push('unkept'),
    async (ms) => void said.push(ms),
  );
  return { box, values, said };
}

describe('a secret', () => {
  test('is stored after a temporary failure of the storage', async () => {
    const { box, values, said } = setUp(1);
    assert.equal(await box.tryStore('a', '1'), true);
    assert.equal(values.get('a'), '1');
    assert.deepEqual(said, [300]);
  });

  test('that cannot be stored is reported once, without further delays, and stays available in this window', async () => {
    const { box, values, said } = setUp(Number.POSITIVE_INFINITY);
    assert.equal(await box.tryStore('a', '1'), false);
    await box.store('b', '2');
    assert.deepEqual(said, [300, 1000, 'unkept']);
    assert.equal(await box.get('b'), '2');
    assert.equal(values.size, 0);
  });

  test('that is stored later is read from the storage again', async () => {
    const { box, values } = setUp(3);
    await box.store('a', '1');
    await box.store('a', '2');
    values.set('a', 'of another window');
    assert.equal(await box.get('a'), 'of another window');
  });
});
