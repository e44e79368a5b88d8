import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRetryWait } from '../../../src/editor/retryWait.ts';

function set() {
  const time = { now: 1_000_000 };
  let told = 0;
  const wait = createRetryWait(
    () => time.now,
    () => told++,
  );
  return { time, wait, told: () => told };
}

describe('a wait that the service has asked for', () => {
  const { signal } = new AbortController();

  test('is told, and runs out', () => {
    const { time, wait, told } = set();
    assert.deepEqual([wait.left, told()], [undefined, 0]);
    wait.begin(20_000, signal);
    assert.deepEqual([wait.left, told()], [20_000, 1]);
    time.now += 19_999;
    assert.equal(wait.left, 1);
    time.now += 1;
    assert.equal(wait.left, undefined);
  });

  test('ends with the reading that waits', () => {
    const { wait } = set();
    const reading = new AbortController();
    wait.begin(20_000, reading.signal);
    reading.abort();
    assert.equal(wait.left, undefined);
    wait.begin(5_000, signal);
    assert.equal(wait.left, 5_000);
  });

  test('is not told when it is short', () => {
    const { wait, told } = set();
    wait.begin(1_000, signal);
    assert.deepEqual([wait.left, told()], [undefined, 0]);
  });
});
