import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseWithWarnings } from '../../../src/variables/env/envWarnings.ts';

const listWarnings = (text: string) =>
  parseWithWarnings(text).assignments.flatMap(({ key, warning }) => (warning ? [[key, warning]] : []));

describe('reading a .env text for people', () => {
  test('takes pieces of secrets for no keys', () => {
    const text =
      'PRIVATE_KEY=-----BEGIN KEY-----\nMIIEvgIBADANBg\nQ2VjcmV0cGFydA5mdGhla2V5==\nAB=1\ncGFzc3dvcmRtYXJrZXI0=\n';
    const { assignments, strayLines } = parseWithWarnings(text);
    assert.deepEqual(
      assignments.map(({ key }) => key),
      ['PRIVATE_KEY', 'AB'],
    );
    assert.deepEqual(strayLines, [1, 2, 4]);
  });

  test('leaves keys as people write them', () => {
    const keys = ['EMPTY_BUT_LONG_ENOUGH', 'a_long_lower_case_key_name', 'short1', 'DEADBEEFDEADBEEF'];
    const { assignments } = parseWithWarnings(`${keys.map((key) => `${key}=`).join('\n')}\n`);
    assert.deepEqual(
      assignments.map(({ key }) => key),
      keys,
    );
    assert.equal(parseWithWarnings('someLongCamelCaseKey1=value').assignments.length, 1);
  });

  test('doubts quotes that nothing closes, and blocks that are cut', () => {
    assert.deepEqual(listWarnings('AB="open\nCD=\'open\nEF=`open # comment\nGH: "open\n'), [
      ['AB', 'openQuote'],
      ['CD', 'openQuote'],
      ['EF', 'openQuote'],
      ['GH', 'openQuote'],
    ]);
    assert.deepEqual(listWarnings('AB=-----BEGIN KEY-----\nabc\n'), [['AB', 'openBlock']]);
  });

  test('doubts nothing that is closed', () => {
    const block = '-----BEGIN KEY-----\nabc\n-----END KEY-----';
    assert.deepEqual(listWarnings(`AB="closed"\nCD='"inner'\nEF="${block}"\nGH='${block}'\nIJ=it's\n`), []);
    assert.deepEqual(listWarnings('AB="-----BEGIN KEY-----\\nabc\\n-----END KEY-----"\n'), []);
  });
});
