import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formTexts } from '../../../../src/inspector/form/formTexts.ts';
import { findValueIssues, validateBySchema } from '../../../../src/inspector/form/validateBySchema.ts';
import type { JsonValue } from '../../../../src/inspector/schema/json.ts';

const strings = formTexts();

/** Each as `place: message`. */
function said(schema: unknown, value: unknown): readonly string[] {
  return findValueIssues(schema, value as JsonValue, strings).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
}

describe('the issues of a value', () => {
  test('of existing parts are listed before missing properties, if there are too many to list', () => {
    const required = Array.from({ length: 9000 }, (_, index) => `n${index}`);
    const issues = said({ required, properties: { code: { pattern: '^(a|a|a|a)*$' } } }, { code: 'aaa!' });
    assert.equal(issues[0], 'code: Must match the pattern ^(a|a|a|a)*$');
    assert.ok(issues.length <= 1001);
  });

  const cases: readonly (readonly [
    words: string,
    schema: unknown,
    value: unknown,
    said: readonly string[],
  ])[] = [
    ['no issue', { type: 'string' }, 'x', []],
    ['its type', { type: ['string', 'integer', 'null'] }, true, [': Must be a string or an integer or null']],
    ['missing properties', { required: ['a', 'b'] }, { b: 1 }, ['a: Required']],
    ['a missing property that all objects inherit', { required: ['toString'] }, {}, ['toString: Required']],
    ['its length', { minLength: 3 }, 'ab', [': Must have at least 3 characters']],
    ['a maximum length', { maxLength: 2 }, 'abc', [': Must have at most 2 characters']],
    ['a maximum length of one', { maxLength: 1 }, 'ab', [': Must have at most one character']],
    ['too few items', { minItems: 2 }, [1], [': Must have at least 2 items']],
    ['one missing item', { minItems: 1 }, [], [': Must have at least one item']],
    ['too many items', { maxItems: 2 }, [1, 2, 3], [': Must have at most 2 items']],
    ['a second item', { maxItems: 1 }, [1, 2], [': Must have at most one item']],
    ['too few properties', { minProperties: 2 }, { a: 1 }, [': Must have at least 2 properties']],
    ['one missing property', { minProperties: 1 }, {}, [': Must have at least one property']],
    ['too many properties', { maxProperties: 0 }, { a: 1 }, [': Must have at most 0 properties']],
    ['a second property', { maxProperties: 1 }, { a: 1, b: 2 }, [': Must have at most one property']],
    ['an empty string', { minLength: 1 }, '', [": Can't be empty"]],
    ['its format', { format: 'date' }, 'soon', [': Must be a date, such as 2026-01-31']],
    ['another format', { format: 'ipv4' }, 'x', [': Must match the ipv4 format']],
    ['its pattern', { pattern: '^a{2}$' }, 'b', [': Must match the pattern ^a{2}$']],
    ['limits of draft 4', { minimum: 1, exclusiveMinimum: true }, 1, [': Must be greater than 1']],
    [
      'a name that is not allowed',
      { additionalProperties: false },
      { 'a/b': 1 },
      ["a/b: This value isn't allowed"],
    ],
    [
      'a property, once',
      { properties: { a: { type: 'null' } }, additionalProperties: false },
      { a: 1, b: 2 },
      ['a: Must be null', "b: This value isn't allowed"],
    ],
    ['dependencies of draft 7', { dependencies: { a: ['b'] } }, { a: 1 }, ['b: Required']],
    [
      'dependencies of draft 2020-12',
      { dependentSchemas: { a: { required: ['b'] } } },
      { a: 1 },
      ['b: Required'],
    ],
    ['property names', { propertyNames: { maxLength: 1 } }, { ab: 1 }, [": A property name isn't allowed"]],
    ['an item', { items: { enum: [1] } }, [1, 2], ['1: Must be one of the allowed values']],
    ['an item by its index', { items: [{ type: 'null' }] }, [1], ['0: Must be null']],
    [
      'that an item is missing',
      { contains: { type: 'null' } },
      [1],
      [': Too few or too many items match the schema\'s "contains" rule'],
    ],
    [
      'a condition',
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { if: { type: 'string' }, then: { minLength: 2 } },
      'a',
      [': Must have at least 2 characters'],
    ],
    [
      'that variants exclude each other',
      { oneOf: [{ type: 'string' }, { minLength: 1 }] },
      'a',
      [': Matches more than one alternative'],
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
      ['__proto__: Must be a string', '50%: Must be a string', 'é~ /: Must be a string'],
    ],
    ['no issue for an invalid pattern', { pattern: '(' }, 'b', []],
    ['no issue for an invalid schema', { type: 'file', dependencies: { $id: [] } }, 5, []],
  ];
  for (const [words, schema, value, issues] of cases) {
    test(`contain ${words}`, () => assert.deepEqual(said(schema, value), issues));
  }

  test('are those of the closest alternative', () => {
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
    assert.deepEqual(said(schema, { kind: 'b', n: 1 }), ['n: Must be at least 3']);
    assert.deepEqual(said(schema, { kind: 'a', x: 1 }), ['y: Required']);
  });

  test('are unknown if a validation would take too long', () => {
    const defs: Record<string, unknown> = { a60: { type: 'string' } };
    for (let index = 0; index < 60; index++) {
      const next = { $ref: `#/$defs/a${index + 1}` };
      defs[`a${index}`] = { allOf: [next, next] };
    }
    assert.deepEqual(said({ $ref: '#/$defs/a0', $defs: defs }, 1), []);
  });

  test('are found with patterns that take a backtracking engine exponential time', () => {
    const patterns = [
      '^(a+)+$',
      '^(a|aa)+$',
      '^((a?)*b?)*$',
      '^(a?a?)+$',
      '^(?:a{1,9}){1,99}$',
      '^(a|a|a|a)*$',
    ];
    for (const pattern of [...patterns, '^a*a*a*a*a*b$']) {
      assert.deepEqual(said({ pattern }, `${'a'.repeat(200)}!`), [`: Must match the pattern ${pattern}`]);
      assert.deepEqual(said({ patternProperties: { [pattern]: false } }, { [`${'a'.repeat(200)}!`]: 1 }), []);
    }
    assert.deepEqual(said({ format: 'url' }, `http://${'a'.repeat(60)}`), []);
  });

  const variants: readonly (readonly [schema: unknown, value: unknown, said: readonly string[]])[] = [
    [
      { anyOf: [{ const: 'celsius' }, { const: 'fahrenheit' }] },
      'kelvin',
      [': Must be "celsius" or "fahrenheit"'],
    ],
    [{ oneOf: [{ const: 1 }, { enum: [2, 3] }, { type: 'null' }] }, 'x', [': Must be 1 or 2 or 3 or null']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 5, [': Must be a string or null']],
    [
      {
        anyOf: [
          { type: 'string', const: 'a' },
          { type: 'string', const: 'b' },
        ],
      },
      5,
      [': Must be "a" or "b"'],
    ],
    [
      { oneOf: ['a', 'b'].map((kind) => ({ properties: { kind: { const: kind } } })) },
      { kind: 'c' },
      ['kind: Must be "a" or "b"'],
    ],
    [
      { anyOf: [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, { const: 'c' }] },
      'd',
      [': Must be "a" or "b" or "c"'],
    ],
    [
      { anyOf: Array.from({ length: 30 }, (_, index) => ({ const: index })) },
      'x',
      [': Must be one of the allowed values'],
    ],
  ];
  for (const [schema, value, issues] of variants) {
    test(`name all values that alternatives allow: ${JSON.stringify(schema).slice(0, 80)}`, () => {
      assert.deepEqual(said(schema, value), issues);
    });
  }

  test("don't depend on properties that all objects inherit", () => {
    for (const format of ['__proto__', 'hasOwnProperty', 'constructor']) {
      assert.deepEqual(said({ format, minLength: 2 }, 'a'), [': Must have at least 2 characters']);
    }
  });

  test("are found despite names that aren't well-formed Unicode", () => {
    const properties = { '\ud800': { type: 'string' }, a: { type: 'string' } };
    assert.deepEqual(said({ properties }, { '\ud800': 1, a: 1 }), ['a: Must be a string']);
  });

  test('are found without changing the schema', () => {
    const schema = { properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { type: 'string' } } };
    const before = JSON.stringify(schema);
    said(Object.freeze(schema), { a: 1 });
    assert.equal(JSON.stringify(schema), before);
  });
});

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(many(count, (index) => [`n${index}`, make(index)]));
function nested(depth: number, around: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let count = 0; count < depth; count += 1) value = around(value);
  return value;
}

