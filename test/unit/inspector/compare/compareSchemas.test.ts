import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareSchemas } from '../../../../src/inspector/compare/compareSchemas.ts';
import type { ChangeKind } from '../../../../src/inspector/compare/definitionChange.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const none = { type: 'null' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const listOf = (items: unknown) => ({ type: 'array', items });
const variant = (kind: string, more: object = {}) =>
  object({ kind: { const: kind }, ...more }, { required: ['kind'] });

type Breaks = 'both' | 'input' | 'output' | 'neither';
type Case = readonly [
  what: string,
  before: unknown,
  after: unknown,
  kind: ChangeKind,
  breaks: Breaks,
  path?: string,
];

const cases: readonly Case[] = [
  ['another description', { ...text, description: 'A' }, { ...text, description: 'B' }, 'text', 'neither'],
  ['another title', text, { ...text, title: 'B' }, 'text', 'neither'],
  ['another default', { ...text, default: 'a' }, { ...text, default: 'b' }, 'default', 'neither'],
  ['that it is deprecated', text, { ...text, deprecated: true }, 'deprecated', 'neither'],
  ['a property more', object({}), object({ a: text }), 'property-added', 'neither', '/properties/a'],
  [
    'a property more where it was closed',
    object({}, { additionalProperties: false }),
    object({ a: text }, { additionalProperties: false }),
    'property-added',
    'output',
    '/properties/a',
  ],
  [
    'a property more where names have patterns',
    object({}, { patternProperties: { a: whole } }),
    object({ a: text }, { patternProperties: { a: whole } }),
    'property-added',
    'both',
    '/properties/a',
  ],
  ['a property less', object({ a: text }), object({}), 'property-removed', 'both', '/properties/a'],
  [
    'a property that is required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    'required-added',
    'input',
    '/properties/a',
  ],
  [
    'a property that is required no more',
    object({ a: text }, { required: ['a'] }),
    object({ a: text }),
    'required-removed',
    'output',
    '/properties/a',
  ],
  ['that it is closed', object({}), object({}, { additionalProperties: false }), 'closed', 'input'],
  ['that it is open', object({}, { additionalProperties: false }), object({}), 'opened', 'output'],
  [
    'what else is in it',
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: whole }),
    'type',
    'both',
    '/additionalProperties',
  ],
  ['fewer types', { type: ['string', 'null'] }, text, 'type', 'input'],
  ['more types', text, { type: ['string', 'null'] }, 'type', 'output'],
  ['whole numbers only', { type: 'number' }, whole, 'type', 'input'],
  ['another type', text, whole, 'type', 'both'],
  ['a type where there was none', {}, text, 'type', 'input'],
  ['nothing that is allowed', object({ a: text }), object({ a: false }), 'type', 'input', '/properties/a'],
  ['fewer values', { enum: ['a', 'b'] }, { enum: ['a'] }, 'values', 'input'],
  ['more values', { enum: ['a'] }, { enum: ['a', 'b'] }, 'values', 'output'],
  ['other values', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }, 'values', 'both'],
  ['a list of values', text, { ...text, enum: ['a'] }, 'values', 'input'],
  ['no list of values any more', { ...text, enum: ['a'] }, text, 'values', 'output'],
  ['several values for one', { const: 'a' }, { enum: ['a', 'b'] }, 'values', 'output'],
  ['a higher minimum', { ...whole, minimum: 1 }, { ...whole, minimum: 2 }, 'limit', 'input'],
  ['a lower minimum', { ...whole, minimum: 2 }, { ...whole, minimum: 1 }, 'limit', 'output'],
  [
    'a minimum that is excluded',
    { ...whole, minimum: 1 },
    { ...whole, exclusiveMinimum: 1 },
    'limit',
    'input',
  ],
  [
    'a minimum that is included',
    { ...whole, exclusiveMinimum: 1 },
    { ...whole, minimum: 1 },
    'limit',
    'output',
  ],
  [
    'a minimum that is excluded as in draft 4',
    { ...whole, minimum: 1 },
    { ...whole, minimum: 1, exclusiveMinimum: true },
    'limit',
    'input',
  ],
  ['a maximum', whole, { ...whole, maximum: 1 }, 'limit', 'input'],
  ['no maximum any more', { ...whole, exclusiveMaximum: 1 }, whole, 'limit', 'output'],
  ['a longest text', text, { ...text, maxLength: 5 }, 'limit', 'input'],
  ['a shortest text', { ...text, minLength: 5 }, { ...text, minLength: 4 }, 'limit', 'output'],
  ['how many items', { ...listOf(text), maxItems: 5 }, { ...listOf(text), maxItems: 4 }, 'limit', 'input'],
  ['a pattern', text, { ...text, pattern: 'a' }, 'constraint', 'input'],
  ['another pattern', { ...text, pattern: 'b' }, { ...text, pattern: 'a' }, 'constraint', 'both'],
  ['no pattern any more', { ...text, pattern: 'b' }, text, 'constraint', 'output'],
  ['a format', text, { ...text, format: 'date' }, 'constraint', 'input'],
  ['another step', { ...whole, multipleOf: 2 }, { ...whole, multipleOf: 3 }, 'constraint', 'both'],
  ['a smaller step', { ...whole, multipleOf: 4 }, { ...whole, multipleOf: 2 }, 'constraint', 'output'],
  ['a larger step', { ...whole, multipleOf: 2 }, { ...whole, multipleOf: 4 }, 'constraint', 'input'],
  ['each item once', listOf(text), { ...listOf(text), uniqueItems: true }, 'constraint', 'input'],
  [
    'what depends on what',
    { dependentRequired: { a: ['b'] } },
    { dependentRequired: { a: ['c'] } },
    'constraint',
    'both',
  ],
  ['items', listOf(text), listOf({ ...text, minLength: 1 }), 'limit', 'input', '/items'],
  ['items of any kind', listOf(text), { type: 'array' }, 'type', 'output', '/items'],
  [
    'the first item',
    { prefixItems: [text, whole] },
    { prefixItems: [text, text] },
    'type',
    'both',
    '/prefixItems/1',
  ],
  [
    'an item that is no longer the first',
    { prefixItems: [text], items: text },
    { items: whole },
    'type',
    'both',
    '/prefixItems/0',
  ],
  [
    'a new alternative',
    { anyOf: [text, none] },
    { anyOf: [text, whole, none] },
    'alternative-added',
    'output',
    '/anyOf/1',
  ],
  [
    'an alternative less',
    { anyOf: [text, whole, none] },
    { anyOf: [none, text] },
    'alternative-removed',
    'input',
    '/anyOf/1',
  ],
  ['that it may be null', text, { anyOf: [text, none] }, 'alternative-added', 'output', '/anyOf/1'],
  [
    'that it may not be null',
    { anyOf: [none, text], title: 'A' },
    { ...text, title: 'A' },
    'alternative-removed',
    'input',
    '/anyOf/0',
  ],
  [
    'an alternative more of one kind',
    { oneOf: [variant('a')], type: 'object' },
    { oneOf: [variant('a'), variant('b')], type: 'object' },
    'alternative-added',
    'output',
    '/oneOf/1',
  ],
  [
    'an alternative more that may be another',
    { oneOf: [object({ a: text })], type: 'object' },
    { oneOf: [object({ a: text }), object({ b: text })], type: 'object' },
    'alternative-added',
    'both',
    '/oneOf/1',
  ],
  [
    'what must hold as well',
    { allOf: [text, { minLength: 1 }] },
    { allOf: [text, { minLength: 1 }, { maxLength: 2 }] },
    'alternative-added',
    'input',
    '/allOf/2',
  ],
  [
    'alternatives of more than was said',
    { ...text, anyOf: [{ minLength: 5 }, { pattern: 'a' }] },
    { ...text, anyOf: [{ minLength: 5 }, { pattern: 'a' }, { maxLength: 2 }] },
    'alternative-added',
    'output',
    '/anyOf/2',
  ],
  ['what must not hold', { not: text }, { not: { ...text, minLength: 1 } }, 'limit', 'both', '/not'],
  ['that something must not hold', {}, { not: text }, 'constraint', 'input', '/not'],
  [
    'patterns of names',
    object({}),
    object({}, { patternProperties: { a: text } }),
    'constraint',
    'both',
    '/patternProperties/a',
  ],
  [
    'what nobody evaluates',
    object({ a: text }, { unevaluatedProperties: false }),
    object({ a: { ...text, minLength: 1 } }, { unevaluatedProperties: false }),
    'limit',
    'both',
    '/properties/a',
  ],
  ['a schema that is none', object({ a: 'text' }), object({ a: 'number' }), 'type', 'both', '/properties/a'],
  [
    'a definition',
    object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: text } }),
    object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { ...text, minLength: 1 } } }),
    'limit',
    'input',
    '/properties/a',
  ],
  [
    'beside a reference',
    object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: text } }),
    object({ a: { $ref: '#/$defs/A', description: 'D' } }, { $defs: { A: text } }),
    'text',
    'neither',
    '/properties/a',
  ],
  [
    'in a schema that refers to itself',
    object({ a: { $ref: '#' }, b: text }),
    object({ a: { $ref: '#' }, b: { ...text, minLength: 1 } }),
    'limit',
    'input',
    '/properties/b',
  ],
  [
    'where a reference leads',
    object({ a: { $ref: 'https://example.com/a' } }),
    object({ a: { $ref: 'https://example.com/b' } }),
    'constraint',
    'both',
    '/properties/a',
  ],
  [
    'deep within',
    object({ a: listOf(object({ 'b/c': text })) }),
    object({ a: listOf(object({ 'b/c': whole })) }),
    'type',
    'both',
    '/properties/a/items/properties/b~1c',
  ],
];

