import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageText } from '../../../src/editor/messageText.ts';

test('the text of a message has no links in it', () => {
  for (const [given, shown] of [
    [
      '[x](command:a.b) and [y](https://example.com "z")',
      '[x] (command:a.b) and [y] (https://example.com "z")',
    ],
    ['categories[0].name (1) [2]', 'categories[0].name (1) [2]'],
  ] as const) {
    assert.equal(messageText(given), shown);
  }
});
