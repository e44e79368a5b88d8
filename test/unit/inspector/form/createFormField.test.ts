import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canShow, findBestVariant } from '../../../../src/inspector/form/canShow.ts';
import { createFormField } from '../../../../src/inspector/form/createFormField.ts';
import { type FormField, unwrapNullable } from '../../../../src/inspector/form/field.ts';
import { createInitialObject, createInitialValue } from '../../../../src/inspector/form/initialValue.ts';
import type { JsonValue } from '../../../../src/inspector/schema/json.ts';

/** As data, without what is made when it is read. */
const plain = (field: FormField): unknown => JSON.parse(JSON.stringify(field));

function property(schema: unknown, name: string): FormField {
  const field = createFormField(schema);
  assert.ok(field.kind === 'object');
  return field.properties.find((one) => one.name === name)?.field ?? assert.fail(`no ${name}`);
}

describe('the form field of a schema', () => {
  const cases: readonly (readonly [words: string, schema: unknown, field: unknown])[] = [
    ['a string', { type: 'string', format: 'date' }, { kind: 'text', isMultiline: false, format: 'date' }],
    [
      'a long text',
      { type: 'string', maxLength: 4000 },
      { kind: 'text', isMultiline: true, maxLength: 4000 },
    ],
    [
      'an integer with limits of draft 4',
      { type: 'integer', minimum: 1, exclusiveMinimum: true, multipleOf: 2 },
      { kind: 'number', isInteger: true, exclusiveMinimum: 1, multipleOf: 2 },
    ],
    ['a type that is only implied', { minLength: 1 }, { kind: 'text', isMultiline: false, minLength: 1 }],
    ['null', { type: 'null', title: 'None' }, { kind: 'null', title: 'None' }],
    ['a constant', { const: { a: 1 } }, { kind: 'constant', value: { a: 1 } }],
    ['the only choice', { enum: ['x'] }, { kind: 'constant', value: 'x' }],
    [
      'choices with names',
      { enum: ['a', 1, null], enumNames: ['First'] },
      {
        kind: 'enum',
        options: [
          { value: 'a', title: 'First' },
          { value: 1, title: '1' },
          { value: null, title: 'null' },
        ],
      },
    ],
    [
      'choices with titles',
      {
        type: 'string',
        title: 'Color',
        oneOf: [{ const: 'r', title: 'Red', description: 'Like blood' }, { const: 'g' }],
      },
      {
        kind: 'enum',
        title: 'Color',
        options: [
          { value: 'r', title: 'Red', description: 'Like blood' },
          { value: 'g', title: 'g' },
        ],
      },
    ],
    [
      'several of some',
      { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true, maxItems: 2 },
      {
        kind: 'multiSelect',
        options: [
          { value: 'a', title: 'a' },
          { value: 'b', title: 'b' },
        ],
        minItems: 0,
        maxItems: 2,
      },
    ],
    [
      'a tuple, as older drafts have it',
      { items: [{ type: 'null' }], additionalItems: false },
      { kind: 'array', minItems: 0, maxItems: 1, prefixItems: [{ kind: 'null' }] },
    ],
    [
      'a type or another',
      { type: ['string', 'null'], description: 'Perhaps' },
      {
        kind: 'union',
        variants: [{ kind: 'text', isMultiline: false }, { kind: 'null' }],
        description: 'Perhaps',
      },
    ],
    [
      'one variant',
      { anyOf: [{ type: 'boolean' }], title: 'Its own' },
      { kind: 'boolean', title: 'Its own' },
    ],
    [
      'unions within a union',
      { anyOf: [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, { type: 'number' }] },
      {
        kind: 'union',
        variants: [{ kind: 'boolean' }, { kind: 'null' }, { kind: 'number', isInteger: false }],
      },
    ],
    [
      'what is said in two places',
      {
        allOf: [
          { type: 'number', minimum: 1 },
          { minimum: 2, maximum: 9 },
        ],
        maximum: 5,
      },
      { kind: 'number', isInteger: false, minimum: 2, maximum: 5 },
    ],
    [
      'an integer that must be a number, too',
      { allOf: [{ type: 'number' }, { type: 'integer' }] },
      { kind: 'number', isInteger: true },
    ],
    ['an integer or a number', { type: ['integer', 'number'] }, { kind: 'number', isInteger: false }],
    [
      'a text with lines',
      { type: 'string', default: 'a\nb' },
      { kind: 'text', isMultiline: true, default: 'a\nb' },
    ],
    [
      'choices that are there twice',
      { enum: [[1], [1], { a: [] }] },
      {
        kind: 'enum',
        options: [
          { value: [1], title: '[1]' },
          { value: { a: [] }, title: '{"a":[]}' },
        ],
      },
    ],
    ['a contradiction', { allOf: [{ type: 'number' }, { type: 'string' }] }, { kind: 'json' }],
    ['true', true, { kind: 'json' }],
    ['false', false, { kind: 'json' }],
    [
      'keywords with values of other types',
      { type: 'file', properties: 3, minLength: 'x' },
      { kind: 'json' },
    ],
    ['a reference without a target', { $ref: '#/$defs/none', title: 'T' }, { kind: 'json', title: 'T' }],
    ['a reference to itself', { $ref: '#' }, { kind: 'json' }],
    [
      'references by pointer, anchor and id',
      {
        $id: 'https://example.com/s',
        $ref: 'https://example.com/s#/x/a~1b',
        x: { 'a/b': { $ref: '#c' }, c: { $anchor: 'c', type: 'null' } },
      },
      { kind: 'null' },
    ],
  ];
  for (const [words, schema, field] of cases) {
    test(`shows ${words}`, () => assert.deepEqual(plain(createFormField(schema)), field));
  }

  test('has properties in the order of the schema, then those that are only required', () => {
    const schema = JSON.parse(
      '{"properties":{"b":{"type":"null"},"__proto__":{"type":"boolean"}},"required":["__proto__","more"]}',
    );
    assert.deepEqual(plain(createFormField(schema)), {
      kind: 'object',
      canAddProperties: false,
      additionalProperties: { kind: 'json' },
      properties: [
        { name: 'b', isRequired: false, field: { kind: 'null' } },
        { name: '__proto__', isRequired: true, field: { kind: 'boolean' } },
        { name: 'more', isRequired: true, field: { kind: 'json' } },
      ],
    });
  });

  test('offers to add properties only if the schema mentions additional ones', () => {
    const isOpen = (more: object): boolean => {
      const field = createFormField({ type: 'object', properties: { a: {} }, ...more });
      return field.kind === 'object' && field.canAddProperties;
    };
    assert.equal(isOpen({}), false);
    assert.equal(isOpen({ additionalProperties: { type: 'string' } }), true);
    assert.equal(isOpen({ additionalProperties: false }), false);
  });

  test('of a recursive schema is created as deep as it is read', () => {
    const list = { type: 'object', properties: { next: { $ref: '#' }, value: { type: 'integer' } } };
    let field = createFormField(list);
    for (let depth = 0; depth < 5; depth++) {
      assert.ok(field.kind === 'object');
      field = field.properties[0]?.field ?? assert.fail();
    }
    assert.equal(field.kind, 'object');
  });

  test('ignores alternatives that only have validation keywords', () => {
    const schema = { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    assert.equal(createFormField(schema).kind, 'object');
  });

  test('merges the keywords beside alternatives into each variant', () => {
    const field = createFormField({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      oneOf: [{ properties: { size: { type: 'number' } } }, { properties: { color: { type: 'string' } } }],
    });
    assert.ok(field.kind === 'union');
    const names = field.variants.map(
      (one) => one.kind === 'object' && one.properties.map(({ name }) => name),
    );
    assert.deepEqual(names, [
      ['name', 'size'],
      ['name', 'color'],
    ]);
  });

  test('is created in bounded time for a schema whose alternatives contain it', () => {
    const twice = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `a${index}`,
        {
          anyOf: [
            { $ref: `#/$defs/a${index + 1}` },
            { type: 'array', items: { $ref: `#/$defs/a${index + 1}` } },
            { $ref: `#/$defs/a${index + 1}` },
          ],
        },
      ]),
    );
    const schema = {
      type: 'object',
      properties: { x: { $ref: '#/$defs/a0' } },
      required: ['x'],
      $defs: twice,
    };
    assert.ok(createInitialValue(property(schema, 'x')) !== undefined);
    const names = [...'abcdefghij'];
    const wide = {
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
      required: names,
    };
    assert.ok(JSON.stringify(createInitialValue(createFormField(wide))).length < 100_000);
    let deep: unknown = {};
    for (let depth = 0; depth < 50_000; depth++) deep = { type: 'array', items: deep };
    assert.equal(createFormField(deep).kind, 'array');
  });
});

