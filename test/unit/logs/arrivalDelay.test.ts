import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createArrivalDelay } from '../../../src/logs/read/arrivalDelay.ts';
import { minute } from '../../kit/time.ts';

describe('the delay of a log', () => {
  test('is at most the maximum of the last requests', () => {
    const delay = createArrivalDelay();
    assert.equal(delay.maxMs, 0);
    delay.record(0, 10 * minute);
    delay.record(minute, 5 * minute, 4 * minute);
    assert.equal(delay.maxMs, 10 * minute);
    for (let reading = 0; reading < 19; reading++) delay.record(0, minute, 0);
    assert.equal(delay.maxMs, 4 * minute, 'readings of long ago do not count');
    delay.clear();
    delay.record(minute, 0);
    assert.equal(delay.maxMs, 0, 'a log may be ahead of its service');
  });

  test('is typical if most requests have at least this delay, in whole minutes', () => {
    const delay = createArrivalDelay();
    for (let reading = 0; reading < 5; reading++) delay.record(0, 20 * minute);
    assert.equal(delay.typicalMs, undefined, 'that may have been there for long');
    delay.record(0, 20 * minute, 9.6 * minute);
    delay.record(0, 20 * minute, 10.3 * minute);
    assert.equal(delay.typicalMs, undefined, 'two are no rule');
    delay.record(0, 20 * minute, 0);
    assert.equal(delay.typicalMs, 10 * minute);
    delay.record(0, 20 * minute, 0);
    delay.record(0, 20 * minute, minute - 1);
    assert.equal(delay.typicalMs, undefined, 'less than a minute is in time');
    delay.clear();
    assert.equal(delay.typicalMs, undefined);
  });
});