const isBroken = (breaks: Breaks, direction: 'input' | 'output') => breaks === 'both' || breaks === direction;

describe('a change of a schema', () => {
  for (const [what, before, after, kind, breaks, path = ''] of cases) {
    test(`is found: ${what}`, () => {
      for (const direction of ['input', 'output'] as const) {
        const changes = compareSchemas(before, after, direction);
        assert.deepEqual(
          changes.map((one) => [one.kind, one.isBreaking, one.path]),
          [[kind, isBroken(breaks, direction), path]],
        );
        assert.ok((changes[0]?.message.length ?? 0) > 5);
      }
    });
  }

  test('of an added property is compared with the schema of additional properties', () => {
    const before = object({}, { additionalProperties: text });
    const after = object({ a: { ...text, maxLength: 5 } }, { additionalProperties: text });
    const found = (direction: 'input' | 'output') =>
      compareSchemas(before, after, direction).map(({ kind, isBreaking }) => [kind, isBreaking]);
    assert.deepEqual(found('input'), [
      ['property-added', false],
      ['limit', true],
    ]);
    assert.deepEqual(found('output'), [
      ['property-added', false],
      ['limit', false],
    ]);
  });
});

describe('no change is reported', () => {
  const same: readonly (readonly [string, unknown, unknown])[] = [
    [
      'of another order of keys',
      object({ a: text, b: whole }),
      { properties: { b: whole, a: text }, type: 'object' },
    ],
    [
      'of another order of values and types',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: ['null', 'string'], enum: [null, 'a'] },
    ],
    ['of what says what holds anyway', { ...text, minLength: 0, uniqueItems: false }, text],
    [
      'of a definition in place of what it defines',
      object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: text } }),
      object({ a: text }),
    ],
    ['of a combination of one', { allOf: [text] }, { anyOf: [text] }],
    ['of null in another way', { type: ['string', 'null'] }, { anyOf: [none, text] }],
    ['of words that nobody knows', { ...text, 'x-order': 1 }, { ...text, 'x-order': 2 }],
    [
      'of another order of alternatives',
      { anyOf: [variant('a', { x: text }), variant('b', { y: text })] },
      { anyOf: [variant('b', { y: text }), variant('a', { x: text })] },
    ],
    ['of a type that the values have', { enum: ['a'] }, { ...text, enum: ['a'] }],
  ];
  for (const [what, before, after] of same) {
    test(what, () => {
      for (const direction of ['input', 'output'] as const) {
        assert.deepEqual(compareSchemas(before, after, direction), []);
        assert.deepEqual(compareSchemas(after, before, direction), []);
      }
    });
  }
});

