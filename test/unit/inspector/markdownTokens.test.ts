import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Token } from 'marked';
import { MarkdownTooLargeError, readMarkdown } from '../../../src/inspector/webview/markdownTokens.ts';

/** As much as the page reads as Markdown. */
const longest = 20_000;
const fill = (unit: string, length = longest) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Milliseconds of the processor: other programs of the machine don't count. */
function cost(text: string): number {
  const before = process.threadCpuUsage();
  try {
    readMarkdown(text);
  } catch (error) {
    assert.ok(error instanceof MarkdownTooLargeError, String(error));
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Without the limits, each takes a second or more, millions of cells, or the whole stack. */
const hostile: Readonly<Record<string, string>> = {
  'ordered lists in one line': fill('1. '),
  quotes: fill('> '),
  'quotes without spaces': fill('>'),
  'lists and quotes': fill('1. > - '),
  'lists with room': fill('1.   '),
  'emphasis that never closes': `a${fill('**a* ')}`.slice(0, longest),
  'lines that go on with an item': `- a\n${fill('b\n')}`.slice(0, longest),
  underscores: fill('a_'),
  exclamations: fill('!'),
  'parentheses of an address': `http://a${fill(')')}`.slice(0, longest),
  'a long word before an at sign': `${fill('a', longest - 1)}@`,
  'a wide table': `${fill('|a', 7000)}\n${fill('|-', 7000)}\n${fill('a\n', 6000)}`,
};

describe('a text that is parsed as Markdown', () => {
  for (const [name, text] of Object.entries(hostile)) {
    test(`is parsed quickly: ${name}`, () => {
      assert.throws(() => readMarkdown(text), MarkdownTooLargeError);
      assert.ok(cost(text) < 500);
    });
  }

  test('is parsed quickly, whatever it repeats', () => {
    const units = [
      '1. ',
      '- ',
      '> ',
      '*',
      '**',
      '_',
      '`',
      '```',
      '~',
      '[',
      ']',
      '(',
      ')',
      '![',
      '<',
      '&#',
      '|',
      '\n',
      '\n\n',
    ];
    const more = [
      '    ',
      'a',
      'http://',
      'www.',
      '@',
      '.',
      '\\',
      '#',
      '=',
      '"',
      ']: ',
      '<!--',
      '|-|\n',
      'word ',
      '[ ] ',
    ];
    const unit = fc.constantFrom(...units, ...more);
    const repeated = fc.array(unit, { minLength: 1, maxLength: 4 }).map((some) => some.join(''));
    fc.assert(
      fc.property(
        unit,
        repeated,
        unit,
        fc.constantFrom(longest, 5000, 2000),
        (before, inner, after, length) => {
          assert.ok(cost(`${before}${fill(inner, length - 20)}${after}`) < 1000);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is parsed completely if it is ordinary text', () => {
    for (const name of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/how-it-works.md']) {
      const text = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8').slice(0, longest);
      assert.ok(readMarkdown(text).length > 10, name);
    }
    const nested = Array.from({ length: 8 }, (_, level) => `${'  '.repeat(level)}- level ${level}`).join(
      '\n',
    );
    const deepest = (tokens: readonly Token[]): number =>
      Math.max(
        0,
        ...tokens.map(
          (token) =>
            1 +
            deepest([
              ...('items' in token ? (token['items'] as Token[]) : []),
              ...('tokens' in token ? (token.tokens ?? []) : []),
            ]),
        ),
      );
    assert.ok(deepest(readMarkdown(nested)) >= 16);
    const rows = Array.from({ length: 200 }, (_, row) => `| ${row} | a | b |`).join('\n');
    const [table] = readMarkdown(`| n | x | y |\n|---|---|---|\n${rows}`);
    assert.equal(table?.type, 'table');
    assert.equal((table as { rows?: unknown[] }).rows?.length, 200);
    const code = `\`\`\`\n${Array.from({ length: 300 }, (_, line) => `const x${line} = call(${line});`).join('\n')}\n\`\`\``;
    assert.equal(readMarkdown(code)[0]?.type, 'code');
  });
});
