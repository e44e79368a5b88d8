import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findKeyUses } from '../../../src/variables/usage/findKeyUses.ts';

/** Asserts that the keys in angle brackets are found in their lines, and no others. */
export function checkKeys(path: string, marked: string): void {
  const expected = marked
    .split(/\r\n|\r|\n/)
    .flatMap((line, number) =>
      [...line.matchAll(/‹(.*?)›/g)].map(([, key]) => ({ key: key ?? '', line: number })),
    );
  assert.deepEqual(findKeyUses(path, marked.replaceAll(/[‹›]/g, '')), expected);
}

export function checkAllKeys(path: string, texts: readonly string[]): void {
  for (const text of texts) test(text.replaceAll('\n', '⏎').slice(0, 100), () => checkKeys(path, text));
}
