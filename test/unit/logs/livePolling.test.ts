import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLivePolling, type LivePollingStatus } from '../../../src/logs/read/livePolling.ts';
import {
  computePollInterval,
  computeRetryDelay,
  pollIntervals,
} from '../../../src/logs/read/pollIntervals.ts';
import { waitUntil } from '../../kit/eventLoop.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import { createFakeClock } from '../../kit/fakeClock.ts';

function set() {
  const time = createFakeClock();
  const answers: (number | Error)[] = [];
  const statuses: LivePollingStatus[] = [];
  const final: unknown[] = [];
  let polls = 0;
  const follow = createLivePolling({
    poll: async () => {
      polls++;
      const answer = answers.shift() ?? 0;
      if (typeof answer === 'number') return answer;
      throw answer;
    },
    sleep: time.sleep,
    random: () => 1,
    onStatus: (status) => statuses.push(status),
    onPermanentFailure: (error) => final.push(error),
  });
  const asleep = () => waitUntil(() => time.waits.length === 1, 'it waits');
  return { time, answers, statuses, final, follow, asleep, polls: () => polls };
}

describe('live poller', () => {
  test('polls immediately, or after the given pause', async () => {
    const { follow, time, asleep, polls } = set();
    follow.start();
    await asleep();
    assert.equal(polls(), 1);
    follow.start(500);
    await asleep();
    assert.deepEqual([polls(), ...time.waits], [1, 500]);
    follow.stop();
  });

  test('slows down without new entries, and speeds up with the next one', async () => {
    const { follow, time, answers, asleep } = set();
    answers.push(3, 0, 0, 0, 0, 0, 0, 2);
    follow.start();
    const waits: number[] = [];
    for (let poll = 0; poll < 8; poll++) {
      await asleep();
      waits.push(...time.waits);
      time.endWait();
    }
    assert.deepEqual(waits, [1000, 1500, 2250, 3375, 5062.5, 7593.75, 10_000, 1000]);
    follow.stop();
  });

  test('reports its delay after a failure, which grows each time', async () => {
    const { follow, time, answers, statuses, asleep } = set();
    answers.push(createApiError('network'), createApiError('server'), createApiError('timeout'), 1);
    follow.start();
    for (const pauseMs of [2000, 4000, 8000]) {
      await asleep();
      const { kind, ...rest } = follow.status;
      assert.deepEqual([kind, 'pauseMs' in rest && rest.pauseMs], ['reconnecting', pauseMs]);
      time.endWait();
    }
    await asleep();
    assert.deepEqual(follow.status, { kind: 'following' });
    assert.deepEqual(time.waits, [pollIntervals.active]);
    assert.equal(statuses.filter(({ kind }) => kind === 'reconnecting').length, 3);
    answers.push(createApiError('network'));
    time.endWait();
    await waitUntil(() => follow.status.kind === 'reconnecting', 'it fails again');
    assert.deepEqual(time.waits, [2000], 'the count began anew');
    follow.stop();
  });

  test('waits as long as the service requests', async () => {
    const { follow, time, answers, asleep } = set();
    answers.push(createApiError('rateLimited', { retryAfterMs: 42_000 }));
    follow.start();
    await asleep();
    assert.deepEqual(time.waits, [42_000]);
    follow.stop();
  });

  for (const kind of ['unauthorized', 'forbidden', 'notFound', 'badRequest', 'otherService']) {
    test(`stops after a permanent failure: ${kind}`, async () => {
      const { follow, time, answers, final, polls } = set();
      answers.push(Object.assign(new Error(kind), { kind }));
      follow.start();
      await waitUntil(() => final.length === 1, 'it gives up');
      assert.equal(follow.isOn, false);
      assert.deepEqual([follow.status, time.waits, polls()], [{ kind: 'off' }, [], 1]);
    });
  }

  test('does not poll while hidden, and polls immediately when visible', async () => {
    const { follow, time, asleep, polls } = set();
    follow.start();
    await asleep();
    follow.setVisible(false);
    assert.deepEqual([follow.status, time.waits, follow.isOn], [{ kind: 'hidden' }, [], true]);
    follow.setVisible(true);
    await asleep();
    assert.equal(polls(), 2);
    follow.stop();
  });

  test('waits until it is visible if it is started while hidden', async () => {
    const { follow, asleep, polls } = set();
    follow.setVisible(false);
    follow.start();
    assert.deepEqual([polls(), follow.status], [0, { kind: 'hidden' }]);
    follow.setVisible(true);
    await asleep();
    assert.equal(polls(), 1);
    follow.stop();
  });

  test('stays off when it becomes visible after it was stopped', () => {
    const { follow, polls } = set();
    follow.setVisible(false);
    follow.start();
    follow.stop();
    follow.setVisible(true);
    assert.deepEqual([polls(), follow.status], [0, { kind: 'off' }]);
  });
});

describe('the poll interval', () => {
  test('never leaves its limits', () => {
    assert.equal(computePollInterval(pollIntervals.maxIdle, 0), pollIntervals.maxIdle);
    assert.equal(computePollInterval(pollIntervals.maxIdle, 1), pollIntervals.active);
    assert.equal(computeRetryDelay(1, undefined, 0), 1500);
    assert.equal(computeRetryDelay(99, undefined, 1), pollIntervals.maxRetry);
    assert.equal(
      computeRetryDelay(1, 0, 0),
      pollIntervals.firstRetry,
      'a service that says "now" is not hammered',
    );
  });
});
