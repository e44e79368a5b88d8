import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  getJsonKind,
  getJsonToken,
  type JsonOutline,
  listJsonChildren,
  parseJsonOutline,
} from '../../../src/editor/webview/jsonOutline.ts';

/** Returns JSON with the tokens of a value, read in pages of two properties or items. */
function rebuild(outline: JsonOutline, value = 0): string {
  const kind = getJsonKind(outline, value);
  if (kind !== 'object' && kind !== 'array') return getJsonToken(outline, value);
  const parts: string[] = [];
  for (let from: number | undefined = value + 1; from !== undefined; ) {
    const { children, next } = listJsonChildren(outline, value, 2, from);
    for (const { key, value: child } of children) {
      parts.push((key === undefined ? '' : `${getJsonToken(outline, key)}:`) + rebuild(outline, child));
    }
    from = next;
  }
  assert.equal(outline.counts[value], parts.length);
  return kind === 'object' ? `{${parts.join(',')}}` : `[${parts.join(',')}]`;
}

describe('the outline of JSON', () => {
  test('contains each token of any value, with any white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const outline = parseJsonOutline(JSON.stringify(value, undefined, indent));
        assert.equal(outline && rebuild(outline), JSON.stringify(value));
      }),
    );
  });

  test('keeps the digits of numbers, the spelling of strings, and duplicate keys', () => {
    const text = '{"a":12345678901234567890,"a":[1.0,-0,1e400],"b":"\\u0041","":{},"c":[]}';
    const outline = parseJsonOutline(` ${text}\n`);
    assert.equal(outline && rebuild(outline), text);
  });

  test('has the kind of each value', () => {
    for (const [text, kind] of [
      ['{}', 'object'],
      ['[]', 'array'],
      ['"{"', 'string'],
      ['-1', 'number'],
      ['true', 'boolean'],
      ['false', 'boolean'],
      ['null', 'null'],
    ] as const) {
      const outline = parseJsonOutline(text);
      assert.equal(outline && getJsonKind(outline, 0), kind);
    }
  });

  test('exists only for JSON', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        assert.equal(parseJsonOutline(text) !== undefined, isJson);
      }),
    );
    for (const text of ['', '{', '[1,]', '{a:1}', '[1] [2]', 'NaN']) {
      assert.equal(parseJsonOutline(text), undefined);
    }
  });

  test('has a maximum length, and any depth', () => {
    assert.equal(parseJsonOutline(`"${'a'.repeat(1_000_000)}"`), undefined);
    const depth = 5000;
    const outline = parseJsonOutline('['.repeat(depth) + ']'.repeat(depth));
    assert.equal(outline?.lastTokens[0], 2 * depth - 1);
    assert.equal(outline?.lastTokens[1], 2 * depth - 2);
  });
});
