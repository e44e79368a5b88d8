import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { pollIntervals } from '../../../src/logs/read/pollIntervals.ts';
import { flushPromises, waitUntil } from '../../kit/eventLoop.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import { latest, line, set } from './deploymentSetUp.ts';

describe('the log of a deployment', () => {
  test('grows with each poll, without repeating entries of the complete responses', async () => {
    const { service, session, texts, time, poll } = set();
    service.logs.push(line('a', time.now), line('b', time.now + 1));
    await session.load(latest, true);
    assert.deepEqual(texts(), ['a\n', 'b\n']);
    service.logs.push(line('c', time.now + 2));
    await poll();
    await poll();
    assert.deepEqual(texts(), ['a\n', 'b\n', 'c\n']);
    assert.deepEqual([session.status.isLive, session.status.polling.kind], [true, 'following']);
    session.dispose();
  });

  test('keeps identical entries, and the positions of entries without a time or text', async () => {
    const { service, session, texts, time, poll } = set();
    service.logs.push(line('a', time.now), line('a', time.now), line('-'), line('-'), {});
    await session.load(latest, true);
    assert.deepEqual(texts(), ['a\n', 'a\n', '-\n', '-\n', undefined]);
    service.logs.push(line('-'), line('a', time.now), line('early', time.now - 1000), line('-'));
    await poll();
    assert.deepEqual(texts(), ['a\n', 'a\n', '-\n', '-\n', undefined, '-\n', 'a\n', 'early\n', '-\n']);
    session.dispose();
  });

  test('equals the log of the service, however it grows', async () => {
    const lines = fc.array(
      fc.record({ content: fc.constantFrom('a', 'b'), ms: fc.option(fc.nat(5), { nil: undefined }) }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(lines, { minLength: 1, maxLength: 4 }), async (growth) => {
        const { service, session, texts, poll, resets } = set();
        for (const [index, more] of growth.entries()) {
          service.logs.push(...more.map(({ content, ms }) => line(content, ms)));
          await (index === 0 ? session.load(latest, true) : poll());
          assert.deepEqual(
            texts(),
            service.logs.map(({ content }) => content),
          );
        }
        assert.equal(resets(), 1);
        session.dispose();
      }),
      { numRuns: 50 },
    );
  });

  test('starts again if the service returns a different log', async () => {
    const { service, session, texts, time, poll, resets } = set();
    const [a, b] = [line('a', time.now), line('b', time.now + 1)];
    for (const [before, after] of [
      [
        [a, b],
        [a, { ...b, content: 'c\n' }],
      ],
      [[a, b], [a]],
      [
        [a, b],
        [b, a],
      ],
      [
        [a, b],
        [{ ...a, timestamp: b.timestamp ?? '' }, b, b],
      ],
      [[a, b], []],
    ] as const) {
      service.logs = [...before];
      await session.load(latest, true);
      const known = resets();
      service.logs = [...after];
      await poll();
      assert.deepEqual(
        texts(),
        after.map(({ content }) => content),
      );
      assert.equal(resets(), known + 1);
    }
    session.dispose();
  });

  test('is polled often while entries arrive, then less and less often', async () => {
    const { service, session, time, poll } = set();
    await session.load(latest, true);
    const waits: (number | undefined)[] = [];
    for (let turn = 0; turn < 6; turn++) {
      waits.push(time.waits[0]);
      await poll();
    }
    assert.deepEqual(waits, [1000, 1500, 2250, 3375, 5062.5, 7593.75]);
    service.logs.push(line('a'));
    await poll();
    assert.deepEqual(time.waits, [pollIntervals.active]);
    session.dispose();
  });
});

