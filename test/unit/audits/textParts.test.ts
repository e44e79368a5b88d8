import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { splitTextParts } from '../../../src/audits/report/textParts.ts';

/** The parts of a text: `<code>` in angle brackets, and `[match]` in square brackets. */
const format = (text: string, pattern?: RegExp): string =>
  splitTextParts(text, pattern)
    .map(({ text, isCode, isMatch }) => {
      const part = isMatch ? `[${text}]` : text;
      return isCode ? `<${part}>` : part;
    })
    .join('');

describe('the parts of a text', () => {
  for (const [text, parts] of [
    ['Add a `description` to it.', 'Add a <description> to it.'],
    ['`a` and `b`', '<a> and <b>'],
    ['It`s', 'It`s'],
    ['``', '``'],
    ['one `line\nother` line', 'one `line\nother` line'],
    ['', ''],
  ] as const) {
    test(JSON.stringify(text), () => assert.equal(format(text), parts));
  }

  test('are marked where they match the filter, also in code', () => {
    assert.equal(format('A tool, `tool_x`', /tool/gi), 'A [tool], <[tool]><_x>');
  });

  test('are the whole text, without the backticks of code', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ', '\n', 'é') }), (text) => {
        const parts = splitTextParts(text, /a/g);
        const letters = (one: string): string => one.replaceAll('`', '');
        assert.equal(letters(parts.map((part) => part.text).join('')), letters(text));
      }),
    );
  });
});
