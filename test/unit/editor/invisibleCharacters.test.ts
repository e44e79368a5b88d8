import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { toPlainText } from '../../../src/domain/plainText.ts';
import { sanitizeMessage } from '../../../src/editor/sanitizeMessage.ts';
import { splitVisible, toVisibleCode, toVisibleText } from '../../../src/editor/webview/visibleText.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

const code = (point: number): string => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
const points = Array.from({ length: 0x110000 }, (_, point) => point);
const all = (pattern: RegExp): readonly number[] =>
  points.filter((point) => pattern.test(String.fromCodePoint(point)));

describe('characters that are not seen', () => {
  test('each is a sign between letters, wherever a text is shown', () => {
    const hidden = all(/\p{Default_Ignorable_Code_Point}|[\u2800\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/u);
    assert.ok(hidden.length > 4000);
    // Removed, rather than replaced by signs, by functions that return one line.
    const turns = all(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    for (const point of hidden) {
      const text = `a${String.fromCodePoint(point)}b`;
      const shown = `a[${code(point)}]b`;
      assert.equal(toVisibleText(text), shown);
      assert.equal(toVisibleCode(text), shown);
      assert.equal(toPlainText(text), turns.includes(point) ? 'a b' : shown);
      assert.equal(sanitizeMessage(text), turns.includes(point) ? 'ab' : shown);
      assert.deepEqual(splitVisible(text), ['a', String.fromCodePoint(point), 'b']);
    }
  });

  test('a blank that is not the space is a sign', () => {
    for (const point of all(/[\p{Zs}\p{Zl}\p{Zp}]/u).filter((one) => one !== 0x20)) {
      const text = `a${String.fromCodePoint(point)}b`;
      assert.equal(toVisibleText(text), `a[${code(point)}]b`);
      assert.equal(toPlainText(`a${String.fromCodePoint(point)}`), `a[${code(point)}]`, 'also at the end');
    }
  });

  test('a control and half of a pair is a sign; line feed and tab stay', () => {
    for (const point of [...all(/\p{Cc}/u), 0xd800, 0xdfff]) {
      if ([0x9, 0xa, 0xd].includes(point)) continue;
      assert.equal(toVisibleText(`a${String.fromCodePoint(point)}b`), `a[${code(point)}]b`);
    }
    assert.equal(toVisibleText('a\tb\r\nc\rd'), 'a\tb\nc\nd');
    assert.equal(toVisibleCode('a\tb\nc\u200d \ue000'), 'a[U+0009]b[U+000A]c[U+200D] [U+E000]');
  });

  test('what a script or an emoji needs stays', () => {
    for (const text of [
      ...[
        '\u1781\u17d2\u1789\u17bb\u17c6\u200b\u179f\u17d2\u179a',
        '👩‍👩‍👧',
        '🇳🇴',
        '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
        '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
        '1️⃣',
        '#️⃣',
        '❤️',
        '☎︎',
        '❤️‍🔥',
        '❤‍🔥',
        '🧑🏽‍🤝‍🧑🏻',
        '🏳️‍⚧️',
        '👁️‍🗨️',
        '🐈‍⬛',
        '⛹🏻‍♂️',
      ],
      ...['می‌خواهم', 'PDF‌ها', '۵‌تا', 'ه‍', 'क्‍ष', 'ಬ್ಯಾಂಕ್‌', 'ന്‍', 'ශ්‍රී', 'র‍্যাব'],
      ...['ᠭᠡᠷ᠋', 'ᠪᠡᠶ᠎ᠡ'],
      ...[
        '10\u00a0km',
        'Quoi\u202f?',
        '«\u00a0oui\u00a0»',
        '東京\u3000都',
        '₂',
        'é',
        'naïve',
        'Ünïcödé',
        'שלום',
        'Ελλάδα',
      ],
    ]) {
      assert.equal(toVisibleText(text), text);
      assert.equal(toPlainText(text), text);
      assert.deepEqual(splitVisible(text), [text]);
    }
  });

  test('the same is a sign elsewhere', () => {
    for (const [text, shown] of [
      ['get\u200dweather', 'get[U+200D]weather'],
      ['weather\u200c', 'weather[U+200C]'],
      ['\u200cسلام', '[U+200C]سلام'],
      ['سلام\u200c', 'سلام[U+200C]'],
      ['می\u200c\u200cخواهم', 'می[U+200C][U+200C]خواهم'],
      ['a\ufe0f', 'a[U+FE0F]'],
      ['1\ufe0f', '1[U+FE0F]'],
      ['😀\ufe0f\ufe01\u{e0100}', '😀\ufe0f[U+FE01][U+E0100]'],
      ['😀\u200da', '😀[U+200D]a'],
      ['😀\u{e0067}\u{e0062}\u{e007f}', '😀[U+E0067][U+E0062][U+E007F]'],
      ['🏴\u{e0068}\u{e0069}\u{e007f}', '🏴[U+E0068][U+E0069][U+E007F]'],
      ['漢\u{e0100}', '漢[U+E0100]'],
      ['a\u180bb', 'a[U+180B]b'],
      ['a\u034fb', 'a[U+034F]b'],
    ] as const) {
      assert.equal(toVisibleText(text), shown);
      assert.equal(splitVisible(text).join(''), text);
    }
  });

  test('nothing of a text is lost, and a shown text has nothing more to show', () => {
    const pieces = fc.constantFrom(
      '\u200d',
      '\ufe0f',
      '\u{e0067}',
      '👩',
      '🏴',
      'م',
      'क',
      '\r',
      '\n',
      ' ',
      'a',
      '\u3164',
      '\u00a0',
    );
    const texts = fc.oneof(
      fc.string({ unit: unicodeCharacter }),
      fc.array(pieces).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parts = splitVisible(text);
        assert.equal(parts.join(''), text);
        assert.equal(parts.length % 2, 1);
        assert.equal(toVisibleText(toVisibleText(text)), toVisibleText(text));
        // With its invisible parts as signs, the text is that of the other function.
        assert.equal(parts.length === 1, toVisibleText(text) === text.replaceAll('\r\n', '\n'));
      }),
    );
  });
});
