import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatUntilDone } from '../../e2e/repeatUntilDone.ts';

test('steps that are repeated have twice the time with each attempt, so a slow machine meets a limit at last', async () => {
  const stretches: number[] = [];
  await repeatUntilDone(async (stretch) => {
    stretches.push(stretch);
    if (stretch < 8) throw new Error('too slow');
  });
  assert.deepEqual(stretches, [1, 2, 4, 8]);
});
