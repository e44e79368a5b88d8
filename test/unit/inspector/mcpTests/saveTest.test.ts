import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits } from 'jsonc-parser';
import { createPositionLookup } from '../../../../src/editor/jsonDocument.ts';
import { readTestFile } from '../../../../src/inspector/mcpTests/readTestFile.ts';
import { insertTest } from '../../../../src/inspector/mcpTests/save/insertTest.ts';
import { findSecretFields } from '../../../../src/inspector/mcpTests/save/secretFields.ts';
import { suggestExpectations } from '../../../../src/inspector/mcpTests/save/suggestExpectations.ts';

const added = { name: 'new', tool: 'measure', arguments: { day: 1 } };

function inserted(text: string): string {
  const found = insertTest(text, added);
  assert.ok(found, 'it is added');
  const after = applyEdits(text, [...found.edits]);
  assert.deepEqual(JSON.parse(after.slice(found.span.start, found.span.end)), added);
  assert.ok(readTestFile(after).ok, after);
  return after;
}

describe('a test that is added to a file', () => {
  test('creates a new file', () => {
    for (const text of ['', ' \n']) {
      assert.equal(inserted(text), `${JSON.stringify({ tests: [added] }, undefined, 2)}\n`);
    }
  });

  test('keeps the formatting of existing tests', () => {
    const first = '{"name":   "old", "tool": "a"}';
    const kept = `{\n    "tests": [\n        ${first}\n    ],\n    "headers": {}\n}\n`;
    const after = inserted(kept);
    assert.ok(after.includes(`        ${first},\n        {\n            "name": "new",`), after);
    assert.ok(after.endsWith('\n    ],\n    "headers": {}\n}\n'), after);
  });

  test('is indented with tabs, and has CRLF line breaks, like the other tests', () => {
    const text = '{\r\n\t"tests": [\r\n\t\t{ "name": "old", "tool": "a" }\r\n\t]\r\n}\r\n';
    const after = inserted(text);
    assert.ok(after.includes(',\r\n\t\t{\r\n\t\t\t"name": "new",\r\n'), JSON.stringify(after));
    assert.equal(after.replaceAll('\r\n', '').includes('\n'), false);
  });

  test('is added on the same line if all tests are on one', () => {
    const after = inserted('{"tests":[{"name":"old","tool":"a"}]}');
    assert.equal(after.includes('\n'), false);
  });

  test('is added to an empty or missing list', () => {
    inserted('{ "tests": [] }');
    inserted('{}');
  });

  test("isn't added to a file that isn't a test file", () => {
    for (const text of ['{', '[]', '3', '{ "tests": {} }']) assert.equal(insertTest(text, added), undefined);
  });
});

describe('the suggested expectations of a response', () => {
  const kinds = (...given: Parameters<typeof suggestExpectations>) =>
    suggestExpectations(...given).map(({ kind }) => kind);
  const text = (...texts: readonly string[]) => ({
    content: texts.map((one) => ({ type: 'text', text: one })),
  });

  test('are its schema, its fields, or its value if it has structured content', () => {
    const structuredContent = { celsius: 21.5 };
    const schema = { type: 'object' };
    assert.deepEqual(suggestExpectations('tool', { ...text('x'), structuredContent }, schema), [
      { kind: 'schema', expect: { matches: schema } },
      { kind: 'fields', expect: { contains: structuredContent } },
      { kind: 'value', expect: { equals: structuredContent } },
      { kind: 'status', expect: {} },
    ]);
    assert.deepEqual(kinds('tool', text('{"celsius":21.5}'), schema), ['fields', 'value', 'status']);
  });

  test('are its text or the first line of the text', () => {
    assert.deepEqual(
      suggestExpectations('prompt', { messages: [{ content: text('a\nb').content[0] }] }, undefined),
      [
        { kind: 'line', expect: { contains: 'a' } },
        { kind: 'text', expect: { equals: 'a\nb' } },
        { kind: 'status', expect: {} },
      ],
    );
    assert.deepEqual(kinds('tool', text('a'), undefined), ['text', 'status']);
    assert.deepEqual(kinds('tool', { content: [] }, undefined), ['status']);
  });

  test('include that the tool reports an error', () => {
    const offers = suggestExpectations('tool', { ...text('in use'), isError: true }, undefined);
    assert.deepEqual(
      offers.map(({ expect }) => expect),
      [{ isError: true, equals: 'in use' }, { isError: true }],
    );
  });

  test("aren't longer than allowed in a file", () => {
    assert.deepEqual(kinds('tool', text('a'.repeat(200_000)), undefined), ['line', 'status']);
  });
});

test('values that look like secrets are found at any depth', () => {
  const value = {
    arguments: { password: 'x', api_key: '', list: [{ accessToken: 'y' }], city: 'Oslo', token: 3 },
    resource: 'https://me:word@example.com',
    equals: [
      'sk-abcdefghijklmnop1234567890',
      'AKIAABCDEFGHIJKLMNOP',
      'Bearer abcdefgh1234',
      'a sketch of sk-item-3',
    ],
  };
  assert.deepEqual(findSecretFields(value), [
    ['arguments', 'password'],
    ['arguments', 'list', 0, 'accessToken'],
    ['resource'],
    ['equals', 0],
    ['equals', 1],
    ['equals', 2],
  ]);
});

test('offsets are converted to lines and columns for all line breaks', () => {
  const at = createPositionLookup('a\r\nbc\rd\n\ne');
  assert.deepEqual([0, 1, 3, 5, 6, 8, 9, 10].map(at), [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 2],
    [2, 0],
    [3, 0],
    [4, 0],
    [4, 1],
  ]);
});
