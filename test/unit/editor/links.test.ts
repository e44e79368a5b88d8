import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findLinks } from '../../../src/editor/webview/links.ts';

const linksIn = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end));

describe('links', () => {
  /** The addresses in angle brackets are those that are to be found in the text without them. */
  const texts = [
    'see ‹https://example.com›',
    '‹http://localhost:3000/a/b?c=d&e=%20#f-g› and ‹HTTPS://Example.com/›',
    'Read ‹https://example.com/docs›. Then ‹https://example.com/x›, or ‹https://example.com/y›!',
    'Really (‹https://example.com/docs›)? (see ‹https://example.com›).',
    '‹https://en.wikipedia.org/wiki/Log_(disambiguation)› and [‹https://example.com/[a]›]',
    '[text](‹https://example.com/a›) **‹https://example.com/b›**',
    '{"url": "‹https://example.com/a›", "next": "‹https://example.com/b›"}',
    String.raw`"{\"url\": \"‹https://example.com/a›\"}"`,
    "fetch('‹https://example.com/a›').then(b) - ‹https://example.com/hobson's_choice›",
    '<a href="‹https://example.com›">‹https://example.com/a›</a>',
    '詳細は「‹https://example.com/日本語›」。',
    '‹http://[::1]:8080/›\r\n‹https://example.com/a›\t‹https://example.com/b›\u0007',
    'git+‹https://example.com/a.git›',
    'https:// http:/example.com ftp://example.com javascript://example.com command:a https://…',
  ];
  for (const text of texts) {
    test(`in ${text}`, () => {
      const expected = [...text.matchAll(/‹(.*?)›/g)].map(([, link]) => link);
      assert.deepEqual(linksIn(text.replaceAll(/[‹›]/g, '')), expected);
    });
  }

  test('are in order, do not overlap, and are HTTP URLs', () => {
    const part = fc.constantFrom(
      'https://',
      'http://',
      'a',
      '.',
      ')',
      '(',
      ' ',
      "'",
      '[',
      ']',
      '"',
      '日',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        let before = 0;
        for (const { start, end } of findLinks(text)) {
          assert.ok(start >= before && end > start + 'http://'.length);
          assert.match(text.slice(start, end), /^https?:\/\/[^\s"<>]*[^\s"<>.,;:!?'*]$/i);
          before = end;
        }
      }),
    );
  });

  test('are limited in number and length', () => {
    const text = 'https://example.com/a '.repeat(5_000);
    assert.equal(findLinks(text).length, 1_000);
    assert.equal(findLinks(text, 7).length, 7);
    assert.deepEqual(linksIn(`https://example.com/${'a'.repeat(10_000)} https://example.com/b`), [
      'https://example.com/b',
    ]);
  });

  test('are found in linear time', () => {
    const size = 1_000_000;
    const unit = fc.constantFrom(
      ...['https://a', "'https://a", 'http://', ')', '(', '.', "https://a'", 'https://a(', 'h', 'https://a]'],
      ...['https://a ', 'https:/', '日', "https://a'(https://b", '\u001b'],
    );
    fc.assert(
      fc.property(unit, unit, (one, two) => {
        const half = (text: string) => text.repeat(Math.ceil(size / 2 / text.length));
        const text = half(one) + half(two);
        const start = performance.now();
        findLinks(text, Infinity);
        // Quadratic work on a million characters takes minutes.
        assert.ok(performance.now() - start < 2_000);
      }),
      { numRuns: 40 },
    );
  });
});
