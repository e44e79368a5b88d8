import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTemplate } from '../../../src/editor/template.ts';

test('a template fills its places in any order, and takes what it is given as it is', () => {
  let lookedUp = 0;
  const line = createTemplate(() => {
    lookedUp += 1;
    return '{1} of {0}: {1}';
  });
  assert.equal(line('{1}', '$&'), '$& of {1}: $&');
  assert.equal(line('a', ''), ' of a: ');
  assert.equal(line('a'), ' of a: ');
  assert.equal(lookedUp, 1);
});

test('a template without places is its words', () => {
  assert.equal(createTemplate(() => 'words')('a'), 'words');
});
