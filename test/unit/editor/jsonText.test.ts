import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jsonLines, lineOfJsonError } from '../../../src/editor/jsonText.ts';

describe('the lines of JSON', () => {
  test('are found by path, also below a value that is not there', () => {
    const text = `{
  "a": 1, "b": [
    10,
    { "c": "x\\"},[\\n",
      "d": null },

    []
  ],
  "a/b": { "": true }
}`;
    const lineOf = jsonLines(text);
    const lines: readonly (readonly [path: readonly PropertyKey[], line: number])[] = [
      [[], 1],
      [['a'], 2],
      [['b'], 2],
      [['b', 0], 3],
      [['b', 1], 4],
      [['b', 1, 'c'], 4],
      [['b', 1, 'd'], 5],
      [['b', 2], 7],
      [['a/b', ''], 9],
      [['b', 1, 'missing', 3], 4],
      [['missing'], 1],
    ];
    for (const [path, line] of lines) assert.equal(lineOf(path), line, path.join('.'));
    assert.equal(jsonLines('\n\n5')([]), 3);
  });

  test('are told by the engine where it breaks off', () => {
    for (const [text, line] of [
      ['{\n "a": 1,\n oops\n}', 3],
      ['{\n "a": 1', 2],
      ['', 1],
    ] as const) {
      try {
        JSON.parse(text);
        assert.fail();
      } catch (error) {
        assert.equal(lineOfJsonError(text, String(error)), line, text);
      }
    }
  });
});
