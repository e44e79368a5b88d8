import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatUntilDone } from '../../e2e/repeatUntilDone.ts';

test('repeated steps have twice the time with each attempt, so that a slow machine succeeds in the end', async () => {
  const stretches: number[] = [];
  await repeatUntilDone(async (stretch) => {
    stretches.push(stretch);
    if (stretch < 8) throw new Error('too slow');
  });
  assert.deepEqual(stretches, [1, 2, 4, 8]);
});
