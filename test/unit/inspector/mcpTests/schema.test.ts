import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Schema, Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { readTestFile, testFileSuffix } from '../../../../src/inspector/mcpTests/readTestFile.ts';
import { readRepositoryFile } from '../../../kit/fileText.ts';

const read = (path: string) => JSON.parse(readRepositoryFile(path));
const schema: Schema = read('media/mcp-test.schema.json');
/** As the editor knows it. */
const draft7: Schema = read('node_modules/ajv/dist/refs/json-schema-draft-07.json');
const validator = new Validator(schema, '7', true);
validator.addSchema(draft7, 'http://json-schema.org/draft-07/schema');

const fits = (file: unknown): boolean => validator.validate(JSON.parse(JSON.stringify(file))).valid;
const isRead = (file: unknown): boolean => readTestFile(JSON.stringify(file)).ok;

const reference = '$' + '{env:TOKEN}';
/** What stands where something else should. */
const anything = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  2.5,
  '',
  ' ',
  'a',
  [],
  [7],
  {},
  { a: 'b' },
  { a: 1 },
);
/** Mostly what is right. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 30, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything });
const kinds = ['tool', 'prompt', 'resource'];
const text = fc.constantFrom('a', 'weather://today', 'list_cities');
const schemas = fc.constantFrom<unknown>(
  ...[{}, true, false, { type: 'object' }, { type: ['string', 'null'] }, { type: 'strng' }],
  ...[{ minimum: '5' }, { properties: { a: { minLength: -1 } } }, { pattern: '^a' }, { required: 'a' }],
  ...[{ enum: ['a'] }, { items: { type: 'string' } }, { anyOf: [{ const: 1 }] }],
);
const expectation = fc.record(
  {
    isError: mostly(fc.boolean()),
    equals: anything,
    contains: mostly(fc.constantFrom<unknown>('a', [1], { a: null })),
    matches: mostly(schemas),
    within: mostly(fc.constantFrom(1, 0.5, 2000)),
  },
  { requiredKeys: [] },
);
const oneTest = fc
  .record(
    {
      tool: mostly(text),
      prompt: mostly(text),
      resource: mostly(text),
      arguments: mostly(fc.constantFrom<unknown>({}, { a: 'b' }, { a: 1 })),
      expect: mostly(expectation),
    },
    { requiredKeys: [] },
  )
  // Most tests have one of them.
  .chain((all) => fc.constantFrom(...[...kinds, ...kinds, 'all', ''].map((kind) => only(all, kind))));

function only({ tool, prompt, resource, ...others }: Record<string, unknown>, kind: string): object {
  if (kind === 'all') return { ...others, tool, prompt, resource };
  if (kind === '') return { ...others, tool: 'a', other: true };
  return { ...others, [kind]: { tool, prompt, resource }[kind] ?? 'a' };
}

const header = fc.constantFrom(
  reference,
  `Bearer ${reference}`,
  `Basic ${reference}`,
  'Bearer x',
  `a ${reference}`,
);
const file = fc
  .record(
    {
      $schema: mostly(text),
      headers: mostly(fc.dictionary(fc.constantFrom('X-Key', 'a b', 'é', 'Authorization'), mostly(header))),
      tests: mostly(fc.array(mostly(oneTest), { maxLength: 3 })),
    },
    { requiredKeys: ['tests'] },
  )
  // No schema can say that names are there once.
  .map((all) => ({ ...all, tests: Array.isArray(all.tests) ? all.tests.map(named) : all.tests }));

const named = (one: unknown, index: number): unknown =>
  typeof one === 'object' && one !== null && !Array.isArray(one) ? { name: `test ${index}`, ...one } : one;

describe('the JSON Schema of test files', () => {
  test('accepts the same files as the parser', () => {
    let [good, bad] = [0, 0];
    fc.assert(
      fc.property(file, (one) => {
        const isGood = isRead(one);
        if (isGood) good += 1;
        else bad += 1;
        assert.equal(fits(one), isGood, JSON.stringify(readTestFile(JSON.stringify(one))));
      }),
      { numRuns: 700 },
    );
    // The numbers vary with the seed.
    assert.ok(good > 10 && bad > 10, `${good} good, ${bad} bad`);
  });

  test('rejects missing and blank names', () => {
    for (const name of [undefined, '', ' \t', 7]) {
      const one = { tests: [{ name, tool: 'a' }] };
      assert.deepEqual([fits(one), isRead(one)], [false, false]);
    }
  });

  test('is assigned to files with the suffix', () => {
    const { jsonValidation } = read('package.json').contributes;
    const validation = jsonValidation.find(({ url }: { url: string }) => url.includes('mcp-test'));
    assert.deepEqual(validation, { fileMatch: `*${testFileSuffix}`, url: './media/mcp-test.schema.json' });
  });

  test('describes each field', () => {
    const { definitions, properties } = read('media/mcp-test.schema.json');
    const fields = { ...properties, ...definitions.test.properties, ...definitions.expectation.properties };
    const { $schema, expect, ...described } = fields;
    assert.ok(Object.keys(described).length > 10);
    for (const [name, { description }] of Object.entries<{ description?: string }>(described)) {
      assert.ok(description, name);
    }
  });
});
