import fc from 'fast-check';

/** JSON Schemas of the kinds that a form knows, whose limits can be satisfied. */

type Schema = Record<string, unknown>;

const names = fc.constantFrom(
  'name',
  'type',
  'a/b',
  'x~y',
  '__proto__',
  'constructor',
  '0',
  'ünï',
  '',
  'a b',
);
const words = fc.constantFrom('red', 'green', 'blue', '', 'a\nb', '12');
const scalars = fc.oneof(words, fc.integer({ min: -9, max: 9 }), fc.boolean(), fc.constant(null));

const about = fc.record(
  { title: fc.constantFrom('A title', ''), description: fc.constantFrom('One line', 'One\nand more') },
  { requiredKeys: [] },
);

const text: fc.Arbitrary<Schema> = fc
  .record(
    {
      limits: fc.tuple(fc.nat(4), fc.nat(4)),
      format: fc.constantFrom('date', 'date-time', 'email', 'uri', 'uuid', 'unheard-of'),
      isLimited: fc.boolean(),
    },
    { requiredKeys: ['limits', 'isLimited'] },
  )
  .map(({ limits: [a, b], format, isLimited }) =>
    format === undefined
      ? { type: 'string', ...(isLimited && { minLength: a, maxLength: a + b }) }
      : { type: 'string', format },
  );

const number: fc.Arbitrary<Schema> = fc
  .record({
    type: fc.constantFrom('number', 'integer'),
    least: fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined }),
    room: fc.option(fc.integer({ min: 10, max: 50 }), { nil: undefined }),
    isExclusive: fc.boolean(),
    multipleOf: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  .map(({ type, least, room, isExclusive, multipleOf }) => {
    const last = room === undefined ? undefined : (least ?? -20) + room;
    const limits = isExclusive
      ? { exclusiveMinimum: least, exclusiveMaximum: last }
      : { minimum: least, maximum: last };
    return JSON.parse(JSON.stringify({ type, ...limits, multipleOf }));
  });

const options = fc.uniqueArray(scalars, { minLength: 1, maxLength: 5 });
const choice: fc.Arbitrary<Schema> = fc.oneof(
  options.map((all) => ({ enum: all })),
  options.map((all) => ({ enum: all, enumNames: all.map((one) => `Choice ${one}`) })),
  options.map((all) => ({ oneOf: all.map((one) => ({ const: one, title: `Title ${one}` })) })),
  scalars.map((one) => ({ const: one })),
);

const several: fc.Arbitrary<Schema> = fc
  .uniqueArray(words, { minLength: 2, maxLength: 5 })
  .map((all) => ({ type: 'array', items: { enum: all }, uniqueItems: true, minItems: 1 }));

const leaf = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: fc.constant<Schema>({ type: 'boolean' }) },
  { weight: 1, arbitrary: fc.constant<Schema>({ type: 'null' }) },
  { weight: 2, arbitrary: choice },
  { weight: 1, arbitrary: several },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Schema>({}, { type: ['string', 'null'] }, { $ref: '#/$defs/leaf' }),
  },
);

const { any } = fc.letrec<{ any: Schema; object: Schema; array: Schema; union: Schema; all: Schema }>(
  (tie) => ({
    any: fc
      .tuple(
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          leaf,
          tie('object'),
          tie('array'),
          tie('union'),
          tie('all'),
        ),
        about,
      )
      .map(([schema, words]) => ({ ...words, ...schema })),
    object: fc
      .record({
        properties: fc.uniqueArray(fc.tuple(names, tie('any'), fc.boolean()), {
          maxLength: 4,
          selector: ([name]) => name,
        }),
        extra: fc.option(fc.oneof(fc.boolean(), tie('any')), { nil: undefined }),
      })
      .map(({ properties, extra }) => ({
        type: 'object',
        properties: Object.fromEntries(properties.map(([name, schema]) => [name, schema])),
        required: properties.filter(([, , isRequired]) => isRequired).map(([name]) => name),
        ...(extra !== undefined && { additionalProperties: extra }),
      })),
    array: fc
      .record({
        items: tie('any'),
        first: fc.array(tie('any'), { maxLength: 2 }),
        minItems: fc.nat(3),
        isOlder: fc.boolean(),
      })
      .map(({ items, first, minItems, isOlder }) => {
        if (first.length === 0) return { type: 'array', items, minItems };
        return isOlder
          ? { type: 'array', items: first, additionalItems: items, minItems }
          : { type: 'array', prefixItems: first, items, minItems };
      }),
    union: fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    // What is required of two objects with nothing in common.
    all: tie('object').map((schema) => ({
      allOf: [{ ...schema, additionalProperties: true }, { properties: { more: { type: 'boolean' } } }],
      required: ['more'],
    })),
  }),
);

