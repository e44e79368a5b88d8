import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallOptions } from '../../../src/api/operation.ts';
import type { Services } from '../../../src/context.ts';
import { createDeploymentSource } from '../../../src/logs/read/deploymentSource.ts';
import type { DeploymentResult } from '../../../src/logs/read/sessionStatus.ts';
import { createFakeConnection } from '../../kit/fakeConnection.ts';
import { signal } from '../../kit/signal.ts';

const here = 'https://here.test';

function set(baseUrl: string | undefined) {
  const calls: unknown[] = [];
  const deployments = {
    getLogs: async (id: string, { onWait, ...options }: CallOptions = {}) => {
      calls.push([id, options]);
      onWait?.(2000);
      return { logs: [], hasMoreLogs: true };
    },
  };
  const waits: unknown[] = [];
  const watched: Parameters<Services['watchDeployment']>[0][] = [];
  const source = createDeploymentSource(
    createFakeConnection({ deployments }, baseUrl),
    { baseUrl: here, deploymentId: 'd/1' },
    {
      onWait: (...wait) => void waits.push(wait),
      watchDeployment: (watch) => {
        watched.push(watch);
        return () => watched.pop();
      },
    },
  );
  return { source, calls, waits, watched };
}

describe('a deployment as a source', () => {
  test('requests its log, and reports the time it waits before a retry', async () => {
    const { source, calls, waits } = set(here);
    assert.deepEqual(await source.readLogs(signal), { logs: [], hasMoreLogs: true });
    assert.deepEqual(calls, [['d/1', { signal }]]);
    assert.deepEqual(waits, [[2000, signal]]);
  });

  test('never sends a request to another service', async () => {
    const { source, calls } = set('https://elsewhere.test');
    await assert.rejects(source.readLogs(signal), { kind: 'otherService' });
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
    [{}, {}],
    [undefined, {}],
  ] as const) {
    test(`reports the result: ${JSON.stringify(record)}`, () => {
      const { source, watched } = set(here);
      const told: DeploymentResult[] = [];
      source.watchResult((result) => told.push(result));
      const [{ onDidEnd, ...which } = assert.fail('it is watched')] = watched;
      assert.deepEqual(which, { baseUrl: here, deploymentId: 'd/1' });
      onDidEnd(record && { id: 'd/1', isCurrent: false, ...record });
      assert.deepEqual(told, [expected]);
    });
  }

  test('is no longer watched after unsubscribing', () => {
    const { source, watched } = set(here);
    source.watchResult(() => undefined)();
    assert.deepEqual(watched, []);
  });
});
