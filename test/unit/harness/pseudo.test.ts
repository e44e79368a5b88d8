import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { root } from '../../harness/paths.ts';
import { pseudoTranslate, readExtensionTexts } from '../../kit/pseudo.ts';

const { bundle, manifest } = readExtensionTexts(root);
const texts = [...Object.values(bundle), ...Object.values(manifest)];

describe('the pseudo language', () => {
  test('changes every letter except those that programs read', () => {
    assert.equal(pseudoTranslate('Try Again'), 'Ţřýý Åáğááííñ');
    assert.equal(pseudoTranslate('$(check) {0} of {1}'), '$(check) {0} óóƒ {1}');
    assert.equal(
      pseudoTranslate('[Sign In](command:hostedMcp.signIn)'),
      '[Šííğñ Îíñ](command:hostedMcp.signIn)',
    );
    assert.equal(
      pseudoTranslate('such as `https://a.b`, https://c.d'),
      'šúúçĥ ááš `https://a.b`, https://c.d',
    );
  });

  test('keeps the placeholders, icons, and links of every text', () => {
    for (const text of texts) {
      const parts = (of: string) => of.match(/\{\d+\}|\$\([^)]*\)|\]\(.*?\)|`.*?`/g);
      assert.deepEqual(parts(pseudoTranslate(text)), parts(text));
    }
  });

  test('is about a third longer, like other languages', () => {
    const length = (all: readonly string[]): number => all.join('').length;
    const ratio = length(texts.map(pseudoTranslate)) / length(texts);
    assert.ok(ratio > 1.28 && ratio < 1.4, String(ratio));
  });
});
