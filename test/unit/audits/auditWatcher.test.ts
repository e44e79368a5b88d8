import assert from 'node:assert/strict';
import { describe, test as it } from 'node:test';
import type { Audit } from '../../../src/api/audit.ts';
import { AuditHistory } from '../../../src/audits/auditHistory.ts';
import { type AuditRecord, isResumable, resumeRecord } from '../../../src/audits/auditRecord.ts';
import { type AuditWatcherOptions, createAuditWatcher } from '../../../src/audits/auditWatcher.ts';
import { maxTrackingMs } from '../../../src/editor/completionTracker.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import { createFakeConnection } from '../../kit/fakeConnection.ts';
import { createMemento } from '../../kit/fakeStores.ts';
import { createManualPoller } from '../../kit/manualPoller.ts';
import { auditOf, runOf } from './setUp.ts';

const baseUrl = () => 'https://api.example.com';

/** A window, and a service that says `answer`. */
function setUp(answer: () => Audit, state = createMemento(), workspaceState = createMemento()) {
  const said: string[] = [];
  const { tasks, poller, ask } = createManualPoller();
  let time = 0;
  const history = new AuditHistory({ state, baseUrl, now: () => time });
  const watcher = createAuditWatcher({
    history,
    workspaceState,
    poller,
    now: () => time,
    connection: createFakeConnection({ beacon: { getAudit: async () => answer() } }, baseUrl()),
    onDidRead: (run: AuditRecord, _: unknown, isNews: boolean) =>
      said.push(`${isNews ? 'news' : 'saw'} ${run.status}`),
    notifyEnd: (run: AuditRecord) => said.push(`told ${run.id} ${run.end}`),
  } as unknown as AuditWatcherOptions);
  return {
    said,
    tasks,
    ask,
    history,
    watcher,
    state,
    workspaceState,
    start: async (run: AuditRecord = runOf('a')): Promise<void> => {
      await history.put(run);
      await watcher.start(run);
    },
    wait: (ms: number): void => {
      time += ms;
    },
  };
}

describe('an audit that is followed', () => {
  it('is asked for, unseen too, until it is over, and then told once', async () => {
    let audit = auditOf('pending');
    const { start, ask, said, tasks, history } = setUp(() => audit);
    await start();
    assert.equal(tasks.get('audit a')?.isAwaited?.(), true);
    assert.equal(await ask(), false);
    assert.equal(await ask(), false);
    audit = auditOf('partial', 'pass error', 'pending error');
    assert.equal(await ask(), false);
    audit = auditOf('quantum');
    assert.equal(await ask(), false);
    audit = auditOf('completed', 'pass error', 'fail warning');
    assert.equal(await ask(), true);
    assert.deepEqual(said, [
      'news pending',
      'saw pending',
      'news partial',
      'news quantum',
      'news completed',
      'told a over',
    ]);
    assert.equal(history.get('a')?.counts?.warning, 1);
    assert.equal(tasks.get('audit a')?.isAwaited?.(), false);
    assert.equal(await ask(), true);
    assert.equal(said.length, 6);
  });

  it('is over without a report as well', async () => {
    const { start, ask, said } = setUp(() => auditOf('completed'));
    await start();
    assert.equal(await ask(), true);
    assert.deepEqual(said, ['news completed', 'told a over']);
  });

  it('is late once it has not ended in time, and can be resumed from then on', async () => {
    let audit = auditOf('partial', 'pending error');
    const { start, ask, said, wait, history } = setUp(() => audit);
    await start(runOf('a', { followedFrom: 5000 }));
    wait(5000 + maxTrackingMs - 1);
    assert.equal(await ask(), false);
    wait(1);
    assert.equal(await ask(), true);
    assert.deepEqual(said, ['news partial', 'news partial', 'told a late']);
    const late = history.get('a');
    assert.ok(late && isResumable(late));
    assert.equal(late.counts?.pending, 1);
    const again = resumeRecord(late, 5000 + maxTrackingMs);
    assert.deepEqual([again.end, again.status], [undefined, 'partial']);
    await start(again);
    assert.equal(await ask(), false);
    wait(maxTrackingMs);
    audit = auditOf('completed', 'pass error');
    assert.equal(await ask(), true);
    assert.equal(said.at(-1), 'told a over', 'however long it took');
  });

  it('ends where the service cannot say more', async () => {
    for (const [error, end] of [
      [createApiError('notFound', { isUnsupportedOperation: true }), 'untold'],
      [createApiError('notFound', { code: 'NOT_FOUND' }), 'gone'],
      [createApiError('forbidden'), 'refused'],
    ] as const) {
      const { start, ask, said, history } = setUp(() => {
        throw error;
      });
      await start();
      assert.equal(await ask(), true);
      assert.equal(history.get('a')?.end, end);
      assert.deepEqual(said, ['news undefined', `told a ${end}`]);
    }
  });

  it('waits out what may pass, up to the same limit', async () => {
    for (const error of [
      createApiError('server'),
      createApiError('network'),
      createApiError('unauthorized'),
    ]) {
      const { start, ask, said, wait, history } = setUp(() => {
        throw error;
      });
      await start();
      await assert.rejects(ask(), error);
      assert.deepEqual([said, history.get('a')?.end], [[], undefined]);
      wait(maxTrackingMs);
      assert.equal(await ask(), true);
      assert.deepEqual(said, ['news undefined', 'told a late']);
    }
  });

  it('goes on after a restart, asked at least once however long that took', async () => {
    const first = setUp(() => auditOf('pending'));
    await first.start();
    const audit = auditOf('completed', 'pass error');
    const second = setUp(() => audit, first.state, first.workspaceState);
    second.wait(100 * maxTrackingMs);
    second.watcher.followAll();
    assert.equal(second.tasks.get('audit a')?.isAwaited?.(), true);
    assert.equal(await second.ask(), true);
    assert.deepEqual(second.said, ['news completed', 'told a over']);
  });

  it('is told in the window that has started it, whichever finds it out', async () => {
    const first = setUp(() => auditOf('completed', 'pass error'));
    await first.start();
    const other = setUp(() => auditOf('completed', 'pass error'), first.state);
    other.watcher.followAll();
    assert.equal(other.tasks.get('audit a')?.isAwaited?.(), false);
    assert.equal(await other.ask(), true);
    assert.deepEqual(other.said, ['news completed']);
    assert.equal(await first.ask(), true);
    assert.deepEqual(first.said, ['told a over']);
  });

  it('is not followed once it is removed, and does not come back', async () => {
    const { start, ask, said, history } = setUp(() => auditOf('completed', 'pass error'));
    await start();
    await history.remove(runOf('a'));
    assert.equal(await ask(), true);
    assert.deepEqual([said, history.list()], [[], []]);
  });

  it('does not come back when it is removed while it is asked for', async () => {
    const removing = setUp(() => {
      void removing.history.remove(runOf('a'));
      return auditOf('completed', 'pass error');
    });
    await removing.start();
    assert.equal(await removing.ask(), true);
    assert.deepEqual([removing.said, removing.history.list()], [[], []]);
  });

  it('is forgotten when the service is another one meanwhile', async () => {
    const { start, ask, said, history } = setUp(() => auditOf('completed', 'pass error'));
    await start();
    assert.equal(await ask(AbortSignal.abort()), true);
    assert.deepEqual([said, history.get('a')?.end], [[], undefined]);
  });
});
