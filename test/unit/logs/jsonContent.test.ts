import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { getJsonToken } from '../../../src/editor/webview/jsonOutline.ts';
import { parseJsonContent } from '../../../src/logs/jsonContent.ts';

function tokensOf(content: string, isCut = false): string[] | undefined {
  const outline = parseJsonContent({ content, ...(isCut && { isCut }) });
  return outline?.starts.map((_, token) => getJsonToken(outline, token));
}

describe('the JSON of an entry', () => {
  test('is an object or array, on one or several lines', () => {
    assert.deepEqual(tokensOf(' {\n  "a": [1.0]\n}\n'), ['{', '"a"', '[', '1.0', ']', '}']);
    for (const content of ['', '12', '"a"', '[ready] in 3 ms', '{a}', '{"a": 1} done', '\u001b[31m{}'])
      assert.equal(tokensOf(content), undefined, content);
  });

  test('consists of the complete values, if the content is cut', () => {
    assert.deepEqual(tokensOf('{"a": 1, "b": [{"c": tru', true), [
      '{',
      '"a"',
      '1',
      '"b"',
      '[',
      '{',
      '}',
      ']',
      '}',
    ]);
    assert.deepEqual(tokensOf('{"a": 12', true), ['{', '}']);
    assert.deepEqual(tokensOf('{"a": 1, "key', true), ['{', '"a"', '1', '}']);
    assert.deepEqual(tokensOf('["x", "{ [ y', true), ['[', '"x"', ']']);
    assert.equal(tokensOf('[info] and more', true), undefined);
  });

  test('begins like the whole JSON, wherever it is cut', () => {
    const indents = fc.constantFrom(undefined, 2);
    fc.assert(
      fc.property(
        fc.jsonValue(),
        indents,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (value, indent, part) => {
          const text = JSON.stringify([value, { value }], undefined, indent);
          const whole = tokensOf(text) ?? [];
          const cut = tokensOf(text.slice(0, Math.max(1, Math.floor(part * text.length))), true);
          assert.ok(cut);
          const values = cut.join(' ').replace(/[\]} ]+$/, '');
          assert.ok(whole.join(' ').startsWith(values), `${values} isn't the beginning of ${text}`);
        },
      ),
      { numRuns: 500 },
    );
  });
});
