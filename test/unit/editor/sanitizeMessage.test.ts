import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeMessage } from '../../../src/editor/sanitizeMessage.ts';

test('the text of a message has no links in it, turns no direction, and ends', () => {
  for (const [given, shown] of [
    [
      '[x](command:a.b) and [y](https://example.com "z")',
      '[x] (command:a.b) and [y] (https://example.com "z")',
    ],
    ['[x]\u202e(command:a.b)', '[x] (command:a.b)'],
    ['left \u202egnp.exe\u2066 right\u001b[31m\u0000', 'left gnp.exe right[31m'],
    ['one\ttab\nnext line', 'one tab\nnext line'],
    ['a'.repeat(3000), `${'a'.repeat(2000)}…`],
    ['categories[0].name (1) [2]', 'categories[0].name (1) [2]'],
  ] as const) {
    assert.equal(sanitizeMessage(given), shown);
  }
});
