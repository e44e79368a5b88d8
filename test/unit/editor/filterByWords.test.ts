import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FilterableItem, filterByWords } from '../../../src/editor/webview/filterByWords.ts';

const other = { label: 'Another URL...', alwaysShow: true };
const lines: readonly FilterableItem[] = [
  other,
  { label: 'production', description: 'weather-tools (PRODUCTION)' },
  { label: 'staging', description: 'weather-tools' },
  { label: 'staging', description: 'billing', detail: 'All checks passed · aud_7' },
];
const found = (typed: string): readonly number[] =>
  filterByWords(lines, typed).map((one) =>
    lines.findIndex(({ label, description }) => label === one.label && description === one.description),
  );

describe('the lines of a list for what is typed', () => {
  test('nothing: all, as they are', () => {
    assert.equal(filterByWords(lines, ''), lines);
    assert.equal(filterByWords(lines, '  '), lines);
  });

  test('one word: all, for the editor to filter; what is always shown is not the first', () => {
    assert.deepEqual(found('weather'), [1, 2, 3, 0]);
    assert.equal(filterByWords(lines, 'weather')[0], lines[1]);
  });

  test('several words: those that have each of them, in any order and place', () => {
    assert.deepEqual(found('staging weather'), [2, 0]);
    assert.deepEqual(found(' WEATHER  st '), [2, 0]);
    assert.deepEqual(found('7 billing passed'), [3, 0]);
    assert.deepEqual(found('staging nowhere'), [0]);
    assert.deepEqual(filterByWords([{ label: 'a b', kind: -1 }], 'a b'), []);
    assert.ok(filterByWords(lines, 'staging weather').every(({ alwaysShow }) => alwaysShow));
  });
});
