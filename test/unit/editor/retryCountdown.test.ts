import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRetryCountdown } from '../../../src/editor/retryCountdown.ts';

function set() {
  const time = { now: 1_000_000 };
  let told = 0;
  const wait = createRetryCountdown(
    () => time.now,
    () => told++,
  );
  return { time, wait, told: () => told };
}

describe('a wait that the service has asked for', () => {
  const { signal } = new AbortController();

  test('is told, and runs out', () => {
    const { time, wait, told } = set();
    assert.deepEqual([wait.remainingMs, told()], [undefined, 0]);
    wait.start(20_000, signal);
    assert.deepEqual([wait.remainingMs, told()], [20_000, 1]);
    time.now += 19_999;
    assert.equal(wait.remainingMs, 1);
    time.now += 1;
    assert.equal(wait.remainingMs, undefined);
  });

  test('ends with the reading that waits', () => {
    const { wait } = set();
    const reading = new AbortController();
    wait.start(20_000, reading.signal);
    reading.abort();
    assert.equal(wait.remainingMs, undefined);
    wait.start(5_000, signal);
    assert.equal(wait.remainingMs, 5_000);
  });

  test('is not told when it is short', () => {
    const { wait, told } = set();
    wait.start(1_000, signal);
    assert.deepEqual([wait.remainingMs, told()], [undefined, 0]);
  });
});
