import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallOptions } from '../../../src/api/operation.ts';
import { deploymentSource } from '../../../src/logs/read/deploymentSource.ts';
import { connection } from '../../kit/connection.ts';
import { failure } from '../../kit/failure.ts';
import { deployment } from '../../kit/records.ts';
import { signal } from '../../kit/signal.ts';

const here = 'https://here.test';

function set(baseUrl: string | undefined, get = async () => deployment()) {
  const calls: unknown[] = [];
  const deployments = {
    getLogs: async (id: string, { onWait, ...options }: CallOptions = {}) => {
      calls.push([id, options]);
      onWait?.(2000);
      return { logs: [], hasMoreLogs: true };
    },
    get,
  };
  const waits: unknown[] = [];
  const source = deploymentSource(connection({ deployments }, baseUrl), here, 'd/1', (...wait) =>
    waits.push(wait),
  );
  return { source, calls, waits };
}

describe('a deployment as a source', () => {
  test('asks for its log, and says for how long it waits', async () => {
    const { source, calls, waits } = set(here);
    assert.deepEqual(await source.logs(signal), { logs: [], hasMoreLogs: true });
    assert.deepEqual(calls, [['d/1', { signal }]]);
    assert.deepEqual(waits, [[2000, signal]]);
  });

  test('never asks another service for it', async () => {
    const { source, calls } = set('https://elsewhere.test');
    await assert.rejects(source.logs(signal), { kind: 'otherService' });
    await assert.rejects(source.result(signal), { kind: 'otherService' });
    assert.deepEqual(calls, []);
  });

  for (const [record, expected] of [
    [
      { status: 'failed', startedAt: '2026-11-21T10:00:00Z', completedAt: '2026-11-21T10:01:12.500Z' },
      { status: 'failed', durationMs: 72_500 },
    ],
    [{ status: 'deployed', startedAt: '2026-11-21T10:00:00Z' }, { status: 'deployed' }],
    [
      { status: 'deployed', startedAt: '2026-11-21T10:00:01Z', completedAt: '2026-11-21T10:00:00Z' },
      { status: 'deployed' },
    ],
    [{ status: 'ongoing', startedAt: '2026-11-21T10:00:00Z' }, {}],
    [{}, {}],
  ] as const) {
    test(`reads what became of it: ${JSON.stringify(record)}`, async () => {
      const { source } = set(here, async () => ({ id: 'd', isCurrent: false, ...record }));
      assert.deepEqual(await source.result(signal), expected);
    });
  }

  test('knows no result where the service has no such operation, and tells of all other failures', async () => {
    const absent = set(here, () => Promise.reject(failure('notFound', { unknownPath: true })));
    assert.deepEqual(await absent.source.result(signal), {});
    const { source } = set(here, () => Promise.reject(failure('notFound')));
    await assert.rejects(source.result(signal), { kind: 'notFound' });
  });
});
