import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import fc from 'fast-check';
import { compareSchemas } from '../../../../src/inspector/compare/compareSchemas.ts';
import { canonicalJson } from '../../../../src/inspector/schema/canonicalJson.ts';
import { isJsonObject } from '../../../../src/inspector/schema/json.ts';

// What changes are said to do is held against a validator that clients use.

type Schema = Readonly<Record<string, unknown>>;

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const without = (fields: object): Schema =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const one = <T = unknown>(...values: readonly T[]) => fc.constantFrom(...values);

const leaf: fc.Arbitrary<Schema> = fc
  .oneof(
    fc.record({
      type: one<unknown>('string', ['string', 'null']),
      minLength: maybe(one(0, 1, 2)),
      maxLength: maybe(one(1, 2, 3)),
    }),
    fc.record({
      type: one('string', undefined),
      enum: fc.subarray(['a', 'ab', 'b', 1, null], { minLength: 1 }),
    }),
    fc.record({ const: one<unknown>('a', 1), type: one(undefined, 'string', 'integer') }),
    fc.record({ type: one('string'), pattern: maybe(one('^a', 'b$')) }),
    fc.record({
      type: one('number', 'integer'),
      minimum: maybe(one(0, 1, 2)),
      maximum: maybe(one(1, 2, 3)),
      exclusiveMinimum: maybe(one(0, 1)),
      exclusiveMaximum: maybe(one(2, 3)),
      multipleOf: maybe(one(1, 2, 4)),
    }),
    fc.record({
      type: maybe(one<unknown>('boolean', 'null', ['boolean', 'integer'])),
      description: maybe(one('D', 'E')),
    }),
  )
  .map(without);

type Two = readonly [Schema, Schema];
const keys = ['a', 'b'] as const;

/** Two schemas that have more or less in common: of two that are made apart, nearly all differ too much. */
const { two } = fc.letrec<{ two: Two; part: Two }>((tie) => {
  const others = maybe(one<unknown>(false, false, true, { type: 'string' }));
  const objects = fc
    .record({
      a: tie('part'),
      b: tie('part'),
      has: fc.tuple(fc.subarray([...keys]), fc.subarray([...keys])),
      required: fc.tuple(fc.subarray([...keys]), fc.subarray([...keys])),
      isSameRequired: fc.boolean(),
      isSameOthers: fc.boolean(),
      others: fc.tuple(others, others),
      most: fc.tuple(maybe(one(1, 2)), maybe(one(1, 2, 3))),
    })
    .map(({ a, b, has, required, isSameRequired, isSameOthers, others, most }): Two => {
      const side = (at: 0 | 1): Schema =>
        without({
          type: 'object',
          properties: Object.fromEntries(
            Object.entries({ a: a[at], b: b[at] }).filter(
              ([key]) => has[at].some((name) => name === key) || has[0].length === 2,
            ),
          ),
          required: required[isSameRequired ? 0 : at],
          additionalProperties: others[isSameOthers ? 0 : at],
          maxProperties: most[at],
        });
      return [side(0), side(1)];
    });
  const lists = fc
    .record({
      items: tie('part'),
      most: fc.tuple(maybe(one(1, 2)), maybe(one(1, 2))),
      isUnique: fc.tuple(maybe(fc.boolean()), maybe(fc.boolean())),
      isTuple: fc.tuple(fc.boolean(), fc.boolean()),
    })
    .map(({ items, most, isUnique, isTuple }): Two => {
      const side = (at: 0 | 1) =>
        without({
          type: 'array',
          items: isTuple[at] ? [items[at]] : items[at],
          maxItems: most[at],
          uniqueItems: isUnique[at],
        });
      return [side(0), side(1)];
    });
  const combined = fc
    .record({
      keyword: fc.tuple(one('anyOf', 'oneOf', 'allOf', 'anyOf'), fc.boolean(), one('anyOf', 'oneOf')),
      parts: fc.array(tie('part'), { minLength: 1, maxLength: 3 }),
      drop: fc.tuple(fc.nat(5), fc.nat(5)),
      turn: fc.boolean(),
      not: fc.boolean(),
    })
    .map(({ keyword, parts, drop, turn, not }): Two => {
      const side = (at: 0 | 1): Schema => {
        const list = parts.map((part) => part[at]).filter((_, index) => index !== drop[at]);
        const word = at === 1 && keyword[1] ? keyword[2] : keyword[0];
        if (not && list[0]) return { not: list[0] };
        if (list.length === 0) return {};
        return { [word]: turn && at === 1 ? list.toReversed() : list };
      };
      return [side(0), side(1)];
    });
  const referred = tie('part').map(([before, after]): Two => {
    const side = (target: Schema): Schema => ({
      type: 'object',
      properties: { a: { $ref: '#/definitions/A' } },
      definitions: { A: target },
    });
    return [side(before), side(after)];
  });
  const spread = fc.tuple(tie('part'), leaf, fc.boolean()).map(([[before, after], other, isSwapped]): Two => {
    const many = { anyOf: [other, after] };
    return isSwapped ? [many, before] : [before, many];
  });
  const part = fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 3, arbitrary: leaf.map((schema): Two => [schema, schema]) },
    { weight: 4, arbitrary: fc.tuple(leaf, leaf) },
    { weight: 3, arbitrary: objects },
    { weight: 1, arbitrary: lists },
    { weight: 2, arbitrary: combined },
    { weight: 2, arbitrary: spread },
  );
  // References lead from the top, so that a definition stands where they lead.
  return { part, two: fc.oneof({ weight: 6, arbitrary: part }, { weight: 1, arbitrary: referred }) };
});

