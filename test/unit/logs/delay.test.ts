import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDelay } from '../../../src/logs/read/delay.ts';
import { minute } from '../../kit/time.ts';

describe('the delay of a log', () => {
  test('is at most what the last readings brought, wherever they were before', () => {
    const delay = createDelay();
    assert.equal(delay.most, 0);
    delay.learn(0, 10 * minute);
    delay.learn(minute, 5 * minute, 4 * minute);
    assert.equal(delay.most, 10 * minute);
    for (let reading = 0; reading < 19; reading++) delay.learn(0, minute, 0);
    assert.equal(delay.most, 4 * minute, 'readings of long ago do not count');
    delay.clear();
    delay.learn(minute, 0);
    assert.equal(delay.most, 0, 'a log may be ahead of its service');
  });

  test('is usual where it is the rule, by what is certain, in whole minutes', () => {
    const delay = createDelay();
    for (let reading = 0; reading < 5; reading++) delay.learn(0, 20 * minute);
    assert.equal(delay.usual, undefined, 'that may have been there for long');
    delay.learn(0, 20 * minute, 9.6 * minute);
    delay.learn(0, 20 * minute, 10.3 * minute);
    assert.equal(delay.usual, undefined, 'two are no rule');
    delay.learn(0, 20 * minute, 0);
    assert.equal(delay.usual, 10 * minute);
    delay.learn(0, 20 * minute, 0);
    delay.learn(0, 20 * minute, minute - 1);
    assert.equal(delay.usual, undefined, 'less than a minute is in time');
    delay.clear();
    assert.equal(delay.usual, undefined);
  });
});
