import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { omitUndefined } from '../../src/fields.ts';

interface Person {
  readonly name: string;
  readonly age?: number;
}

describe('omitUndefined', () => {
  test('keeps defined values only', () => {
    const result = omitUndefined({ name: '', age: 0, is: false, of: null, by: undefined });
    assert.deepEqual(result, { name: '', age: 0, is: false, of: null });
    assert.ok(!('by' in result));
  });

  test('makes fields optional that can be undefined', () => {
    const age = [1].find((each) => each > 1);
    const person: Person = omitUndefined({ name: 'x', age });
    assert.deepEqual(person, { name: 'x' });
  });
});