describe('a validation with a schema that is designed to take long', () => {
  const values = many(150_000, (index) => index);
  const doubling = {
    $ref: '#/$defs/a0',
    $defs: Object.fromEntries(
      many(40, (index) => [`a${index}`, { allOf: many(2, () => ({ $ref: `#/$defs/a${index + 1}` })) }]),
    ),
  };
  const settled: readonly (readonly [words: string, schema: unknown, value: unknown, issueCount: number])[] =
    [
      ['unique items', { uniqueItems: true }, values, 0],
      ['items of which two are equal', { uniqueItems: true }, [...values, 7], 1],
      ['required names', { required: many(9000, String) }, {}, 1001],
      ['two long enums', { allOf: [{ enum: values }, { enum: values.slice(1) }] }, 0, 1],
      ['a long constant', { const: values }, values, 0],
      [
        'an object with many properties',
        { properties: named(9000, () => ({ type: 'string' })) },
        named(9000, String),
        0,
      ],
      [
        'many variants of one enum',
        { $defs: { e: { enum: values } }, anyOf: many(5000, () => ({ $ref: '#/$defs/e' })) },
        -1,
        1,
      ],
      ['dependent names', { dependentRequired: named(3000, () => ['n0']) }, named(3000, String), 0],
    ];
  for (const [words, schema, value, count] of settled) {
    test(`ends: ${words}`, () => {
      const { issues, isUnchecked } = validateBySchema(schema, value as JsonValue, strings);
      assert.deepEqual([isUnchecked, issues.length], [false, count]);
    });
  }

  const endless: readonly (readonly [words: string, schema: unknown, value: unknown])[] = [
    ['references that double', doubling, 1],
    ['a schema whose alternatives are itself', { anyOf: [{ $ref: '#' }, { $ref: '#' }] }, 1],
    [
      'a circle of references',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      1,
    ],
    ['a deep value', { items: { $ref: '#' } }, nested(50_000, (inner) => [inner])],
    ['a deep schema', nested(50_000, (inner) => ({ allOf: [inner] })), 1],
    ['a deep constant', { const: nested(50_000, (inner) => [inner]) }, 1],
    ['too many schemas', { properties: named(30_000, () => ({})) }, {}],
    ['a back reference', { pattern: '^(a*)*\\1$' }, 'a'.repeat(30)],
    ['a pattern with counts of counts', { pattern: '^(?:(?:a{1,1000}){1,1000}){1,1000}$' }, 'a'],
    ['a long text for a wide pattern', { pattern: `(?:${'(?=.*b)a|'.repeat(50)}c)*$` }, 'a'.repeat(50_000)],
    [
      'names by patterns',
      { patternProperties: Object.fromEntries(many(5000, (at) => [`(a|a)*${at}$`, {}])) },
      named(5000, String),
    ],
    ['an enum for each item', { items: { enum: [values] } }, many(100, () => values)],
    [
      'what is not evaluated',
      { unevaluatedProperties: false, allOf: many(5000, () => ({ properties: named(3, () => ({})) })) },
      named(5000, String),
    ],
  ];
  for (const [words, schema, value] of endless) {
    test(`reports that it was canceled: ${words}`, () => {
      assert.deepEqual(validateBySchema(schema, value as JsonValue, strings), {
        issues: [],
        isUnchecked: true,
      });
    });
  }
});
