import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { issuesOf } from '../../../../src/inspector/form/issues.ts';
import type { Json } from '../../../../src/inspector/form/json.ts';
import { formStrings } from '../../../../src/inspector/form/strings.ts';

const strings = formStrings();

/** Each as `place: message`. */
function said(schema: unknown, value: unknown): readonly string[] {
  return issuesOf(schema, value as Json, strings).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('what is wrong with a value', () => {
  const cases: readonly (readonly [
    words: string,
    schema: unknown,
    value: unknown,
    said: readonly string[],
  ])[] = [
    ['nothing', { type: 'string' }, 'x', []],
    ['its type', { type: ['string', 'integer', 'null'] }, true, [': Must be a text or an integer or null']],
    ['what is missing', { required: ['a', 'b'] }, { b: 1 }, ['a: Required']],
    ['what is missing, though an object inherits it', { required: ['toString'] }, {}, ['toString: Required']],
    ['its length', { minLength: 3 }, 'ab', [': At least 3 characters']],
    ['that it is empty', { minLength: 1 }, '', [": Can't be empty"]],
    ['its format', { format: 'date' }, 'soon', [': Must be a date, such as 2026-01-31']],
    ['another format', { format: 'ipv4' }, 'x', [": This isn't a valid value of the format ipv4"]],
    ['its pattern', { pattern: '^a{2}$' }, 'b', [': Must match ^a{2}$']],
    ['limits of draft 4', { minimum: 1, exclusiveMinimum: true }, 1, [': More than 1']],
    [
      'a name that is not allowed',
      { additionalProperties: false },
      { 'a/b': 1 },
      ["a/b: Isn't allowed here"],
    ],
    [
      'a property, once',
      { properties: { a: { type: 'null' } }, additionalProperties: false },
      { a: 1, b: 2 },
      ['a: Must be null', "b: Isn't allowed here"],
    ],
    ['what an older draft depends on', { dependencies: { a: ['b'] } }, { a: 1 }, ['b: Required']],
    ['what a newer one does', { dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }, ['b: Required']],
    ['names', { propertyNames: { maxLength: 1 } }, { ab: 1 }, [": A name isn't allowed"]],
    ['an item', { items: { enum: [1] } }, [1, 2], ['1: Must be one of the choices']],
    ['an item by its place', { items: [{ type: 'null' }] }, [1], ['0: Must be null']],
    [
      'that an item is missing',
      { contains: { type: 'null' } },
      [1],
      [': An item of another kind is missing'],
    ],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ['a condition', { if: { type: 'string' }, then: { minLength: 2 } }, 'a', [': At least 2 characters']],
    [
      'that variants exclude each other',
      { oneOf: [{ type: 'string' }, { minLength: 1 }] },
      'a',
      [': Fits more than one kind'],
    ],
    [
      'what it holds, by a reference',
      { properties: { next: { $ref: '#' }, n: { type: 'integer' } } },
      { next: { next: { n: 0.5 } } },
      ['next.next.n: Must be an integer'],
    ],
    [
      'names of any kind',
      JSON.parse(
        '{"properties":{"__proto__":{"type":"string"},"50%":{"type":"string"},"é~ /":{"type":"string"}}}',
      ),
      JSON.parse('{"__proto__":1,"50%":1,"é~ /":1}'),
      ['__proto__: Must be a text', '50%: Must be a text', 'é~ /: Must be a text'],
    ],
    ['nothing, by a pattern that is none', { pattern: '(' }, 'b', []],
    ['nothing, by a schema that has no sense', { type: 'file', dependencies: { $id: [] } }, 5, []],
  ];
  for (const [words, schema, value, issues] of cases) {
    test(`says ${words}`, () => assert.deepEqual(said(schema, value), issues));
  }

  test('is said of the variant that fits best', () => {
    const schema = {
      anyOf: [
        { type: 'string' },
        {
          type: 'object',
          properties: { kind: { const: 'a' }, x: { type: 'number' }, y: { type: 'number' } },
          required: ['x', 'y'],
        },
        { type: 'object', properties: { kind: { const: 'b' }, n: { minimum: 3 } }, required: ['n'] },
      ],
    };
    assert.deepEqual(said(schema, { kind: 'b', n: 1 }), ['n: At least 3']);
    assert.deepEqual(said(schema, { kind: 'a', x: 1 }), ['y: Required']);
  });

  test('is not said where it would take forever', () => {
    const defs: Record<string, unknown> = { a60: { type: 'string' } };
    for (let index = 0; index < 60; index++) {
      const next = { $ref: `#/$defs/a${index + 1}` };
      defs[`a${index}`] = { allOf: [next, next] };
    }
    assert.deepEqual(said({ $ref: '#/$defs/a0', $defs: defs }, 1), []);
    assert.deepEqual(said({ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, 1), []);
    let deep: Json = [];
    for (let depth = 0; depth < 50_000; depth++) deep = [deep];
    assert.deepEqual(said({ items: { $ref: '#' } }, deep), []);
  });

  test('is not said by patterns that could take forever on a text', () => {
    for (const pattern of ['^(a+)+$', '^(a|aa)+$', '^((a?)*b?)*$', '^(a?a?)+$', '^(?:a{1,9}){1,99}$']) {
      assert.deepEqual(said({ pattern }, `${'a'.repeat(60)}!`), [], pattern);
      assert.deepEqual(said({ pattern }, '!'), [`: Must match ${pattern}`]);
    }
    const word = '^[a-z]+(?:\\.[a-z]{2})$';
    assert.deepEqual(said({ pattern: word }, 'a'.repeat(100)), [`: Must match ${word}`]);
    assert.deepEqual(said({ pattern: word }, 'a'.repeat(1_000_000)), []);
    assert.deepEqual(said({ format: 'url' }, `http://${'a'.repeat(60)}`), []);
  });

  test('does not depend on what all objects have', () => {
    for (const format of ['__proto__', 'hasOwnProperty', 'constructor']) {
      assert.deepEqual(said({ format, minLength: 2 }, 'a'), [': At least 2 characters']);
    }
  });

  test('does not end at names that are no Unicode', () => {
    const properties = { '\ud800': { type: 'string' }, a: { type: 'string' } };
    assert.deepEqual(said({ properties }, { '\ud800': 1, a: 1 }), ['a: Must be a text']);
  });

  test('leaves a schema as it was', () => {
    const schema = { properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { type: 'string' } } };
    const before = JSON.stringify(schema);
    said(Object.freeze(schema), { a: 1 });
    assert.equal(JSON.stringify(schema), before);
  });
});
