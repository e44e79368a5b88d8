import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { breakingChanges } from '../../../src/inspector/compare/breakingChanges.ts';
import { compareOffers } from '../../../src/inspector/compare/offers.ts';
import { listRules } from '../../../src/inspector/faults/listRules.ts';
import { modelRules } from '../../../src/inspector/faults/modelRules.ts';
import { offerRules } from '../../../src/inspector/faults/offerRules.ts';
import { schemaRules } from '../../../src/inspector/faults/schemaRules.ts';
import { faultsOfTool } from '../../../src/inspector/faults/tool.ts';
import { toolRules } from '../../../src/inspector/faults/toolRules.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const long = 'a'.repeat(100);

describe('a change is told', () => {
  const cases: readonly (readonly [before: unknown, after: unknown, words: string])[] = [
    [{ title: 'A' }, { title: 'B' }, 'The title is another.'],
    [{ description: 'A' }, {}, 'The description is another.'],
    [{ default: 1 }, {}, 'The default is none, before it was 1.'],
    [{}, { default: [long] }, `The default is ["${'a'.repeat(58)}…, before it was none.`],
    [{}, { deprecated: true }, 'It is deprecated.'],
    [{ deprecated: true }, {}, "It isn't deprecated any more."],
    [object({}), object({ a: text }), '"a" is new.'],
    [object({ a: text }), object({}), '"a" is gone.'],
    [object({ a: text }), object({ a: text }, { required: ['a'] }), '"a" is required.'],
    [object({ a: text }, { required: ['a'] }), object({ a: text }), '"a" isn\'t required any more.'],
    [
      object({}),
      object({}, { additionalProperties: false }),
      "Properties other than those that are described aren't allowed any more.",
    ],
    [
      object({}, { additionalProperties: false }),
      object({}),
      'Properties other than those that are described are allowed.',
    ],
    [
      { type: ['string', 'number'] },
      { type: ['string', 'integer'] },
      'Fewer types are allowed: integer, string. Before: number, string.',
    ],
    [whole, { type: 'number' }, 'More types are allowed: number. Before: integer.'],
    [text, whole, 'The type is integer, before it was string.'],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, 'Values aren\'t allowed any more: "b"'],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, 'More values are allowed: "b"'],
    [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }, 'Values aren\'t allowed any more: "a". Others are: "c"'],
    [text, { ...text, enum: ['a', 'b'] }, 'Only these values are allowed: "a", "b"'],
    [{ ...text, const: 'a' }, text, 'Any value is allowed.'],
    [text, { ...text, minLength: 1 }, 'The limit "minLength" is 1, before it was 0.'],
    [{ ...whole, maximum: 3 }, whole, 'The limit "maximum" is none, before it was 3.'],
    [
      { ...whole, minimum: 3 },
      { ...whole, exclusiveMinimum: 4 },
      'The limit "exclusiveMinimum" is 4, before it was 3.',
    ],
    [text, { ...text, pattern: 'a' }, 'There is a new constraint: "pattern"'],
    [{ ...text, pattern: 'a' }, text, 'A constraint is gone: "pattern"'],
    [{ ...text, format: 'date' }, { ...text, format: 'time' }, 'The constraint "format" is another.'],
    [{ anyOf: [text, whole] }, { anyOf: [text, whole, { type: 'null' }] }, 'There is a new alternative.'],
    [{ anyOf: [text, whole, { type: 'null' }] }, { anyOf: [text, whole] }, 'An alternative is gone.'],
  ];
  for (const [before, after, words] of cases) {
    test(words, () =>
      assert.deepEqual(
        breakingChanges(before, after, 'input').map(({ message }) => message),
        [words],
      ),
    );
  }

  test('of what else is offered', () => {
    const messages = (list: 'tools' | 'resources', before: object, after: object) =>
      compareOffers({ [list]: [before] }, { [list]: [after] })[list].changed.flatMap(({ changes }) =>
        changes.map(({ message }) => message),
      );
    assert.deepEqual(
      messages('resources', { uri: 'a:b', name: 'a' }, { uri: 'a:b', name: 'b', mimeType: 'text/csv' }),
      ['The name is another.', 'The MIME type is text/csv, before it was none.'],
    );
    assert.deepEqual(messages('tools', { name: 'a' }, { name: 'a', annotations: {}, outputSchema: {} }), [
      'The hints about what it does are others.',
      'There is a schema for what it returns.',
    ]);
    assert.deepEqual(messages('tools', { name: 'a', outputSchema: {} }, { name: 'a' }), [
      'There is no schema any more for what it returns.',
    ]);
  });
});

describe('a rule', () => {
  test('says what it found, with its names', () => {
    const message = (name: string) => faultsOfTool({ name })[0]?.message;
    assert.equal(
      faultsOfTool({ name: 'a b b!' }).find(({ rule }) => rule === 'name-characters')?.message,
      'The name "a b b!" has characters other than letters, digits, "_" and "-": " ", "!"',
    );
    assert.equal(
      faultsOfTool({ name: long }).find(({ rule }) => rule === 'name-long')?.message,
      `The name "${'a'.repeat(60)}…" has 100 characters, more than 64.`,
    );
    assert.equal(message(''), 'The tool has no name.');
  });

  const all = Object.entries({ ...toolRules, ...schemaRules, ...modelRules, ...listRules, ...offerRules });
  for (const [rule, { message, why }] of all) {
    test(`${rule} fills in all names, and says why`, () => {
      const [said, reason] = [message('first', 'second'), why()];
      assert.doesNotMatch(said, /\{\d\}|undefined/);
      assert.match(said, /\.$|: \w+$/);
      assert.match(reason, /^[A-Z"].*[."]$/s);
      assert.equal(said === reason, false);
    });
  }
});