describe('the initial value of a field', () => {
  const cases: readonly (readonly [schema: unknown, value: JsonValue])[] = [
    [{ type: 'string' }, ''],
    [{ type: 'string', default: 'x' }, 'x'],
    [{ type: 'string', default: 5 }, ''],
    [{ type: 'number', minimum: -3 }, 0],
    [{ type: 'integer', minimum: 3, multipleOf: 5 }, 5],
    [{ type: 'integer', exclusiveMinimum: 3 }, 4],
    [{ type: 'number', maximum: -2 }, -2],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: 'number', exclusiveMinimum: 5 }, 6],
    [{ type: 'number', exclusiveMaximum: -5 }, -6],
    [{ type: 'integer', maximum: -3 }, -3],
    [{ type: 'integer', exclusiveMaximum: -3 }, -4],
    [{ type: 'number', minimum: 0.25, multipleOf: 0.1 }, 0.3],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [false, false]],
    [{ anyOf: [{ type: 'null' }, { type: 'string' }] }, null],
    [{ properties: { a: { type: 'string' } }, required: ['a'] }, {}],
    [{ properties: { a: { type: 'string', default: '' } }, required: ['a'] }, { a: '' }],
    [{ properties: { a: { const: 1 }, b: { default: 2 } }, required: ['a'] }, { a: 1 }],
  ];
  for (const [schema, value] of cases) {
    test(`${JSON.stringify(schema)}: ${JSON.stringify(value)}`, () =>
      assert.deepEqual(createInitialValue(createFormField(schema)), value));
  }
});

