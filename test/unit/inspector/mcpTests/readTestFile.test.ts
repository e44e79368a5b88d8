import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getLineAndColumn } from '../../../../src/editor/jsonDocument.ts';
import { readTestFile } from '../../../../src/inspector/mcpTests/readTestFile.ts';

const issues = (text: string): readonly string[] => {
  const read = readTestFile(text);
  return read.ok ? [] : read.issues.map((one) => `${getLineAndColumn(text, one.start).line} ${one.text}`);
};

/** What of the text is marked, issue by issue. */
const marked = (text: string): readonly string[] => {
  const read = readTestFile(text);
  return read.ok ? [] : read.issues.map(({ start, end }) => text.slice(start, end));
};

const oneTest = (fields: object): string => JSON.stringify({ tests: [{ name: 'a', ...fields }] });
const reference = '$' + '{env:TOKEN}';

describe('a test file', () => {
  test('is read unchanged, with the locations of its tests', () => {
    const file = {
      $schema: 'x',
      headers: { Authorization: `Bearer ${reference}`, 'X-Key': reference },
      tests: [
        { name: 'a', tool: 'echo', arguments: { ['__proto__']: 1, deep: [null] }, expect: { equals: null } },
        { name: 'b', prompt: 'p', arguments: { city: 'Oslo' }, expect: { contains: 'x', within: 0.5 } },
        { name: 'c', resource: 'weather://today', expect: { matches: { type: 'object' } } },
        { name: 'd', tool: 'echo', expect: { isError: true, contains: [], matches: false } },
      ],
    };
    const text = `\uFEFF${JSON.stringify(file, null, 2)}`;
    const read = readTestFile(text);
    assert.ok(read.ok);
    assert.equal(JSON.stringify(read.file), JSON.stringify(file));
    const { start, end } = read.locate(['tests', 1, 'expect', 'contains']);
    assert.equal(text.slice(start, end), '"x"');
  });

  test("that isn't JSON has a problem with its location", () => {
    assert.deepEqual(issues('{\n  // a comment\n  "tests": []\n}'), ["2 JSON doesn't support comments"]);
    assert.deepEqual(issues('[]'), ['1 the file must be a JSON object']);
    assert.deepEqual(issues('{}'), ['1 tests: is required and must be a list']);
  });

  test('has its problems in the order of the text, with their locations', () => {
    const text = `{
  "headers": { "a b": "${reference}", "X-Key": "sk-secret", "Y": 7 },
  "tests": [
    { "name": " ", "tool": "a", "prompt": "b" },
    { "name": "one", "tool": "" },
    { "name": "one" },
    { "name": "two", "resource": "a:b", "arguments": {}, "expect": { "isError": true } },
    { "name": "three", "prompt": "a", "arguments": { "n": 1 } },
    { "name": "four", "tool": "a", "arguments": [], "expect": { "contains": "", "within": 0 } },
    { "name": "five", "tool": "a", "expect": { "matches": [], "equal": 1 } }, 8
  ]
}`;
    assert.deepEqual(issues(text), [
      '2 headers.a b: must be a valid HTTP header name, such as X-Api-Key',
      `2 headers.X-Key: must be a reference such as ${reference} or Bearer ${reference}, not the secret itself`,
      `2 headers.Y: must be a reference such as ${reference} or Bearer ${reference}, not the secret itself`,
      '4 tests[0]: must have exactly one of these fields: tool, prompt, resource',
      '4 tests[0].name: must not be blank',
      '5 tests[1].tool: must not be empty',
      '6 tests[2]: must have exactly one of these fields: tool, prompt, resource',
      '6 tests[2].name: must be different from tests[1].name',
      "7 tests[3].arguments: isn't allowed because resources don't accept arguments",
      "7 tests[3].expect.isError: isn't allowed because only tools can report errors",
      '8 tests[4].arguments.n: must be a string because all prompt arguments are strings',
      '9 tests[5].arguments: must be a JSON object',
      '9 tests[5].expect.contains: must be a nonempty string, an object, or a list',
      '9 tests[5].expect.within: must be a number of milliseconds greater than 0',
      '10 tests[6].expect.matches: must be a JSON Schema',
      "10 tests[6].expect.equal isn't a supported field",
      '10 tests[7]: must be a JSON object',
    ]);
    assert.deepEqual(marked(text).slice(0, 3), ['"a b"', '"sk-secret"', '7']);
    assert.deepEqual(marked(text).slice(-2), ['"equal"', '8']);
  });

  test("can't contain a secret in any notation", () => {
    for (const value of [
      'Bearer abc',
      `sk-1 ${reference}`,
      `${reference}x`,
      `Bearer ${reference} `,
      'Bearer ',
    ]) {
      const text = JSON.stringify({ headers: { Authorization: value }, tests: [] });
      assert.equal(issues(text).length, 1, value);
      assert.ok(!issues(text).join().includes('abc'), 'the value is not said');
    }
  });

  test("can't contain a schema with ignored keywords", () => {
    const rules = {
      '{"type":"strng"}': 'JSON Schema doesn\'t define the type "strng".',
      '{"pattern":"("}': 'The pattern "(" isn\'t a valid regular expression.',
      '{"$ref":"#/$defs/a"}': 'The reference "#/$defs/a" can\'t be resolved.',
      '{"properties":{"a":{"minimum":"5"}}}': '"minimum" must be a number.',
      '{"items":{"minLength":-1}}': '"minLength" must be a whole number that is 0 or greater.',
    };
    for (const [matches, words] of Object.entries(rules)) {
      assert.deepEqual(issues(oneTest({ tool: 'a', expect: { matches: JSON.parse(matches) } })), [
        `1 tests[0].expect.matches: isn't a usable JSON Schema. ${words}`,
      ]);
    }
  });
});
