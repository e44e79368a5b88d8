import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { root } from '../../harness/paths.ts';
import { pseudo, textsIn } from '../../kit/pseudo.ts';

const { bundle, manifest } = textsIn(root);
const texts = [...Object.values(bundle), ...Object.values(manifest)];

describe('the pseudo language', () => {
  test('changes every letter but those that a program reads', () => {
    assert.equal(pseudo('Try Again'), 'Ţřýý Åáğááííñ');
    assert.equal(pseudo('$(check) {0} of {1}'), '$(check) {0} óóƒ {1}');
    assert.equal(pseudo('[Sign In](command:hostedMcp.signIn)'), '[Šííğñ Îíñ](command:hostedMcp.signIn)');
    assert.equal(pseudo('such as `https://a.b`, https://c.d'), 'šúúçĥ ááš `https://a.b`, https://c.d');
  });

  test('keeps the placeholders, icons and links of every text', () => {
    for (const text of texts) {
      const parts = (of: string) => of.match(/\{\d+\}|\$\([^)]*\)|\]\(.*?\)|`.*?`/g);
      assert.deepEqual(parts(pseudo(text)), parts(text));
    }
  });

  test('is longer by about a third, as other languages are', () => {
    const length = (all: readonly string[]): number => all.join('').length;
    const ratio = length(texts.map(pseudo)) / length(texts);
    assert.ok(ratio > 1.28 && ratio < 1.4, String(ratio));
  });
});
