import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { escapeMarkdown } from '../../../src/editor/markdown.ts';
import { readMarkdown } from '../readMarkdown.ts';

const piece = fc.oneof(
  fc.constantFrom(...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ '),
  fc.constantFrom('https://a.example', 'www.a.example', 'mailto:a@b.example', '//a.example', 'a@b.example'),
  fc.constantFrom('1. ', '2) ', '- ', '---', '===', '```', '~~~', '# ', '> ', ':-:', '&amp;', '<b>', '</b>'),
  fc.constantFrom('x', '7', '![', '](', '\n', '\t', 'x_y', '__', '**', '![x](y)', '<!--'),
);
const anyText = fc
  .array(piece, { maxLength: 12 })
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '');

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('text in Markdown', () => {
  const places = {
    'a paragraph': (text: string) => text,
    'a line after another': (text: string) => `before\n${text}`,
    'a heading': (text: string) => `# ${text}`,
    'a list': (text: string) => `- ${text}`,
    'a quotation': (text: string) => `> ${text}`,
    'a table': (text: string) => `| a | b |\n|---|---|\n| ${text} | c |`,
  };
  for (const [place, write] of Object.entries(places)) {
    test(`stays the same text in ${place}`, () => {
      fc.assert(
        fc.property(anyText, (text) => {
          const tokens = readMarkdown(write(escapeMarkdown(text))).flatMap(({ children }) => children ?? []);
          const odd = tokens.filter(({ type }) => !/^(text|text_special|softbreak)$/.test(type));
          assert.deepEqual(odd, []);
          const shown = plain(tokens.map(({ type, content }) => (type === 'text' ? content : ' ')).join(''));
          assert.ok(shown.includes(plain(text)), `${shown} | ${text}`);
        }),
        { numRuns: 700 },
      );
    });
  }

  test('is hardly changed where it is plain', () => {
    for (const text of [
      'Tool "get_forecast" has no description (2 of 3).',
      'a-b, c/d: 1.5 %',
      "It's fine!",
    ]) {
      assert.equal(escapeMarkdown(text), text);
    }
    assert.equal(escapeMarkdown('https://a.example/mcp?x=1'), 'https:\\/\\/a.example/mcp?x=1');
    assert.equal(escapeMarkdown('1. a'), '1\\. a');
    assert.equal(escapeMarkdown('- a'), '\\- a');
  });
});
