import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formTexts } from '../../../../src/inspector/form/formTexts.ts';
import { validateBySchema } from '../../../../src/inspector/form/validateBySchema.ts';
import type { JsonValue } from '../../../../src/inspector/schema/json.ts';

const strings = formTexts();

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (count: number, make: (index: number) => unknown, prefix = 'n') =>
  Object.fromEntries(many(count, (index) => [`${prefix}${index}`, make(index)]));
function nested(depth: number, around: (inner: unknown) => unknown, innermost: unknown = 1): unknown {
  let value = innermost;
  for (let count = 0; count < depth; count += 1) value = around(value);
  return value;
}
const all = (count: number, schema: object) => ({ allOf: many(count, () => schema) });
const long = 'a'.repeat(1_000_000);
const numbers = (count: number) => many(count, (index) => index);

/** References of which each leads twice to the next one. */
const fanOut = (keyword: string, last: object) => ({
  $ref: '#/$defs/a0',
  $defs: {
    ...named(40, (index) => ({ [keyword]: many(2, () => ({ $ref: `#/$defs/a${index + 1}` })) }), 'a'),
    a40: last,
  },
});

/** What takes the longest for a step of each kind of work. Each test creates its own, since all of them fill the memory. */
const cases: Readonly<Record<string, () => readonly [schema: unknown, value: unknown]>> = {
  'references that double': () => [fanOut('allOf', {}), 1],
  'references that double, and fail': () => [fanOut('anyOf', { const: 2 }), 1],
  'variants in variants': () => [
    nested(30, (one) => ({ anyOf: [one, { const: 2 }, { type: 'string' }] })),
    1,
  ],
  'variants that double': () => [nested(14, (one) => ({ oneOf: [one, one] }), { enum: numbers(30) }), 'x'],
  'variants of each item': () => [
    {
      items: { anyOf: many(30, (index) => ({ properties: { a: { const: index } }, required: ['b', 'c'] })) },
    },
    many(3000, () => ({ a: 'x' })),
  ],
  'variants with many violations': () => [
    { anyOf: many(50, () => ({ additionalProperties: { type: 'string' } })) },
    named(5000, Number),
  ],
  'variants with deep violations': () => [
    nested(12, (one) => ({ anyOf: [one, one] }), {
      additionalProperties: { $ref: '#' },
      required: ['a', 'b'],
    }),
    nested(20, (inner) => ({ n: inner })),
  ],
  'conditions that double': () => [
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    nested(13, (one) => ({ if: one, then: one, else: one }), { type: 'string' }),
    1,
  ],
  'names by many patterns': () => [
    { patternProperties: Object.fromEntries(many(500, (index) => [`^n${index}$`, {}])) },
    named(1000, String),
  ],
  'a long text with a pattern': () => [{ pattern: '(a|b|c|[d-f])*z' }, long],
  'a long text with a lookahead': () => [{ pattern: '(?=a)z' }, long],
  'a long text with word boundaries': () => [{ pattern: '(?:\\b|\\B)z' }, long],
  'a long text of each format': () => [
    all(1, {
      allOf: ['email', 'uri', 'hostname', 'ipv6', 'uri-template', 'regex'].map((format) => ({ format })),
    }),
    'a.'.repeat(100_000),
  ],
  'long names': () => [all(5000, { additionalProperties: {} }), named(100, String, 'a'.repeat(10_000))],
  'large constants': () => [{ items: { const: numbers(5000) } }, numbers(1000)],
  'large values of variants': () => [
    { items: { anyOf: many(2, (at) => ({ enum: many(20, (index) => [at, index, ...numbers(5000)]) })) } },
    numbers(1000),
  ],
  'empty objects': () => [{ uniqueItems: true }, many(300_000, () => ({}))],
  'missing properties': () => [{ items: { required: many(9000, String) } }, many(500, () => ({}))],
  'the same violation many times': () => [
    all(15_000, { items: { items: { type: 'string' } } }),
    [numbers(20)],
  ],
  'many violations': () => [{ items: { type: 'string' } }, numbers(300_000)],
  'items that are looked for': () => [all(200, { contains: { const: 'x' } }), numbers(3000)],
  'items that are not evaluated': () => [all(5000, { unevaluatedItems: {} }), numbers(30_000)],
  'properties that are evaluated many times': () => [
    nested(60, (one) => ({ unevaluatedProperties: {}, allOf: [one] }), {
      properties: named(300, () => ({})),
    }),
    named(10_000, String),
  ],
  'dependent schemas': () => [
    { dependentSchemas: named(3000, (index) => ({ required: [`n${index}`] })) },
    named(3000, String),
  ],
  'dependent names': () => [{ dependentRequired: named(3000, () => many(300, String)) }, named(3000, String)],
  'limits of many numbers': () => [
    { items: { minimum: 1, maximum: 2, exclusiveMaximum: 3 } },
    numbers(200_000),
  ],
  'multiples of a fraction': () => [
    { items: { multipleOf: 0.1234567 } },
    many(200_000, (index) => index / 7),
  ],
  'large enums of one value': () => [all(3, { enum: numbers(150_000) }), 7],
};

describe('a validation stays within its maximum number of steps', () => {
  for (const [words, create] of Object.entries(cases)) {
    test(words, () => {
      const [schema, value] = create();
      const started = process.cpuUsage();
      validateBySchema(schema, value as JsonValue, strings);
      // A second on the machine of a person. The time of the processor doesn't depend on what else runs.
      const { user } = process.cpuUsage(started);
      assert.ok(user < 4_000_000, `${Math.round(user / 1000)} ms`);
    });
  }
});
