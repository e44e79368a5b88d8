import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLanes, lateness, longEvery } from '../../../src/logs/read/lanes.ts';

const none = () => undefined;
const again = { since: 0, until: 0 };

describe('lanes', () => {
  test('read the last seconds again each time, and all that may change now and then', () => {
    const lanes = createLanes();
    assert.equal(lanes.isStarted, false);
    lanes.start(1_000_000, 0);
    const first = lanes.next(1);
    assert.deepEqual(first, { since: 1_000_000 });
    lanes.done(first, 2_000_000, none, 1);
    assert.deepEqual(lanes.next(2), { since: 1_990_000 });
    const long = lanes.next(longEvery);
    assert.deepEqual(long, { since: 1_990_000, again: { since: 1_000_000, until: 1_990_000 } });
    lanes.done(long, 3_000_000, none, longEvery);
    const since = 2_990_000;
    assert.deepEqual(lanes.next(2 * longEvery), {
      since,
      again: { since: 3_000_000 - lateness, until: since },
    });
  });

  test('never go back', () => {
    const lanes = createLanes();
    lanes.start(1_000_000, 0);
    lanes.done({ since: 0, again }, 2_000_000, none, 1);
    lanes.done({ since: 0, again }, 1_500_000, none, 2);
    assert.equal(lanes.next(3).since, 1_990_000);
    assert.equal(lanes.next(longEvery + 3).again?.since, 2_000_000 - lateness);
  });

  test('of a flood read only the newest rows again, and nothing that was not seen is left out', () => {
    const lanes = createLanes();
    lanes.start(0, 0);
    const timeOf = (behind: number) => 2_000_000 - behind / 10;
    lanes.done({ since: 0, again }, 2_000_000, timeOf, 1);
    assert.equal(lanes.next(2).since, 2_000_000 - 200);
    assert.equal(lanes.next(longEvery + 1).again?.since, 2_000_000 - 20_000);
    lanes.done({ since: 0 }, 2_000_100, () => 9_000_000, 3);
    assert.equal(lanes.next(4).since, 2_000_100, 'rows of the future do not count');
  });

  test('skip what others read, but not what may still change', () => {
    const lanes = createLanes();
    lanes.start(5, 0);
    lanes.skip(100);
    assert.deepEqual(lanes.next(longEvery), { since: 100, again: { since: 5, until: 100 } });
    lanes.include(2);
    assert.deepEqual(lanes.next(longEvery).again, { since: 2, until: 100 });
  });

  test('never come back to what was let go of', () => {
    const lanes = createLanes();
    lanes.start(5, 0);
    lanes.skip(40);
    lanes.forget(30);
    assert.deepEqual(lanes.next(longEvery), { since: 40, again: { since: 30, until: 40 } });
    lanes.forget(50);
    assert.equal(lanes.next(1).since, 50);
  });

  test('begin anew after a new reading', () => {
    const lanes = createLanes();
    lanes.start(5, 0);
    lanes.clear();
    assert.equal(lanes.isStarted, false);
  });
});
