import { test } from 'node:test';
import fc from 'fast-check';
import { histories, play } from './histories.ts';

test('nothing is lost and nothing repeated, whatever the service goes through', async () => {
  await fc.assert(fc.asyncProperty(histories, play), { numRuns: 400 });
});
