import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toPlainText } from '../../../src/domain/plainText.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

test('a name from outside becomes one printable line', () => {
  for (const [given, shown] of [
    ['weather-tools', 'weather-tools'],
    ['\u001b[31mred\u001b[0m \u001b[1mbold\u001b[0m', 'red bold'],
    ['two\nlines\ttab', 'two lines tab'],
    ['\u202Egpj.exe', 'gpj.exe'],
    ['<img src=x onerror=alert(1)> 🚀 שלום', '<img src=x onerror=alert(1)> 🚀 שלום'],
  ] as const) {
    assert.equal(toPlainText(given), shown);
  }
});

test('no control character is left, whatever comes', () => {
  fc.assert(
    fc.property(fc.string({ unit: unicodeCharacter }), (text) => {
      assert.doesNotMatch(toPlainText(text), /\p{Cc}/u);
    }),
  );
});
