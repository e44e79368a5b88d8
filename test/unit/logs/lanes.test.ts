import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLanes, lateness, longEvery } from '../../../src/logs/read/lanes.ts';

const none = () => undefined;

describe('lanes', () => {
  test('read the last seconds again each time, and all that may change now and then', () => {
    const lanes = createLanes();
    assert.equal(lanes.isStarted, false);
    lanes.start(1_000_000, 0);
    const first = lanes.next(1);
    assert.deepEqual(first, { since: 1_000_000, isLong: false });
    lanes.done(first, 2_000_000, none, 1);
    assert.deepEqual(lanes.next(2), { since: 1_990_000, isLong: false });
    const long = lanes.next(longEvery);
    assert.deepEqual(long, { since: 1_000_000, isLong: true });
    lanes.done(long, 3_000_000, none, longEvery);
    assert.deepEqual(lanes.next(2 * longEvery), { since: 3_000_000 - lateness, isLong: true });
  });

  test('never go back', () => {
    const lanes = createLanes();
    lanes.start(1_000_000, 0);
    lanes.done({ isLong: true }, 2_000_000, none, 1);
    lanes.done({ isLong: true }, 1_500_000, none, 2);
    assert.equal(lanes.next(3).since, 1_990_000);
    assert.equal(lanes.next(longEvery + 3).since, 2_000_000 - lateness);
  });

  test('of a flood read only the newest rows again, and nothing that was not seen is left out', () => {
    const lanes = createLanes();
    lanes.start(0, 0);
    const timeOf = (behind: number) => 2_000_000 - behind / 10;
    lanes.done({ isLong: true }, 2_000_000, timeOf, 1);
    assert.equal(lanes.next(2).since, 2_000_000 - 200);
    assert.equal(lanes.next(longEvery + 1).since, 2_000_000 - 2000);
    lanes.done({ isLong: false }, 2_000_100, () => 9_000_000, 3);
    assert.equal(lanes.next(4).since, 2_000_100, 'rows of the future do not count');
  });

  test('begin anew after a new reading', () => {
    const lanes = createLanes();
    lanes.start(5, 0);
    lanes.clear();
    assert.equal(lanes.isStarted, false);
  });
});
