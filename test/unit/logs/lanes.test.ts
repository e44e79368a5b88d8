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
    lanes.done(lanes.next(longEvery), 2_000_000, none, longEvery);
    lanes.done(lanes.next(2 * longEvery), 1_500_000, none, 2 * longEvery);
    const { since, again } = lanes.next(3 * longEvery);
    assert.deepEqual([since, again?.since], [1_990_000, 2_000_000 - lateness]);
  });

  test('read all that may still change in parts, from where it was when they began', () => {
    const lanes = createLanes();
    lanes.start(0, 0);
    lanes.done(lanes.next(1), 1_000_000, none, 1);
    const first = lanes.next(longEvery);
    assert.deepEqual([first.again, lanes.isBehind], [{ since: 0, until: 990_000 }, true]);
    lanes.done(first, 1_100_000, none, longEvery, 400_000);
    const second = lanes.next(longEvery + 1);
    assert.deepEqual(second.again, { since: 400_000, until: 990_000 });
    assert.deepEqual(lanes.next(longEvery + 2).again, second.again, 'a poll that failed is no progress');
    lanes.done(second, 1_200_000, none, longEvery + 2);
    assert.deepEqual([lanes.isBehind, lanes.next(longEvery + 3).again], [false, undefined]);
    const { again } = lanes.next(2 * longEvery + 2);
    assert.equal(again?.since, 1_100_000 - lateness, 'what came after the first part may be missing');
  });

  test('begin a part again when what is before it was read by others meanwhile', () => {
    const lanes = createLanes();
    lanes.start(0, 0);
    lanes.done(lanes.next(1), 1_000_000, none, 1);
    lanes.done(lanes.next(longEvery), 1_100_000, none, longEvery, 400_000);
    const poll = lanes.next(longEvery + 1);
    lanes.include(200_000);
    lanes.done(poll, 1_200_000, none, longEvery + 1);
    assert.deepEqual(lanes.next(longEvery + 2).again, { since: 200_000, until: 990_000 });
    lanes.forget(500_000);
    assert.deepEqual(lanes.next(longEvery + 3).again, { since: 500_000, until: 990_000 });
  });

  test('of a flood read only the newest rows again, and nothing that was not seen is left out', () => {
    const lanes = createLanes();
    lanes.start(0, 0);
    const timeOf = (behind: number) => 2_000_000 - behind / 10;
    lanes.done({ since: 0 }, 2_000_000, timeOf, 1);
    assert.equal(lanes.next(2).since, 2_000_000 - 200);
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
