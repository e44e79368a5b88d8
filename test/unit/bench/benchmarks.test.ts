import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { benchmarks } from '../../bench/benchmarks.ts';
import { runTiny } from '../../bench/runTiny.ts';

describe('the parts of the benchmark that need no browser', () => {
  // In one process, which fails and names the part if one of them returns no numbers.
  test('return numbers', async () => {
    const plain = Object.entries(benchmarks).filter(([, { isPlain }]) => isPlain);
    await runTiny(...plain.map(([name]) => name));
  });

  test('a part that does not exist is rejected', async () => {
    await assert.rejects(runTiny('nothing'), /There is no part "nothing"/);
  });
});
