import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallOptions } from '../../../src/api/operation.ts';
import { sleep } from '../../../src/api/sleep.ts';
import { createEnvironmentSource } from '../../../src/logs/read/environmentSource.ts';
import { createFakeConnection } from '../../kit/fakeConnection.ts';
import { signal } from '../../kit/signal.ts';

const here = 'https://here.test';

function set(baseUrl: string | undefined) {
  const calls: unknown[] = [];
  const record =
    (name: string) =>
    async (id: string, query: unknown, { onWait, ...options }: CallOptions = {}) => {
      calls.push([name, id, query, options]);
      onWait?.(2000);
      return { logs: [] };
    };
  const environments = { getLogs: record('getLogs'), getLatestLogs: record('getLatestLogs') };
  let clients = 0;
  const { client } = createFakeConnection({ environments });
  const counting = {
    ...createFakeConnection({}, baseUrl),
    client: () => {
      clients++;
      return client();
    },
  };
  const waits: unknown[] = [];
  const source = createEnvironmentSource(counting, here, 'e/1', (...wait) => waits.push(wait));
  return { source, calls, waits, clients: () => clients };
}

describe('an environment as a source', () => {
  test('requests the maximum number of entries per page', async () => {
    const { source, calls } = set(here);
    await source.readLatest({ level: ['ERROR'], search: 'x' }, signal);
    await source.readPage({ since: 's', nextToken: 't', search: 'x' }, signal);
    const options = { signal, isSingleTry: false };
    assert.deepEqual(calls, [
      ['getLatestLogs', 'e/1', { level: ['ERROR'], search: 'x', limit: 1000 }, options],
      ['getLogs', 'e/1', { since: 's', nextToken: 't', level: undefined, search: 'x', limit: 1000 }, options],
    ]);
  });

  test('does not retry requests of polls', async () => {
    const { source, calls } = set(here);
    await source.withoutRetries?.readLatest({}, signal);
    await source.withoutRetries?.readPage({}, signal);
    const options = { signal, isSingleTry: true };
    const request = { level: undefined, search: undefined, limit: 1000 };
    assert.deepEqual(calls, [
      ['getLatestLogs', 'e/1', request, options],
      ['getLogs', 'e/1', request, options],
    ]);
  });

  test('reports the signal of a waiting request, and for how long it waits', async () => {
    const { source, waits } = set(here);
    await source.readLatest({}, signal);
    await source.readPage({}, signal);
    assert.deepEqual(waits, [
      [2000, signal],
      [2000, signal],
    ]);
  });

  test('never sends a request to another service', async () => {
    const { source, calls, clients } = set('https://elsewhere.test');
    await assert.rejects(source.readLatest({}, signal), { kind: 'otherService' });
    await assert.rejects(source.readPage({}, signal), { kind: 'otherService' });
    assert.deepEqual([calls, clients()], [[], 0]);
  });

  test('passes on the error of the connection if there is no service', async () => {
    const { source, clients } = set(undefined);
    await source.readLatest({}, signal);
    assert.equal(clients(), 1);
  });
});

test('a wait ends immediately if it is canceled before or while it runs', async () => {
  const abort = new AbortController();
  const long = sleep(2 ** 30, abort.signal);
  abort.abort();
  await long;
  await sleep(2 ** 30, abort.signal);
  await sleep(1, signal);
});