/** A schema as a tool has it: of an object, perhaps one that holds itself. */
export const schemas: fc.Arbitrary<Schema> = fc
  .record({ any, isRecursive: fc.boolean() })
  .map(({ any: schema, isRecursive }) => ({
    type: 'object',
    properties: { value: schema, ...(isRecursive && { child: { $ref: '#' } }) },
    required: ['value'],
    $defs: { leaf: { type: 'integer', minimum: 1 } },
  }));

const keywords = fc.constantFrom(
  ...[
    'type',
    'properties',
    'required',
    'items',
    'prefixItems',
    'anyOf',
    'oneOf',
    'allOf',
    '$ref',
    'enum',
    'const',
  ],
  ...['default', 'minimum', 'maxLength', 'pattern', '$defs', '$id', 'a', 'not', 'additionalProperties'],
  ...[
    'minItems',
    'uniqueItems',
    'title',
    '__proto__',
    'dependencies',
    'exclusiveMinimum',
    'if',
    'then',
    'format',
  ],
);
const pieces = fc.oneof(
  fc.constantFrom('#', '#/$defs/a', '#/properties/a', '#/anyOf/0', 'other.json', '%', '#/%E0', '(', '^a+$'),
  fc.constantFrom('string', 'object', 'array', 'integer', 'null', 'file', 'date'),
  fc.jsonValue({ maxDepth: 1 }),
);

/** Whatever somebody may call a schema, often with keywords that have values of other types. */
export const anySchemas: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      pieces,
      fc.dictionary(keywords, tie('node'), { maxKeys: 5 }),
      fc.array(tie('node'), { maxLength: 3 }),
    ),
  })).node,
);

const slowPatterns = fc.constantFrom(
  ...[
    '^(a|a|a|a)*$',
    '^a*a*a*a*a*b$',
    '(a+)+$',
    '^(?:(?:a{1,99}){1,99}){1,99}$',
    '(?=(a*)*b)|(.*)*x',
    '^(a*)*\\1$',
  ],
);
const large = fc.constantFrom(10_000, 30_000);
const range = large.map((length) => Array.from({ length }, (_, index) => index));
const manyNames = large.map((length) => Array.from({ length }, (_, index) => `n${index}`));

const fastGrowingSchemas: fc.Arbitrary<unknown> = fc.letrec<{ node: Schema }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      slowPatterns.map((pattern) => ({ pattern })),
      slowPatterns.map((pattern) => ({ patternProperties: { [pattern]: { $ref: '#' } } })),
      fc.constantFrom<Schema>(
        { $ref: '#' },
        { uniqueItems: true },
        { items: { $ref: '#' } },
        { additionalProperties: { $ref: '#' } },
      ),
      range.map((values) => ({ enum: values })),
      range.map((values) => ({ const: values })),
      range.map((values) => ({ items: { enum: values } })),
      manyNames.map((required) => ({ required })),
      manyNames.map((names) => ({
        dependentRequired: Object.fromEntries(names.slice(0, 5000).map((name) => [name, names.slice(0, 5)])),
      })),
    ),
    fc
      .tuple(
        fc.constantFrom('allOf', 'anyOf', 'oneOf'),
        fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(1, 50),
      )
      .map(([keyword, parts, times]) => ({ [keyword]: Array.from({ length: times }, () => parts).flat() })),
    fc
      .tuple(
        fc.constantFrom(
          'not',
          'if',
          'contains',
          'propertyNames',
          'unevaluatedItems',
          'unevaluatedProperties',
        ),
        tie('node'),
      )
      .map(([keyword, inner]) => ({ [keyword]: inner })),
    fc.tuple(tie('node'), tie('node')).map(([one, other]) => ({ ...one, ...other })),
  ),
})).node;

/**
 * The number of values that the largest response can contain. Parts of a generated schema are the same object, so that
 * it can represent more of them than any response.
 */
const maxValues = 4_000_000;

function countValues(value: unknown, known = new Map<unknown, number>()): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = known.get(value);
  if (count === undefined) {
    count = Object.values(value).reduce((sum: number, part) => sum + countValues(part, known), 1);
    known.set(value, count);
  }
  return count;
}

/** Schemas whose checks grow faster than they do, alone or within each other, and that a server can send. */
export const hostileSchemas = fastGrowingSchemas.filter((schema) => countValues(schema) <= maxValues);

/** Values that are long, wide, or deep. */
export const largeValues: fc.Arbitrary<unknown> = fc.oneof(
  large.map((length) => `${'a'.repeat(length)}!`),
  range,
  range.map((values) => values.map((value) => `${'a'.repeat(24)}${value}`)),
  manyNames.map((names) => Object.fromEntries(names.map((name) => [name, name]))),
  fc.constantFrom(50, 5000).map((depth) => {
    let value: unknown = 'a';
    for (let count = 0; count < depth; count += 1) value = [value];
    return value;
  }),
);
