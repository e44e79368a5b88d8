import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatJson } from '../../../src/editor/webview/formatJson.ts';

describe('pretty JSON', () => {
  test('looks as JSON.stringify would have it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        assert.equal(formatJson(JSON.stringify(value)), JSON.stringify(value, undefined, 2));
      }),
    );
  });

  test('changes nothing but white space: long numbers, key order, repeated keys', () => {
    assert.equal(
      formatJson(' {"b" :12345678901234567890,\n"a":1.0, "a":"{,}"} '),
      '{\n  "b": 12345678901234567890,\n  "a": 1.0,\n  "a": "{,}"\n}',
    );
  });

  for (const text of ['', 'text', '{', '{"a":1', '[1,]', '"text"', '12', 'null', '{a:1}', '[1] [2]']) {
    test(`leaves ${JSON.stringify(text)} alone`, () => {
      assert.equal(formatJson(text), undefined);
    });
  }

  test('does not grow out of proportion with depth', () => {
    const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`;
    assert.ok((formatJson(deep)?.length ?? 0) < 400_000);
  });
});
