import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  expectedDelayMs,
  type LateEntryRange,
  lateEntryScanIntervalMs,
  maxDelayMs,
  PollWindows,
  type ReadingStart,
} from '../../../src/logs/read/pollWindows.ts';

const none = () => undefined;
/** A log whose entries come in time, at `seen`. */
const at = (seen: number): ReadingStart => ({ startedAt: seen, newestTime: seen });
/** Everything from `from` on was read when it began. */
const from = (time: number) => ({ ...at(time), minTime: time, completeFrom: time });

describe('poll windows', () => {
  test('include the last seconds each time, and sometimes everything that can still change', () => {
    const windows = new PollWindows();
    assert.equal(windows.isStarted, false);
    windows.start(from(1_000_000), 0);
    assert.equal(windows.nextPollFrom, 1_000_000);
    windows.completePoll(at(2_000_000), none);
    assert.deepEqual(
      [windows.nextPollFrom, windows.nextLateEntryRange(lateEntryScanIntervalMs - 1)],
      [1_990_000, undefined],
    );
    const part = takePart(windows, lateEntryScanIntervalMs);
    assert.deepEqual(part, { since: 1_000_000, until: 1_990_000 });
    windows.completeLateEntryRange(part, lateEntryScanIntervalMs, undefined);
    windows.completePoll(at(3_000_000), none);
    assert.equal(windows.nextLateEntryRange(2 * lateEntryScanIntervalMs - 1), undefined);
    assert.deepEqual(windows.nextLateEntryRange(2 * lateEntryScanIntervalMs), {
      since: 2_000_000 - expectedDelayMs,
      until: 2_990_000,
    });
  });

  test('of polls never start earlier than before', () => {
    const windows = new PollWindows();
    windows.start(from(1_000_000), 0);
    windows.completePoll(at(2_000_000), none);
    windows.completeLateEntryRange(
      takePart(windows, lateEntryScanIntervalMs),
      lateEntryScanIntervalMs,
      undefined,
    );
    windows.completePoll(at(1_500_000), none);
    assert.equal(windows.nextPollFrom, 1_990_000);
    windows.completeLateEntryRange(
      takePart(windows, 2 * lateEntryScanIntervalMs),
      2 * lateEntryScanIntervalMs,
      undefined,
    );
    assert.equal(windows.nextLateEntryRange(3 * lateEntryScanIntervalMs)?.since, 1_500_000 - expectedDelayMs);
  });

  test('of a late-entry scan cover everything that could change when it began, in parts', () => {
    const windows = new PollWindows();
    windows.start(from(0), 0);
    windows.completePoll(at(1_000_000), none);
    const first = takePart(windows, lateEntryScanIntervalMs);
    assert.deepEqual([first, windows.isScanningLateEntries], [{ since: 0, until: 990_000 }, true]);
    windows.completePoll(at(1_100_000), none);
    windows.completeLateEntryRange(first, lateEntryScanIntervalMs, 400_000);
    const second = takePart(windows, lateEntryScanIntervalMs + 1);
    assert.deepEqual(second, { since: 400_000, until: 990_000 });
    assert.deepEqual(
      windows.nextLateEntryRange(lateEntryScanIntervalMs + 2),
      second,
      'a part that failed is no progress',
    );
    windows.completeLateEntryRange(second, lateEntryScanIntervalMs + 2, undefined);
    assert.deepEqual(
      [windows.isScanningLateEntries, windows.nextLateEntryRange(lateEntryScanIntervalMs + 3)],
      [false, undefined],
    );
    const { since } = takePart(windows, 2 * lateEntryScanIntervalMs + 2);
    assert.equal(since, 1_000_000 - expectedDelayMs, 'what came after the first part began may be missing');
  });

  test('of a scan start again if an earlier range was read in the meantime', () => {
    const windows = new PollWindows();
    windows.start(from(0), 0);
    windows.completePoll(at(1_000_000), none);
    windows.completeLateEntryRange(
      takePart(windows, lateEntryScanIntervalMs),
      lateEntryScanIntervalMs,
      400_000,
    );
    const part = takePart(windows, lateEntryScanIntervalMs + 1);
    windows.include(at(200_000 + expectedDelayMs));
    windows.completeLateEntryRange(part, lateEntryScanIntervalMs + 1, undefined);
    assert.deepEqual(windows.nextLateEntryRange(lateEntryScanIntervalMs + 2), {
      since: 200_000,
      until: 990_000,
    });
    windows.forgetBefore(500_000);
    assert.deepEqual(windows.nextLateEntryRange(lateEntryScanIntervalMs + 3), {
      since: 500_000,
      until: 990_000,
    });
  });

  test('in a busy log repeat only the newest rows, and skip nothing', () => {
    const windows = new PollWindows();
    windows.start(from(0), 0);
    windows.completePoll(at(2_000_000), (behind) => 2_000_000 - behind / 10);
    assert.equal(windows.nextPollFrom, 2_000_000 - 200);
    windows.completePoll(at(2_000_100), () => 9_000_000);
    assert.equal(windows.nextPollFrom, 2_000_100, 'rows of the future do not count');
  });

  test('skip a gap that is loaded separately, but not entries that can still change', () => {
    const windows = new PollWindows();
    windows.start({ ...from(5), minTime: 1 }, 0);
    windows.skipTo(100);
    assert.equal(windows.nextPollFrom, 100);
    windows.include(at(2 + expectedDelayMs));
    assert.deepEqual(windows.nextLateEntryRange(lateEntryScanIntervalMs), { since: 2, until: 100 });
    windows.include(at(0));
    assert.equal(windows.nextLateEntryRange(lateEntryScanIntervalMs)?.since, 1, 'nothing before the range');
  });

  test('never include removed entries', () => {
    const windows = new PollWindows();
    windows.start(from(5), 0);
    windows.skipTo(40);
    windows.forgetBefore(30);
    assert.deepEqual(
      [windows.nextPollFrom, windows.nextLateEntryRange(lateEntryScanIntervalMs)],
      [40, { since: 30, until: 40 }],
    );
    windows.forgetBefore(50);
    assert.equal(windows.nextPollFrom, 50);
  });

  test('start no later than the newest known entry, up to a day back', () => {
    const windows = new PollWindows();
    windows.start({ startedAt: 0, newestTime: -Infinity, minTime: -Infinity, completeFrom: -Infinity }, 0);
    assert.equal(windows.nextPollFrom, -maxDelayMs, 'nothing is known: it may be anywhere');
    windows.completePoll({ startedAt: 1_000_000, newestTime: 400_000 }, none);
    assert.equal(windows.nextPollFrom, 400_000);
    windows.completeLateEntryRange(
      takePart(windows, lateEntryScanIntervalMs),
      lateEntryScanIntervalMs,
      undefined,
    );
    assert.deepEqual(takePart(windows, 2 * lateEntryScanIntervalMs), { since: 400_000, until: 400_000 });
    windows.completePoll({ startedAt: 500_000 + maxDelayMs, newestTime: 400_000 }, none);
    assert.equal(windows.nextPollFrom, 500_000);
  });

  test('go back as far as the delay of entries, and further when the delay grows', () => {
    let late = 0;
    const windows = new PollWindows(() => late);
    windows.start({ ...at(1_000_000), minTime: 100_000, completeFrom: 900_000 }, 0);
    windows.completePoll(at(2_000_000), none);
    late = 1_000_000;
    windows.completeLateEntryRange(
      takePart(windows, lateEntryScanIntervalMs),
      lateEntryScanIntervalMs,
      undefined,
    );
    assert.equal(
      takePart(windows, 2 * lateEntryScanIntervalMs).since,
      1_000_000 - expectedDelayMs,
      'before what was known to be read',
    );
    late = 9_000_000;
    windows.completeLateEntryRange(
      takePart(windows, 2 * lateEntryScanIntervalMs),
      2 * lateEntryScanIntervalMs,
      undefined,
    );
    assert.equal(
      takePart(windows, 3 * lateEntryScanIntervalMs).since,
      100_000,
      'but not before what is wanted',
    );
  });

  test('report the times of polls and scans', () => {
    const windows = new PollWindows();
    windows.start(from(1_000_000), 0);
    windows.completePoll(at(2_000_000), none);
    assert.deepEqual([windows.lastPolledAt, windows.lateEntriesScannedAt], [2_000_000, 1_000_000]);
    const part = takePart(windows, lateEntryScanIntervalMs);
    windows.completePoll(at(3_000_000), none);
    windows.completeLateEntryRange(part, lateEntryScanIntervalMs, undefined);
    assert.deepEqual([windows.lastPolledAt, windows.lateEntriesScannedAt], [3_000_000, 2_000_000]);
  });

  test('start again after another first read', () => {
    const windows = new PollWindows();
    windows.start(from(5), 0);
    windows.nextLateEntryRange(lateEntryScanIntervalMs);
    windows.clear();
    assert.deepEqual(
      [windows.isStarted, windows.isScanningLateEntries, windows.nextLateEntryRange(lateEntryScanIntervalMs)],
      [false, false, undefined],
    );
    // A reply that comes later changes nothing.
    windows.completePoll(at(10), none);
    assert.deepEqual([windows.isStarted, windows.nextPollFrom], [false, 0]);
  });
});

function takePart(windows: PollWindows, now: number): LateEntryRange {
  return windows.nextLateEntryRange(now) ?? assert.fail('it is not time for it');
}
