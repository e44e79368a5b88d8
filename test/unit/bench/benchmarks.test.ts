import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { benchmarks } from '../../bench/benchmarks.ts';
import { runTiny } from '../../bench/runTiny.ts';

describe('the parts of the benchmark that need no browser', () => {
  for (const [name, { isPlain }] of Object.entries(benchmarks)) {
    if (isPlain) test(`${name} returns numbers`, () => runTiny(name));
  }

  test('a part that does not exist is rejected', async () => {
    await assert.rejects(runTiny('nothing'), /There is no part "nothing"/);
  });
});
