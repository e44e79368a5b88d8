import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareSchemas } from '../../../../src/inspector/compare/compareSchemas.ts';
import { findListingChanges } from '../../../../src/inspector/compare/listingChanges.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const long = 'a'.repeat(100);

describe('the text of a change', () => {
  const cases: readonly (readonly [before: unknown, after: unknown, words: string])[] = [
    [{ title: 'A' }, { title: 'B' }, 'The title changed.'],
    [{ description: 'A' }, {}, 'The description changed.'],
    [{ default: 1 }, {}, 'The default value changed from 1 to none.'],
    [{}, { default: [long] }, `The default value changed from none to ["${'a'.repeat(58)}….`],
    [{}, { deprecated: true }, 'The value is now deprecated.'],
    [{ deprecated: true }, {}, 'The value is no longer deprecated.'],
    [object({}), object({ a: text }), 'The property "a" was added.'],
    [object({ a: text }), object({}), 'The property "a" was removed.'],
    [object({ a: text }), object({ a: text }, { required: ['a'] }), 'The property "a" is now required.'],
    [
      object({ a: text }, { required: ['a'] }),
      object({ a: text }),
      'The property "a" is no longer required.',
    ],
    [object({}), object({}, { additionalProperties: false }), 'Additional properties are no longer allowed.'],
    [object({}, { additionalProperties: false }), object({}), 'Additional properties are now allowed.'],
    [
      { type: ['string', 'number'] },
      { type: ['string', 'integer'] },
      'The allowed types were reduced from number, string to integer, string.',
    ],
    [whole, { type: 'number' }, 'The allowed types were extended from integer to number.'],
    [text, whole, 'The type changed from string to integer.'],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, 'These values are no longer allowed: "b".'],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, 'These values are now allowed: "b".'],
    [
      { enum: ['a', 'b'] },
      { enum: ['b', 'c'] },
      'These values are no longer allowed: "a". These values are now allowed: "c".',
    ],
    [text, { ...text, enum: ['a', 'b'] }, 'Only these values are now allowed: "a", "b".'],
    [{ ...text, const: 'a' }, text, 'Any value is now allowed.'],
    [text, { ...text, minLength: 1 }, 'The limit "minLength" changed from 0 to 1.'],
    [{ ...whole, maximum: 3 }, whole, 'The limit "maximum" changed from 3 to none.'],
    [
      { ...whole, minimum: 3 },
      { ...whole, exclusiveMinimum: 4 },
      'The limit "exclusiveMinimum" changed from 3 to 4.',
    ],
    [text, { ...text, pattern: 'a' }, 'The constraint "pattern" was added.'],
    [{ ...text, pattern: 'a' }, text, 'The constraint "pattern" was removed.'],
    [{ ...text, format: 'date' }, { ...text, format: 'time' }, 'The constraint "format" changed.'],
    [{ anyOf: [text, whole] }, { anyOf: [text, whole, { type: 'null' }] }, 'A schema alternative was added.'],
    [
      { anyOf: [text, whole, { type: 'null' }] },
      { anyOf: [text, whole] },
      'A schema alternative was removed.',
    ],
  ];
  for (const [before, after, words] of cases) {
    test(words, () =>
      assert.deepEqual(
        compareSchemas(before, after, 'input').map(({ message }) => message),
        [words],
      ),
    );
  }

  test('of tools, resources, and prompts', () => {
    const messages = (list: 'tools' | 'resources' | 'prompts', before: object, after: object) =>
      findListingChanges({ [list]: [before] }, { [list]: [after] })[list].changed.flatMap(({ changes }) =>
        changes.map(({ message }) => message),
      );
    assert.deepEqual(
      messages('resources', { uri: 'a:b', name: 'a' }, { uri: 'a:b', name: 'b', mimeType: 'text/csv' }),
      ['The name changed.', 'The MIME type changed from none to text/csv.'],
    );
    assert.deepEqual(messages('tools', { name: 'a' }, { name: 'a', annotations: {}, outputSchema: {} }), [
      "The hints about the tool's behavior changed.",
      'An output schema was added.',
    ]);
    assert.deepEqual(messages('tools', { name: 'a', outputSchema: {} }, { name: 'a' }), [
      'The output schema was removed.',
    ]);
    const prompt = (...names: readonly object[]) => ({ name: 'a', arguments: names });
    assert.deepEqual(messages('prompts', prompt({ name: 'b' }), prompt({ name: 'c' })), [
      'The argument "b" was removed.',
      'The argument "c" was added.',
    ]);
    const [optional, required] = [prompt({ name: 'b' }), prompt({ name: 'b', required: true })];
    assert.deepEqual(messages('prompts', optional, required), ['The argument "b" is now required.']);
    assert.deepEqual(messages('prompts', required, optional), ['The argument "b" is no longer required.']);
  });
});
