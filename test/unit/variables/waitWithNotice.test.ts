import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitWithNotice } from '../../../src/variables/waitWithNotice.ts';

/** Waits with a fake clock. */
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

describe('a wait that the service requested', () => {
  test('is reported each second, and at its end', async () => {
    assert.deepEqual(await waitFor(3200), { said: [4, 3, 2, 1, undefined], now: 3200 });
  });

  test('is not reported if it is short', async () => {
    assert.deepEqual(await waitFor(1000), { said: [], now: 1000 });
  });

  test('ends when it is canceled', async () => {
    assert.deepEqual(await waitFor(60_000, 2000), { said: [60, 59, undefined], now: 2000 });
  });
});