describe('the end of a deployment', () => {
  test('stops the polls, and shows the result', async () => {
    const { service, session, texts, time, lastPoll } = set();
    service.logs.push(line('a', time.now));
    await session.load(latest, true);
    assert.equal(session.status.result, undefined);
    service.logs.push(line('b', time.now + 1));
    service.hasMoreLogs = false;
    await lastPoll();
    await waitUntil(() => session.status.result !== undefined, 'the end is there');
    assert.deepEqual(session.status.result, {}, 'the record does not say it yet');
    for (const tell of service.waiting) tell({ status: 'failed', durationMs: 72_000 });
    assert.deepEqual(session.status.result, { status: 'failed', durationMs: 72_000 });
    assert.deepEqual(texts(), ['a\n', 'b\n']);
    assert.deepEqual([session.status.isLive, session.status.polling.kind, time.waits], [false, 'off', []]);
    session.setLive(true);
    await flushPromises();
    assert.deepEqual([session.status.isLive, time.waits, service.requests], [false, [], 2]);
    session.dispose();
  });

  test('is shown after the first response, without waiting for the result', async () => {
    const { service, session, time } = set();
    service.hasMoreLogs = false;
    await session.load(latest, true);
    assert.deepEqual([session.status.result, session.status.task, time.waits], [{}, undefined, []]);
    session.dispose();
  });

  test('is watched for its result while the panel is visible, until the result is known', async () => {
    const { service, session } = set();
    service.hasMoreLogs = false;
    await session.load(latest, true);
    assert.equal(service.waiting.size, 1);
    session.setVisible(false);
    assert.equal(service.waiting.size, 0);
    session.setVisible(true);
    assert.equal(service.waiting.size, 1);
    for (const tell of service.waiting) tell({});
    service.waiting.clear();
    session.setVisible(false);
    session.setVisible(true);
    assert.deepEqual([service.waiting.size, session.status.result], [0, {}], "the service doesn't tell it");
    session.dispose();
  });

  test('is no longer watched after the session has ended', async () => {
    for (const close of ['end', 'dispose'] as const) {
      const { service, session } = set();
      service.hasMoreLogs = false;
      await session.load(latest, true);
      session[close](new Error('over'));
      session.setVisible(false);
      if (close === 'end') session.setVisible(true);
      assert.equal(service.waiting.size, 0);
      session.dispose();
    }
  });

  test('is discarded when the log is loaded again, and an outdated result is ignored', async () => {
    const { service, session, texts } = set();
    service.logs.push(line('a'));
    service.hasMoreLogs = false;
    await session.load(latest, true);
    service.hasMoreLogs = true;
    await session.load(latest, true);
    for (const tell of service.waiting) tell({ status: 'failed' });
    assert.deepEqual([session.status.result, session.status.isLive, texts()], [undefined, true, ['a\n']]);
    session.dispose();
  });
});

describe('a failure', () => {
  test('of a poll hides no entries, and the next poll loads the missed ones', async () => {
    const { service, session, texts, time, poll } = set();
    service.logs.push(line('a', time.now));
    await session.load(latest, true);
    service.failures.push(createApiError('network'));
    service.logs.push(line('b', time.now));
    await poll();
    assert.equal(session.status.polling.kind, 'reconnecting');
    assert.deepEqual([texts(), session.status.failure], [['a\n'], undefined]);
    await poll();
    assert.equal(session.status.polling.kind, 'following');
    assert.deepEqual(texts(), ['a\n', 'b\n']);
    session.dispose();
  });

  test('is followed by the delay that the service requested', async () => {
    const { service, session, time, poll } = set();
    await session.load(latest, true);
    service.failures.push(createApiError('rateLimited', { retryAfterMs: 45_000 }));
    await poll();
    assert.deepEqual(time.waits, [45_000]);
    await poll();
    assert.deepEqual(time.waits, [pollIntervals.active * pollIntervals.idleGrowth]);
    session.dispose();
  });

  test('of the first request is retried automatically if it is temporary', async () => {
    const { service, session, texts, poll } = set();
    const error = createApiError('server');
    service.failures.push(error);
    service.logs.push(line('a'));
    await session.load(latest, true);
    assert.deepEqual(session.status.failure, { task: 'latest', error });
    assert.equal(session.status.polling.kind, 'reconnecting');
    await poll();
    assert.deepEqual([texts(), session.status.failure], [['a\n'], undefined]);
    session.dispose();
  });

  test('that is permanent is retried only by the user', async () => {
    const { service, session, texts, time } = set();
    service.failures.push(createApiError('notFound'));
    service.logs.push(line('a'));
    await session.load(latest, true);
    assert.deepEqual([session.status.failure?.task, time.waits], ['latest', []]);
    await session.retry();
    assert.deepEqual([texts(), session.status.failure], [['a\n'], undefined]);
    assert.deepEqual(time.waits, [pollIntervals.active]);
    session.dispose();
  });

  test('of a poll that is permanent turns off live mode and keeps the entries; retry continues', async () => {
    const { service, session, texts, time, lastPoll } = set();
    service.logs.push(line('a'));
    await session.load(latest, true);
    service.failures.push(createApiError('unauthorized'));
    await lastPoll();
    await waitUntil(() => session.status.failure !== undefined, 'it failed');
    assert.deepEqual([session.status.failure?.task, session.status.isLive], ['live', false]);
    assert.deepEqual([texts(), time.waits], [['a\n'], []]);
    service.logs.push(line('b'));
    const retrying = session.retry();
    assert.equal(session.status.failure, undefined);
    await retrying;
    await waitUntil(() => texts().length === 2, 'it goes on');
    assert.deepEqual([session.status.failure, session.status.isLive], [undefined, true]);
    session.dispose();
  });
});

