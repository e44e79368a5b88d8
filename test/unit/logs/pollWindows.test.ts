import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createPollWindows,
  expectedLatenessMs,
  type Lookback,
  lookbackIntervalMs,
  maxLatenessMs,
  type PollWindows,
  type ReadingStart,
} from '../../../src/logs/read/pollWindows.ts';

const none = () => undefined;
/** A log whose entries come in time, at `seen`. */
const at = (seen: number): ReadingStart => ({ seen, newest: seen });
/** Everything from `from` on was read when it began. */
const from = (time: number) => ({ ...at(time), floor: time, at: time });

describe('lanes', () => {
  test('read the last seconds again each time, and all that may change now and then', () => {
    const lanes = createPollWindows();
    assert.equal(lanes.isStarted, false);
    lanes.start(from(1_000_000), 0);
    assert.equal(lanes.pollFrom, 1_000_000);
    lanes.completePoll(at(2_000_000), none);
    assert.deepEqual([lanes.pollFrom, lanes.nextLookback(lookbackIntervalMs - 1)], [1_990_000, undefined]);
    const part = takePart(lanes, lookbackIntervalMs);
    assert.deepEqual(part, { since: 1_000_000, until: 1_990_000 });
    lanes.completeLookback(part, lookbackIntervalMs, undefined);
    lanes.completePoll(at(3_000_000), none);
    assert.equal(lanes.nextLookback(2 * lookbackIntervalMs - 1), undefined);
    assert.deepEqual(lanes.nextLookback(2 * lookbackIntervalMs), {
      since: 2_000_000 - expectedLatenessMs,
      until: 2_990_000,
    });
  });

  test('of what comes never go back', () => {
    const lanes = createPollWindows();
    lanes.start(from(1_000_000), 0);
    lanes.completePoll(at(2_000_000), none);
    lanes.completeLookback(takePart(lanes, lookbackIntervalMs), lookbackIntervalMs, undefined);
    lanes.completePoll(at(1_500_000), none);
    assert.equal(lanes.pollFrom, 1_990_000);
    lanes.completeLookback(takePart(lanes, 2 * lookbackIntervalMs), 2 * lookbackIntervalMs, undefined);
    assert.equal(lanes.nextLookback(3 * lookbackIntervalMs)?.since, 1_500_000 - expectedLatenessMs);
  });

  test('read all that may still change in parts, from where it was when they began', () => {
    const lanes = createPollWindows();
    lanes.start(from(0), 0);
    lanes.completePoll(at(1_000_000), none);
    const first = takePart(lanes, lookbackIntervalMs);
    assert.deepEqual([first, lanes.isLookingBack], [{ since: 0, until: 990_000 }, true]);
    lanes.completePoll(at(1_100_000), none);
    lanes.completeLookback(first, lookbackIntervalMs, 400_000);
    const second = takePart(lanes, lookbackIntervalMs + 1);
    assert.deepEqual(second, { since: 400_000, until: 990_000 });
    assert.deepEqual(lanes.nextLookback(lookbackIntervalMs + 2), second, 'a part that failed is no progress');
    lanes.completeLookback(second, lookbackIntervalMs + 2, undefined);
    assert.deepEqual([lanes.isLookingBack, lanes.nextLookback(lookbackIntervalMs + 3)], [false, undefined]);
    const { since } = takePart(lanes, 2 * lookbackIntervalMs + 2);
    assert.equal(
      since,
      1_000_000 - expectedLatenessMs,
      'what came after the first part began may be missing',
    );
  });

  test('begin a part again when what is before it was read by others meanwhile', () => {
    const lanes = createPollWindows();
    lanes.start(from(0), 0);
    lanes.completePoll(at(1_000_000), none);
    lanes.completeLookback(takePart(lanes, lookbackIntervalMs), lookbackIntervalMs, 400_000);
    const part = takePart(lanes, lookbackIntervalMs + 1);
    lanes.include(at(200_000 + expectedLatenessMs));
    lanes.completeLookback(part, lookbackIntervalMs + 1, undefined);
    assert.deepEqual(lanes.nextLookback(lookbackIntervalMs + 2), { since: 200_000, until: 990_000 });
    lanes.forgetBefore(500_000);
    assert.deepEqual(lanes.nextLookback(lookbackIntervalMs + 3), { since: 500_000, until: 990_000 });
  });

  test('of a flood read only the newest rows again, and nothing that was not seen is left out', () => {
    const lanes = createPollWindows();
    lanes.start(from(0), 0);
    lanes.completePoll(at(2_000_000), (behind) => 2_000_000 - behind / 10);
    assert.equal(lanes.pollFrom, 2_000_000 - 200);
    lanes.completePoll(at(2_000_100), () => 9_000_000);
    assert.equal(lanes.pollFrom, 2_000_100, 'rows of the future do not count');
  });

  test('skip what others read, but not what may still change', () => {
    const lanes = createPollWindows();
    lanes.start({ ...from(5), floor: 1 }, 0);
    lanes.skipTo(100);
    assert.equal(lanes.pollFrom, 100);
    lanes.include(at(2 + expectedLatenessMs));
    assert.deepEqual(lanes.nextLookback(lookbackIntervalMs), { since: 2, until: 100 });
    lanes.include(at(0));
    assert.equal(lanes.nextLookback(lookbackIntervalMs)?.since, 1, 'nothing before the range');
  });

  test('never come back to what was let go of', () => {
    const lanes = createPollWindows();
    lanes.start(from(5), 0);
    lanes.skipTo(40);
    lanes.forgetBefore(30);
    assert.deepEqual(
      [lanes.pollFrom, lanes.nextLookback(lookbackIntervalMs)],
      [40, { since: 30, until: 40 }],
    );
    lanes.forgetBefore(50);
    assert.equal(lanes.pollFrom, 50);
  });

  test('begin no later than the newest entry that was known, as far as a day back', () => {
    const lanes = createPollWindows();
    lanes.start({ seen: 0, newest: -Infinity, floor: -Infinity, at: -Infinity }, 0);
    assert.equal(lanes.pollFrom, -maxLatenessMs, 'nothing is known: it may be anywhere');
    lanes.completePoll({ seen: 1_000_000, newest: 400_000 }, none);
    assert.equal(lanes.pollFrom, 400_000);
    lanes.completeLookback(takePart(lanes, lookbackIntervalMs), lookbackIntervalMs, undefined);
    assert.deepEqual(takePart(lanes, 2 * lookbackIntervalMs), { since: 400_000, until: 400_000 });
    lanes.completePoll({ seen: 500_000 + maxLatenessMs, newest: 400_000 }, none);
    assert.equal(lanes.pollFrom, 500_000);
  });

  test('go back as far as entries come late, and farther when they come later', () => {
    let late = 0;
    const lanes = createPollWindows(() => late);
    lanes.start({ ...at(1_000_000), floor: 100_000, at: 900_000 }, 0);
    lanes.completePoll(at(2_000_000), none);
    late = 1_000_000;
    lanes.completeLookback(takePart(lanes, lookbackIntervalMs), lookbackIntervalMs, undefined);
    assert.equal(
      takePart(lanes, 2 * lookbackIntervalMs).since,
      1_000_000 - expectedLatenessMs,
      'before what was known to be read',
    );
    late = 9_000_000;
    lanes.completeLookback(takePart(lanes, 2 * lookbackIntervalMs), 2 * lookbackIntervalMs, undefined);
    assert.equal(takePart(lanes, 3 * lookbackIntervalMs).since, 100_000, 'but not before what is wanted');
  });

  test('tell when they looked', () => {
    const lanes = createPollWindows();
    lanes.start(from(1_000_000), 0);
    lanes.completePoll(at(2_000_000), none);
    assert.deepEqual([lanes.polledAt, lanes.lookedBackAt], [2_000_000, 1_000_000]);
    const part = takePart(lanes, lookbackIntervalMs);
    lanes.completePoll(at(3_000_000), none);
    lanes.completeLookback(part, lookbackIntervalMs, undefined);
    assert.deepEqual([lanes.polledAt, lanes.lookedBackAt], [3_000_000, 2_000_000]);
  });

  test('begin anew after a new reading', () => {
    const lanes = createPollWindows();
    lanes.start(from(5), 0);
    lanes.nextLookback(lookbackIntervalMs);
    lanes.clear();
    assert.deepEqual(
      [lanes.isStarted, lanes.isLookingBack, lanes.nextLookback(lookbackIntervalMs)],
      [false, false, undefined],
    );
    // A reply that comes later changes nothing.
    lanes.completePoll(at(10), none);
    assert.deepEqual([lanes.isStarted, lanes.pollFrom], [false, 0]);
  });
});

function takePart(lanes: PollWindows, now: number): Lookback {
  return lanes.nextLookback(now) ?? assert.fail('it is not time for it');
}
