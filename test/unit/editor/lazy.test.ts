import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLazy } from '../../../src/editor/lazy.ts';

test('what is made later is made once, when it is first asked for', async () => {
  let made = 0;
  const it = createLazy(async () => ++made);
  assert.deepEqual([it.loaded, made], [undefined, 0]);
  assert.deepEqual(await Promise.all([it.load(), it.load()]), [1, 1]);
  assert.deepEqual([await it.load(), it.loaded, made], [1, 1, 1]);
});

test('what could not be made is made anew when it is asked for again', async () => {
  let tries = 0;
  const it = createLazy(async () => {
    tries += 1;
    if (tries === 1) throw new Error('gone');
    return tries;
  });
  await assert.rejects(it.load(), { message: 'gone' });
  assert.equal(it.loaded, undefined);
  assert.equal(await it.load(), 2);
});
