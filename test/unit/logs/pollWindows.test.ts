import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createPollWindows,
  farthest,
  type Lookback,
  lateness,
  longEvery,
  type PollWindows,
  type Present,
} from '../../../src/logs/read/pollWindows.ts';

const none = () => undefined;
/** A log whose entries come in time, at `seen`. */
const at = (seen: number): Present => ({ seen, newest: seen });
/** Everything from `from` on was read when it began. */
const from = (time: number) => ({ ...at(time), floor: time, at: time });

describe('lanes', () => {
  test('read the last seconds again each time, and all that may change now and then', () => {
    const lanes = createPollWindows();
    assert.equal(lanes.isStarted, false);
    lanes.start(from(1_000_000), 0);
    assert.equal(lanes.since, 1_000_000);
    lanes.done(at(2_000_000), none);
    assert.deepEqual([lanes.since, lanes.lookback(longEvery - 1)], [1_990_000, undefined]);
    const part = takePart(lanes, longEvery);
    assert.deepEqual(part, { since: 1_000_000, until: 1_990_000 });
    lanes.doneLookback(part, longEvery, undefined);
    lanes.done(at(3_000_000), none);
    assert.equal(lanes.lookback(2 * longEvery - 1), undefined);
    assert.deepEqual(lanes.lookback(2 * longEvery), { since: 2_000_000 - lateness, until: 2_990_000 });
  });

  test('of what comes never go back', () => {
    const lanes = createPollWindows();
    lanes.start(from(1_000_000), 0);
    lanes.done(at(2_000_000), none);
    lanes.doneLookback(takePart(lanes, longEvery), longEvery, undefined);
    lanes.done(at(1_500_000), none);
    assert.equal(lanes.since, 1_990_000);
    lanes.doneLookback(takePart(lanes, 2 * longEvery), 2 * longEvery, undefined);
    assert.equal(lanes.lookback(3 * longEvery)?.since, 1_500_000 - lateness);
  });

  test('read all that may still change in parts, from where it was when they began', () => {
    const lanes = createPollWindows();
    lanes.start(from(0), 0);
    lanes.done(at(1_000_000), none);
    const first = takePart(lanes, longEvery);
    assert.deepEqual([first, lanes.isBehind], [{ since: 0, until: 990_000 }, true]);
    lanes.done(at(1_100_000), none);
    lanes.doneLookback(first, longEvery, 400_000);
    const second = takePart(lanes, longEvery + 1);
    assert.deepEqual(second, { since: 400_000, until: 990_000 });
    assert.deepEqual(lanes.lookback(longEvery + 2), second, 'a part that failed is no progress');
    lanes.doneLookback(second, longEvery + 2, undefined);
    assert.deepEqual([lanes.isBehind, lanes.lookback(longEvery + 3)], [false, undefined]);
    const { since } = takePart(lanes, 2 * longEvery + 2);
    assert.equal(since, 1_000_000 - lateness, 'what came after the first part began may be missing');
  });

  test('begin a part again when what is before it was read by others meanwhile', () => {
    const lanes = createPollWindows();
    lanes.start(from(0), 0);
    lanes.done(at(1_000_000), none);
    lanes.doneLookback(takePart(lanes, longEvery), longEvery, 400_000);
    const part = takePart(lanes, longEvery + 1);
    lanes.include(at(200_000 + lateness));
    lanes.doneLookback(part, longEvery + 1, undefined);
    assert.deepEqual(lanes.lookback(longEvery + 2), { since: 200_000, until: 990_000 });
    lanes.forget(500_000);
    assert.deepEqual(lanes.lookback(longEvery + 3), { since: 500_000, until: 990_000 });
  });

  test('of a flood read only the newest rows again, and nothing that was not seen is left out', () => {
    const lanes = createPollWindows();
    lanes.start(from(0), 0);
    lanes.done(at(2_000_000), (behind) => 2_000_000 - behind / 10);
    assert.equal(lanes.since, 2_000_000 - 200);
    lanes.done(at(2_000_100), () => 9_000_000);
    assert.equal(lanes.since, 2_000_100, 'rows of the future do not count');
  });

  test('skip what others read, but not what may still change', () => {
    const lanes = createPollWindows();
    lanes.start({ ...from(5), floor: 1 }, 0);
    lanes.skip(100);
    assert.equal(lanes.since, 100);
    lanes.include(at(2 + lateness));
    assert.deepEqual(lanes.lookback(longEvery), { since: 2, until: 100 });
    lanes.include(at(0));
    assert.equal(lanes.lookback(longEvery)?.since, 1, 'nothing before the range');
  });

  test('never come back to what was let go of', () => {
    const lanes = createPollWindows();
    lanes.start(from(5), 0);
    lanes.skip(40);
    lanes.forget(30);
    assert.deepEqual([lanes.since, lanes.lookback(longEvery)], [40, { since: 30, until: 40 }]);
    lanes.forget(50);
    assert.equal(lanes.since, 50);
  });

  test('begin no later than the newest entry that was known, as far as a day back', () => {
    const lanes = createPollWindows();
    lanes.start({ seen: 0, newest: -Infinity, floor: -Infinity, at: -Infinity }, 0);
    assert.equal(lanes.since, -farthest, 'nothing is known: it may be anywhere');
    lanes.done({ seen: 1_000_000, newest: 400_000 }, none);
    assert.equal(lanes.since, 400_000);
    lanes.doneLookback(takePart(lanes, longEvery), longEvery, undefined);
    assert.deepEqual(takePart(lanes, 2 * longEvery), { since: 400_000, until: 400_000 });
    lanes.done({ seen: 500_000 + farthest, newest: 400_000 }, none);
    assert.equal(lanes.since, 500_000);
  });

  test('go back as far as entries come late, and farther when they come later', () => {
    let late = 0;
    const lanes = createPollWindows(() => late);
    lanes.start({ ...at(1_000_000), floor: 100_000, at: 900_000 }, 0);
    lanes.done(at(2_000_000), none);
    late = 1_000_000;
    lanes.doneLookback(takePart(lanes, longEvery), longEvery, undefined);
    assert.equal(
      takePart(lanes, 2 * longEvery).since,
      1_000_000 - lateness,
      'before what was known to be read',
    );
    late = 9_000_000;
    lanes.doneLookback(takePart(lanes, 2 * longEvery), 2 * longEvery, undefined);
    assert.equal(takePart(lanes, 3 * longEvery).since, 100_000, 'but not before what is wanted');
  });

  test('tell when they looked', () => {
    const lanes = createPollWindows();
    lanes.start(from(1_000_000), 0);
    lanes.done(at(2_000_000), none);
    assert.deepEqual([lanes.polledAt, lanes.lookedBackAt], [2_000_000, 1_000_000]);
    const part = takePart(lanes, longEvery);
    lanes.done(at(3_000_000), none);
    lanes.doneLookback(part, longEvery, undefined);
    assert.deepEqual([lanes.polledAt, lanes.lookedBackAt], [3_000_000, 2_000_000]);
  });

  test('begin anew after a new reading', () => {
    const lanes = createPollWindows();
    lanes.start(from(5), 0);
    lanes.lookback(longEvery);
    lanes.clear();
    assert.deepEqual([lanes.isStarted, lanes.isBehind, lanes.lookback(longEvery)], [false, false, undefined]);
    // A reply that comes later changes nothing.
    lanes.done(at(10), none);
    assert.deepEqual([lanes.isStarted, lanes.since], [false, 0]);
  });
});

function takePart(lanes: PollWindows, now: number): Lookback {
  return lanes.lookback(now) ?? assert.fail('it is not time for it');
}
