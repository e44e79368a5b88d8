import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { getLineAndColumn, parseJsonDocument } from '../../../src/editor/jsonDocument.ts';

const nested = `{
  "a": 1, "b": [
    10,
    { "c": "x\\"},[\\n",
      "d": null },

    []
  ],
  "a\\/b": { "": true }, "twice": { "x": 1 },
  "twice": 2
}`;

function at(text: string, path: readonly PropertyKey[]): string {
  const read = parseJsonDocument(text);
  assert.ok(read.ok);
  const { start, end } = read.locate(path);
  return text.slice(start, end);
}

/** Returns the error in a text, its line and column, and the marked part. */
function issue(text: string): readonly [position: string, marked: string, reason: string] {
  const read = parseJsonDocument(text);
  assert.ok(!read.ok, text);
  const { line, column } = getLineAndColumn(text, read.start);
  return [`${line}:${column}`, text.slice(read.start, read.end), read.reason];
}

describe('a text that is JSON', () => {
  test('says what it says, and where', () => {
    const read = parseJsonDocument(nested);
    assert.ok(read.ok);
    assert.deepEqual(read.value, JSON.parse(nested));
    const places: readonly (readonly [path: readonly PropertyKey[], text: string])[] = [
      [['a'], '1'],
      [['b', 0], '10'],
      [['b', 1, 'c'], '"x\\"},[\\n"'],
      [['b', 1, 'd'], 'null'],
      [['b', 2], '[]'],
      [['a/b'], '{ "": true }'],
      [['a/b', ''], 'true'],
      [['missing'], nested],
      [['b', 2, 'missing', 3], '[]'],
      // The last property is used, and nothing of the previous one.
      [['twice'], '2'],
      [['twice', 'x'], '2'],
    ];
    for (const [path, text] of places) assert.equal(at(nested, path), text, path.join('.'));
    const { propertyName } = read.locate(['a/b']);
    assert.equal(nested.slice(propertyName?.start, propertyName?.end), '"a\\/b"');
    assert.deepEqual(getLineAndColumn(nested, read.locate(['b', 1, 'd']).start), { line: 5, column: 12 });
  });

  test('may begin with a byte order mark and end with blanks', () => {
    assert.equal(at('\uFEFF\n 5 \n', []), '5');
    assert.deepEqual(getLineAndColumn('a\r\nb\rc\nd', 7), { line: 4, column: 1 });
  });
});

describe('a text that is not JSON', () => {
  test('says where, and why, in plain words', () => {
    const name = 'a field name in double quotation marks is missing';
    const quote = 'the closing quotation mark of a string is missing';
    const backslash = 'a string contains an invalid escape sequence; to include a backslash, use \\\\';
    const issues: readonly (readonly [text: string, ...issue: ReturnType<typeof issue>])[] = [
      ['', '1:1', '', 'the document is empty'],
      ['\n\n', '1:1', '', 'the document is empty'],
      [
        '{\n "a": 1,\n oops\n}',
        '3:2',
        'oops',
        "oops isn't valid JSON; enclose strings in double quotation marks",
      ],
      ["{ 'a': 1 }", '1:3', "'a'", "'a' isn't valid JSON; enclose strings in double quotation marks"],
      ['{ 1: 2 }', '1:3', '1', name],
      ['{ "a": oops }', '1:8', 'oops', "oops isn't valid JSON; enclose strings in double quotation marks"],
      ['{\n "a": 1\n', '2:8', '', 'a closing } is missing'],
      ['{"a":[1', '1:8', '', 'a closing ] is missing'],
      ['{ "a": 1\n  "b": 2 }', '2:3', '"b"', 'a comma is missing before "b"'],
      ['{ "a" 1 }', '1:7', '1', 'a colon is missing before 1'],
      ['{ "a": }', '1:8', '}', 'a value is missing'],
      ['[,]', '1:2', ',', 'a value is missing'],
      ['[1,]', '1:4', ']', 'a value is missing before ], or there is an extra comma'],
      ['{ "a": 1,\n}', '2:1', '}', 'a field is missing before }, or there is an extra comma'],
      ['{} {}', '1:4', '{', 'unexpected content after the end of the JSON'],
      ['{ // why\n}', '1:3', '// why', "JSON doesn't support comments"],
      ['[1, /* why', '1:5', '/* why', "JSON doesn't support comments"],
      [
        '[1,\u00a02]',
        '1:4',
        '\u00a02',
        "[U+00A0]2 isn't valid JSON; enclose strings in double quotation marks",
      ],
      ['[1.]', '1:2', '1.', "1. isn't a valid JSON number"],
      ['["a\n"]', '1:2', '"a', quote],
      ['"', '1:1', '"', quote],
      ['["C:\\x"]', '1:2', '"C:\\x"', backslash],
      ['"\\u12"', '1:1', '"\\u12"', backslash],
      ['["a\tb"]', '1:2', '"a\tb"', 'a control character in a string must be written as an escape sequence'],
    ];
    for (const [text, ...expected] of issues) assert.deepEqual(issue(text), expected, text);
  });

  test('shows what is hostile or long as a few harmless characters', () => {
    assert.equal(
      issue(`[\u001b\u202e${'🚀'.repeat(1000)}]`)[2],
      `[U+001B][U+202E]${'🚀'.repeat(28)}… isn't valid JSON; enclose strings in double quotation marks`,
    );
  });

  test('is what the engine refuses, with a reason within it, whatever comes', () => {
    const bits = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"b\\', 'u00e', '\\u00e4', '\\n', '\\"', '0', '1'],
      ...['-', '.', 'e', 'E+', 'true', 'null', 'nul', ' ', '\n', '\t', '\r', '\u00a0', '\u2028', '/', '\\'],
      ...['\u0001', '𝄞'],
    );
    const made = fc.array(bits, { maxLength: 12 }).map((all) => all.join(''));
    /** JSON without one of its characters. */
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', '0', '\\'))
      .map(([text, where, other]) => {
        const index = where % text.length;
        return text.slice(0, index) + other + text.slice(index + 1);
      });
    fc.assert(
      fc.property(fc.oneof(made, broken), (text) => {
        const read = parseJsonDocument(text);
        if (read.ok) return;
        const { start, end, reason } = read;
        assert.ok(0 <= start && start <= end && end <= text.length);
        assert.notEqual(reason, 'invalid JSON');
      }),
      { numRuns: 1500 },
    );
  });

  test('may be deep and large', () => {
    assert.equal(issue('['.repeat(200_000))[2], 'invalid JSON');
    for (const text of [`"${'\\n'.repeat(1_000_000)}"`, `[${'1,'.repeat(200_000)}1]`]) {
      assert.ok(parseJsonDocument(text).ok);
    }
    const issues = `{${'"a":1,'.repeat(100_000)}"b":2}`;
    const read = parseJsonDocument(issues);
    assert.ok(read.ok && read.locate(['b']).start === issues.length - 2);
  });
});