const scalars = ['', 'a', 'ab', 'abc', 'b', 0, 1, 2, 3, 4, 1.5, true, null];
const some = ['a', 'abc', 1, null, {}, { a: 'a' }, { a: 1, b: 'ab' }, ['a']];
const values: readonly unknown[] = [
  ...scalars,
  ...[[], ...some.flatMap((first) => [[first], ...some.slice(0, 4).map((second) => [first, second])])],
  {},
  ...[...scalars, ...some].flatMap((value) => [{ a: value }, { b: value }, { c: value }]),
  ...some.flatMap((first) => some.map((second) => ({ a: first, b: second }))),
];

/** Callers send what is described, and look at nothing else: a schema that says nothing of other properties has none. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isJsonObject(schema)) return schema;
  const within = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'not' ? value : closed(value)]),
  );
  return within['type'] === 'object' &&
    within['properties'] !== undefined &&
    within['additionalProperties'] === undefined
    ? { ...within, additionalProperties: false }
    : within;
}

const validator = new AjvJsonSchemaValidator();

function accepted(schema: unknown): ReadonlySet<unknown> {
  const validate = validator.getValidator(schema as never);
  return new Set(values.filter((value) => validate(value).valid));
}

describe("a change that isn't reported as breaking", () => {
  for (const [direction, first, second] of [
    ['input', 0, 1],
    ['output', 1, 0],
  ] as const) {
    test(`keeps valid values valid, for an ${direction}`, () => {
      let harmless = 0;
      let values = 0;
      fc.assert(
        fc.property(two, (schemas) => {
          const changes = compareSchemas(schemas[0], schemas[1], direction);
          if (
            changes.some(({ isBreaking }) => isBreaking) ||
            canonicalJson(schemas[0]) === canonicalJson(schemas[1])
          )
            return;
          const sent = accepted(closed(schemas[first]));
          const right = accepted(schemas[second]);
          harmless += 1;
          values += sent.size;
          const wrong = [...sent].filter((value) => !right.has(value));
          assert.deepEqual(wrong, [], JSON.stringify(changes));
        }),
        // Few changes are harmless, so many pairs are needed to see enough of them with any seed.
        { numRuns: 2000 },
      );
      assert.ok(harmless > 75 && values > 500, `${harmless} changes and ${values} values were looked at`);
    });
  }

  test("isn't reported for equal schemas", () => {
    fc.assert(
      fc.property(two, ([schema]) => {
        const copy: unknown = JSON.parse(JSON.stringify(schema));
        for (const direction of ['input', 'output'] as const) {
          assert.deepEqual(compareSchemas(schema, copy, direction), []);
          // With a word that makes them differ, all of it is compared.
          assert.deepEqual(compareSchemas(schema, { ...schema, 'x-other': 1 }, direction), []);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('is found in any data, without exceptions', () => {
    const words = [
      'type',
      'properties',
      'required',
      'items',
      'enum',
      '$ref',
      'anyOf',
      'oneOf',
      'allOf',
      'not',
      'minimum',
      'a',
      '__proto__',
    ];
    const { any } = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'medium' },
        one<unknown>(...words, 'object', '#', '#/properties/a', '#/items', null, true, false, 0, 1.5),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(one(...words), tie('any'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(any, any, (before, after) => {
        const [was, is] = [before, after].map((value): unknown => JSON.parse(JSON.stringify(value)));
        assert.ok(compareSchemas(was, is, 'input'));
        assert.ok(compareSchemas({ properties: { a: was } }, { properties: { a: is } }, 'output'));
      }),
      { numRuns: 400 },
    );
  });
});
