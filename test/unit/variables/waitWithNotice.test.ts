import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitWithNotice } from '../../../src/variables/waitWithNotice.ts';

/** A wait whose sleeps take no time but that of its clock. */
async function waitFor(ms: number, abortAfter = Number.POSITIVE_INFINITY) {
  let now = 0;
  const abort = new AbortController();
  const said: (number | undefined)[] = [];
  await waitWithNotice(ms, abort.signal, (seconds) => said.push(seconds), {
    now: () => now,
    sleep: async (slept) => {
      now += slept;
      if (now >= abortAfter) abort.abort();
    },
  });
  return { said, now };
}

describe('a wait that the service asks for', () => {
  test('is told each second, and at last that it is over', async () => {
    assert.deepEqual(await waitFor(3200), { said: [4, 3, 2, 1, undefined], now: 3200 });
  });

  test('that is over at once is not told', async () => {
    assert.deepEqual(await waitFor(1000), { said: [], now: 1000 });
  });

  test('ends as soon as it is cancelled', async () => {
    assert.deepEqual(await waitFor(60_000, 2000), { said: [60, 59, undefined], now: 2000 });
  });
});
