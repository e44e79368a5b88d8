import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseWithWarnings } from '../../../src/variables/env/envWarnings.ts';

const listWarnings = (text: string) =>
  parseWithWarnings(text).assignments.flatMap(({ key, warning }) => (warning ? [[key, warning]] : []));

describe('parsing a .env text with warnings', () => {
  test('treats parts of secrets as stray lines', () => {
    const text =
      'PRIVATE_KEY=-----BEGIN KEY-----\nMIIEvgIBADANBg\nQ2VjcmV0cGFydA5mdGhla2V5==\nAB=1\ncGFzc3dvcmRtYXJrZXI0=\n';
    const { assignments, strayLines } = parseWithWarnings(text);
    assert.deepEqual(
      assignments.map(({ key }) => key),
      ['PRIVATE_KEY', 'AB'],
    );
    assert.deepEqual(strayLines, [1, 2, 4]);
  });

  test('keeps keys that users write', () => {
    const keys = ['EMPTY_BUT_LONG_ENOUGH', 'a_long_lower_case_key_name', 'short1', 'DEADBEEFDEADBEEF'];
    const { assignments } = parseWithWarnings(`${keys.map((key) => `${key}=`).join('\n')}\n`);
    assert.deepEqual(
      assignments.map(({ key }) => key),
      keys,
    );
    assert.equal(parseWithWarnings('someLongCamelCaseKey1=value').assignments.length, 1);
  });

  test('warns of unclosed quotation marks and incomplete blocks', () => {
    assert.deepEqual(listWarnings('AB="open\nCD=\'open\nEF=`open # comment\nGH: "open\n'), [
      ['AB', 'openQuote'],
      ['CD', 'openQuote'],
      ['EF', 'openQuote'],
      ['GH', 'openQuote'],
    ]);
    assert.deepEqual(listWarnings('AB=-----BEGIN KEY-----\nabc\n'), [['AB', 'openBlock']]);
  });

  test('does not warn of complete values', () => {
    const block = '-----BEGIN KEY-----\nabc\n-----END KEY-----';
    assert.deepEqual(listWarnings(`AB="closed"\nCD='"inner'\nEF="${block}"\nGH='${block}'\nIJ=it's\n`), []);
    assert.deepEqual(listWarnings('AB="-----BEGIN KEY-----\\nabc\\n-----END KEY-----"\n'), []);
  });
});