test("the initial arguments are an object, even if the form can't show their schema", () => {
  const clear = { type: 'object', properties: { a: { const: 1 } }, required: ['a'] };
  const unclear = { allOf: [{ enum: [1] }, { enum: [2] }] };
  assert.deepEqual(
    [createInitialObject(createFormField(clear)), createInitialObject(createFormField(unclear))],
    [{ a: 1 }, {}],
  );
});

describe('the variant of a value', () => {
  const field = createFormField({
    anyOf: [
      { type: 'object', properties: { kind: { const: 'a' }, n: { type: 'number' } }, required: ['kind'] },
      { type: 'object', properties: { kind: { const: 'b' }, n: { type: 'number' } }, required: ['kind'] },
      { type: 'integer' },
      { type: 'number' },
      {},
    ],
  });
  assert.ok(field.kind === 'union');

  test('is the one that matches the value best', () => {
    const of = (value: JsonValue): number => findBestVariant(field, value);
    assert.deepEqual([of({ kind: 'a' }), of({ kind: 'b', n: 1 }), of(1), of(1.5), of('x')], [0, 1, 2, 3, 4]);
  });

  test('is the one whose limits the value meets', () => {
    const limits: readonly (readonly [variants: readonly unknown[], first: JsonValue, second: JsonValue])[] =
      [
        [[{ type: 'string', minLength: 3 }, { type: 'string' }], 'abc', 'ab'],
        [[{ type: 'string', maxLength: 1 }, { type: 'string' }], 'a', 'ab'],
        [[{ type: 'number', minimum: 3 }, { type: 'number' }], 3, 2],
        [[{ type: 'number', maximum: 3 }, { type: 'number' }], 3, 4],
        [
          [
            { type: 'array', items: {}, minItems: 1 },
            { type: 'array', items: {} },
          ],
          [1],
          [],
        ],
        [
          [
            { type: 'array', items: {}, maxItems: 1 },
            { type: 'array', items: {} },
          ],
          [1],
          [1, 2],
        ],
        [[{ properties: { a: {} }, additionalProperties: false }, { properties: {} }], { a: 1 }, { b: 1 }],
      ];
    for (const [anyOf, first, second] of limits) {
      const union = createFormField({ anyOf });
      assert.ok(union.kind === 'union');
      assert.deepEqual(
        [findBestVariant(union, first), findBestVariant(union, second)],
        [0, 1],
        JSON.stringify(anyOf),
      );
    }
  });

  test('is the selected one if it can show the value', () => {
    assert.equal(findBestVariant(field, { kind: 'a' }, 1), 1);
    assert.equal(findBestVariant(field, 1, 1), 2);
    assert.equal(findBestVariant(field, 1, 99), 2);
  });
});

test('a nullable field is that of its other type, with the title and description of the union', () => {
  const field = createFormField({
    anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }],
    title: 'T',
    $defs: { a: { properties: {} } },
  });
  assert.ok(field.kind === 'union');
  assert.deepEqual(plain(unwrapNullable(field) ?? assert.fail()), {
    kind: 'object',
    title: 'T',
    properties: [],
    canAddProperties: true,
    additionalProperties: { kind: 'json' },
  });
  const more = createFormField({ type: ['string', 'boolean', 'null'] });
  assert.ok(more.kind === 'union');
  assert.equal(unwrapNullable(more), undefined);
});

test('a multiple choice is shown only if its value contains each option at most once', () => {
  const field = createFormField({ type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true });
  assert.deepEqual(
    [['b', 'a'], ['a', 'a'], ['c'], []].map((value) => canShow(field, value)),
    [true, false, false, true],
  );
});