describe('the user', () => {
  test('pauses and resumes live mode, which loads the entries in between', async () => {
    const { service, session, texts, time } = set();
    service.logs.push(line('a'));
    await session.load(latest, true);
    session.setLive(false);
    assert.deepEqual([session.status.isLive, session.status.polling.kind, time.waits], [false, 'off', []]);
    service.logs.push(line('b'));
    session.setLive(true);
    await waitUntil(() => texts().length === 2, 'it caught up');
    assert.equal(session.status.isLive, true);
    session.dispose();
  });

  test('pauses during a request, whose response is ignored', async () => {
    const { service, session, texts, hold, lastPoll } = set();
    service.logs.push(line('a'));
    await session.load(latest, true);
    const release = hold();
    service.logs.push(line('b'));
    service.hasMoreLogs = false;
    await lastPoll();
    session.setLive(false);
    release();
    await flushPromises();
    assert.deepEqual([texts(), session.status.result], [['a\n'], undefined]);
    session.dispose();
  });

  test('opens the log without live mode, which loads it once', async () => {
    const { service, session, texts, time } = set();
    service.logs.push(line('a'));
    await session.load(latest, false);
    assert.deepEqual([texts(), time.waits, session.status.isLive], [['a\n'], [], false]);
    session.dispose();
  });

  test('hides and shows the panel, which pauses the polls', async () => {
    const { service, session, texts, time } = set();
    await session.load(latest, true);
    session.setVisible(false);
    assert.deepEqual([session.status.polling.kind, time.waits], ['hidden', []]);
    service.logs.push(line('a'));
    session.setVisible(true);
    await waitUntil(() => texts().length === 1, 'it caught up');
    session.dispose();
  });

  test('cancels the first request and continues', async () => {
    const { service, session, texts, hold, time } = set();
    service.logs.push(line('a'));
    const release = hold();
    const loading = session.load(latest, true);
    session.cancel();
    release();
    await loading;
    assert.deepEqual([session.status.stopReason, session.status.task, texts()], ['canceled', undefined, []]);
    assert.deepEqual(time.waits, []);
    await session.retry();
    assert.deepEqual([session.status.stopReason, texts()], [undefined, ['a\n']]);
    session.dispose();
  });

  test('has no older entries to load', async () => {
    const { service, session } = set();
    await session.load(latest, false);
    assert.deepEqual([await session.loadOlder(), service.requests], [0, 1]);
    session.dispose();
  });

  test('deletes the environment, which stops all requests and keeps the entries', async () => {
    const { service, session, texts, time, hold } = set();
    service.logs.push(line('a'));
    await session.load(latest, true);
    assert.equal(time.waits.length, 1);
    const reason = new Error('over');
    session.end(reason);
    assert.deepEqual(time.waits, []);
    assert.deepEqual(
      [session.status.failure, session.status.isLive],
      [{ task: 'live', error: reason }, false],
    );
    assert.deepEqual(texts(), ['a\n']);
    const release = hold();
    const loading = session.load(latest, true);
    session.end(reason);
    assert.equal(service.signal?.aborted, true);
    release();
    await loading;
    assert.deepEqual([session.status.task, session.status.failure?.error], [undefined, reason]);
    session.dispose();
  });

  test('closes the panel, which stops requests and notifications', async () => {
    const { service, session, texts, time, hold } = set();
    await session.load(latest, true);
    assert.equal(time.waits.length, 1);
    const release = hold();
    service.logs.push(line('a'));
    const loading = session.load(latest, true);
    session.dispose();
    assert.equal(service.signal?.aborted, true);
    release();
    await loading;
    assert.deepEqual([texts(), service.requests, time.waits], [[], 2, []]);
  });
});
