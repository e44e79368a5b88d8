import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatCodePoints, splitVisible, toVisibleText } from '../../../src/editor/webview/visibleText.ts';

describe('what of a text is not seen', () => {
  test('stands there as signs; line feeds and tabs stay', () => {
    assert.equal(toVisibleText('\u001B[31mred\r\n\tnext'), '[U+001B][31mred\n\tnext');
    assert.equal(toVisibleText('\u202Ea\u200Bb'), '[U+202E]a[U+200B]b');
    assert.equal(toVisibleText('a\ud800b\u{e0041}'), 'a[U+D800]b[U+E0041]');
  });

  test('leaves families and flags whole', () => {
    for (const text of ['👩‍👩‍👧', '🇳🇴', 'می‌خواهم']) assert.equal(toVisibleText(text), text);
  });

  test('is cut out of it, and nothing is lost', () => {
    const text = 'a\u202E\u200Bb\r\nc\rd';
    const pieces = splitVisible(text);
    assert.deepEqual(pieces, ['a', '\u202E\u200B', 'b\r\nc', '\r', 'd']);
    assert.equal(pieces.join(''), text);
    assert.deepEqual(splitVisible('plain\n'), ['plain\n']);
    assert.equal(formatCodePoints('\u202E\u200B'), '[U+202E][U+200B]');
  });
});
