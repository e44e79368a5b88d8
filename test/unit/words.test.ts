import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

const sources = globSync('src/**/*.ts').map((path) => [path, readFileSync(path, 'utf8')] as const);

/** The texts that are put into words for a person: the first argument of each `t(…)`. */
function shownTexts(source: string): readonly string[] {
  return [...source.matchAll(/\bt\(\s*(['`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , text = '']) => text);
}

describe('the words that are shown', () => {
  test('write ID as the editor does', () => {
    const manifest = Object.entries<string>(JSON.parse(readFileSync('package.nls.json', 'utf8')));
    const texts = [
      ...sources.flatMap(([path, source]) => shownTexts(source).map((text) => [path, text] as const)),
      ...manifest.map(([key, text]) => [key, text.replaceAll(/\(command:[^)]*\)/g, '')] as const),
    ];
    assert.ok(texts.length > 500, 'all of them are read');
    assert.deepEqual(
      texts.filter(([, text]) => /\b(id|Id|ids|Ids)\b/.test(text)),
      [],
    );
  });
});
