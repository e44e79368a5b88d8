import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lateEntryScanIntervalMs } from '../../../src/logs/read/pollWindows.ts';
import { logEntry } from '../../kit/entries.ts';
import { minute } from '../../kit/time.ts';
import { latest, set } from './sessionSetUp.ts';

type SetUp = ReturnType<typeof set>;

/** Lets entries arrive between polls, each `lagOf` ms after its own time; answers their texts. */
async function arrive({ time, logs, poll }: SetUp, count: number, lagOf: (index: number) => number) {
  const sent: string[] = [];
  for (let index = 0; index < count; index++) {
    sent.push(String(index));
    logs.entries.push(logEntry(time.now - lagOf(index), String(index)));
    if (index % 10 === 9) await poll();
  }
  return sent;
}

async function settled({ time, poll }: SetUp): Promise<void> {
  const end = time.now + 3 * lateEntryScanIntervalMs;
  while (time.now < end) await poll();
}

const byNumber = (texts: readonly (string | undefined)[]) => texts.toSorted((a, b) => Number(a) - Number(b));

test('a late entry is found in a range without a start, before all entries of the first response', async () => {
  const all = set();
  for (let age = 1200; age > 0; age--) all.logs.entries.push(logEntry(all.time.now - age * 10, 'x'));
  await all.session.load({ range: {}, filter: {} }, true);
  all.logs.entries.push(logEntry(all.time.now - minute, 'late'));
  await settled(all);
  assert.equal(all.texts()[0], 'late');
  all.session.dispose();
});

describe('a log whose entries are always delayed', () => {
  test('is followed from its first entry on', async () => {
    const all = set();
    await all.session.load(latest, true);
    const sent = await arrive(all, 1000, () => 10 * minute);
    assert.deepEqual(all.texts(), sent, 'each with the poll after it came');
    assert.equal(all.session.status.typicalDelayMs, 10 * minute);
    all.session.dispose();
  });

  test('is followed from its newest entry on, however late it becomes', async () => {
    const all = set();
    all.logs.entries.push(logEntry(all.time.now - 40 * minute, '-1'));
    await all.session.load(latest, true);
    const sent = await arrive(all, 100, (index) => (40 - index / 10) * minute - 1);
    assert.deepEqual(all.texts(), ['-1', ...sent]);
    all.session.dispose();
  });

  test('is scanned as far back as its delay, also if entries arrive out of order', async () => {
    const all = set();
    for (let age = 30; age >= 10; age--) all.logs.entries.push(logEntry(all.time.now - age * minute, '-1'));
    await all.session.load(latest, true);
    const sent = await arrive(all, 300, (index) => 6 * minute + ((index * 7919) % (9 * minute)));
    await settled(all);
    assert.deepEqual(byNumber(all.texts()).slice(21), sent);
    all.session.dispose();
  });

  test('is scanned further back when the delay grows', async () => {
    const all = set();
    await all.session.load(latest, true);
    // Every other one comes in time, so that the newest one says nothing of the others.
    const lag = (index: number) => (index % 2 === 0 ? 0 : Math.min(8 * minute, index * 1000));
    const sent = await arrive(all, 1000, lag);
    await settled(all);
    assert.deepEqual(byNumber(all.texts()), sent);
    all.session.dispose();
  });

  test('has no typical delay if entries are on time, or if it was not polled for a long time', async () => {
    const all = set();
    await all.session.load(latest, true);
    for (let turn = 0; turn < 10; turn++) {
      await arrive(all, 10, () => 2000);
      all.time.now += 20 * minute;
    }
    assert.equal(all.session.status.typicalDelayMs, undefined);
    all.session.dispose();
  });

  test('is not read repeatedly after its last entry', async () => {
    const all = set();
    for (let age = 500; age > 0; age--) all.logs.entries.push(logEntry(all.time.now - age * 100, 'x'));
    await all.session.load(latest, true);
    while (all.logs.pageRequests.length < 100) await all.poll();
    const before = all.logs.pageRequests.length;
    await settled(all);
    const asked = all.logs.pageRequests.slice(before);
    const newest = all.logs.entries.at(-1)?.timestamp ?? '';
    assert.ok(asked.every(({ since = '', until }) => until === undefined && since >= newest));
    all.session.dispose();
  });
});