describe('a schema from a server', () => {
  test('can have any number of alternatives, which might exclude each other', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => variant(`v${at}`));
    const breaks = (count: number) =>
      compareSchemas({ oneOf: many(count) }, { oneOf: many(count + 1) }, 'input').some(
        (change) => change.isBreaking,
      );
    assert.deepEqual([breaks(49), breaks(50), breaks(5000)], [false, true, true]);
  });

  const deep = (depth: number, end: string) =>
    JSON.parse(`${'{"items":'.repeat(depth)}${end}${'}'.repeat(depth)}`);

  test('is compared up to a maximum depth, and the rest counts as breaking', () => {
    assert.deepEqual(compareSchemas(deep(10_000, '{}'), deep(10_000, '{}'), 'input'), []);
    const [change, ...others] = compareSchemas(
      deep(10_000, '{}'),
      deep(10_000, '{"type":"string"}'),
      'input',
    );
    assert.deepEqual([change?.kind, change?.isBreaking, others], ['too-large', true, []]);
    assert.equal(compareSchemas(deep(50, '{}'), deep(50, '{"type":"string"}'), 'input')[0]?.kind, 'type');
  });

  test('can have cyclic references', () => {
    const circle = (more: object) =>
      object(
        { a: { $ref: '#/$defs/A' } },
        { $defs: { A: { $ref: '#/$defs/B', ...more }, B: { $ref: '#/$defs/A' } } },
      );
    assert.deepEqual(compareSchemas(circle({}), circle({ minLength: 0 }), 'input'), []);
    assert.ok(
      compareSchemas(circle({}), circle({ minLength: 1 }), 'input').some(({ isBreaking }) => isBreaking),
    );
  });

  test('can have any number of references', () => {
    const doubling = (end: object) =>
      object(
        { a: { $ref: '#/$defs/d0' } },
        {
          $defs: Object.fromEntries(
            Array.from({ length: 40 }, (_, at) => {
              const next = { $ref: `#/$defs/d${at + 1}` };
              return [`d${at}`, at === 39 ? end : object({ l: next, r: next })];
            }),
          ),
        },
      );
    assert.deepEqual(
      compareSchemas(doubling(text), doubling(whole), 'input').map(({ kind }) => kind),
      ['type'],
    );
  });

  test('has values of any kind, which are compared completely', () => {
    const [change] = compareSchemas({ enum: [1, [2]] }, { enum: [1, [3]] }, 'input');
    assert.equal(change?.kind, 'values');
  });

  const many = (make: (at: number) => unknown) =>
    Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`n${at}`, make(at)]));
  const values = Array.from({ length: 30_000 }, (_, at) => at);
  const names = Object.keys(many(() => 0));
  const hostile: readonly (readonly [words: string, make: (version: number) => object])[] = [
    [
      'one enum that is compared with many others',
      (version) =>
        object(
          many((at) => (version === 1 ? { $ref: '#/$defs/e' } : { enum: [at] })),
          { $defs: { e: { enum: values } } },
        ),
    ],
    [
      'one default at many places',
      (version) =>
        object(
          many(() => ({ $ref: '#/$defs/e' })),
          { $defs: { e: { ...text, default: values.slice(version) } } },
        ),
    ],
    [
      'one enum in many alternatives',
      (version) => ({
        anyOf: values.slice(0, 3000).map(() => ({ $ref: '#/$defs/e', title: `${version}` })),
        $defs: { e: { required: names, properties: { n0: { enum: values.slice(version) } } } },
      }),
    ],
    [
      'alternatives that are told apart by many properties',
      (version) => ({
        oneOf: values.slice(0, 50).map(() => ({
          type: 'object',
          required: names,
          properties: many((at) => ({ const: at + version })),
        })),
      }),
    ],
  ];
  for (const [words, make] of hostile) {
    test(`can't make a comparison take too long: ${words}`, () => {
      const changes = compareSchemas(make(1), make(2), 'input');
      assert.equal(changes.at(-1)?.kind, 'too-large');
      assert.equal(changes.at(-1)?.isBreaking, true);
    });
  }
});
