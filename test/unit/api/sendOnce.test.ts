import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { createClient } from '../../../src/api/client.ts';
import { inFlightMs, sendOnce } from '../../../src/api/sendOnce.ts';
import type { Fault } from '../../service/faults.ts';
import { useService } from '../service/support.ts';

describe('a request that is sent once', () => {
  const { service } = useService({ seed: 3, typicalOnly: true });
  const waits: number[] = [];
  let posts = 0;
  let searches = 0;

  /** Creates a client. A time limit must be short only if a request hangs. */
  const client = (totalTimeoutMs = 60_000) =>
    createClient({
      baseUrl: service().url,
      getToken: async () => service().apiKey,
      fetch: (url, init) => {
        if (init?.method === 'POST') posts += 1;
        return fetch(url, init);
      },
      timing: { idleTimeoutMs: totalTimeoutMs, totalTimeoutMs, baseDelayMs: 1 },
    });
  const stored = () => [...service().world.projects.values()].filter(({ name }) => name === 'tides');
  const search = async () => {
    searches += 1;
    return (await client().projects.list({})).find(({ name }) => name === 'tides');
  };
  const create = ({
    name = 'tides',
    isSearchable = true,
    delaysMs = [0, inFlightMs] as readonly number[],
    onWait = (): unknown => undefined,
    signal = new AbortController().signal,
    timeoutMs = 60_000,
  } = {}) =>
    sendOnce({
      send: () => client(timeoutMs).projects.create({ name, runtime: 'node24' }, { signal }),
      findChange: isSearchable ? search : undefined,
      delaysMs,
      sleep: async (ms) => {
        waits.push(ms);
        await onWait();
      },
    });
  const failPost = (fault: Fault) =>
    service().faults.add({ ...fault, match: { method: 'POST', path: '/v1/projects' }, times: 1 });

  beforeEach(() => {
    service().faults.clear();
    for (const { id } of stored()) service().world.projects.delete(id);
    waits.length = 0;
    posts = 0;
    searches = 0;
  });

  test('is done without a search if the service confirms it', async () => {
    const outcome = await create();
    assert.ok(outcome.kind === 'done' && outcome.value.id === stored()[0]?.id);
    assert.deepEqual([posts, searches], [1, 0]);
  });

  test('is found if the response is lost after the service executed it', async () => {
    failPost({ drop: 'afterWork' });
    const outcome = await create();
    assert.ok(outcome.kind === 'found' && outcome.value.id === stored()[0]?.id);
    assert.deepEqual([posts, searches, waits], [1, 1, []]);
  });

  test('is found if it arrives before the last search', async () => {
    failPost({ drop: 'beforeAnswer' });
    const onWait = () => client().projects.create({ name: 'tides', runtime: 'node24' });
    const outcome = await create({ onWait });
    assert.equal(outcome.kind, 'found');
    assert.deepEqual([searches, waits], [2, [inFlightMs]]);
  });

  test('is not found if it never arrives', async () => {
    for (const fault of [{ drop: 'beforeAnswer' }, { status: 502 }, { hang: true }] satisfies Fault[]) {
      failPost(fault);
      const outcome = await create({ delaysMs: [0], timeoutMs: fault.hang ? 400 : 60_000 });
      assert.ok(outcome.kind === 'notFound' && outcome.error.operation === 'projects.create');
    }
    assert.equal(posts, 3);
  });

  test('is unknown if nothing shows the effect, or the search fails', async () => {
    failPost({ drop: 'afterWork' });
    assert.equal((await create({ isSearchable: false })).kind, 'unknown');
    failPost({ drop: 'afterWork' });
    service().faults.add({ match: { method: 'GET' }, status: 500 });
    assert.equal((await create()).kind, 'unknown');
    assert.equal(posts, 2);
  });

  test('is found by a later search if an earlier one fails', async () => {
    failPost({ drop: 'afterWork' });
    service().faults.add({ match: { method: 'GET' }, status: 500 });
    const outcome = await create({ onWait: () => service().faults.clear() });
    assert.equal(outcome.kind, 'found');
  });

  test('is searched for after a cancellation', async () => {
    const abort = new AbortController();
    failPost({ hang: true });
    setTimeout(() => abort.abort(), 50);
    const outcome = await create({ signal: abort.signal, delaysMs: [0] });
    assert.ok(outcome.kind === 'notFound' && outcome.error.kind === 'canceled');
  });

  test('is refused without a search if the service or the client rejects it', async () => {
    failPost({ status: 403 });
    const forbidden = await create();
    assert.ok(forbidden.kind === 'notDone' && forbidden.error.kind === 'forbidden');
    const invalid = await create({ name: '' });
    assert.ok(invalid.kind === 'notDone' && invalid.error.kind === 'badRequest');
    assert.deepEqual([posts, searches], [1, 0]);
  });

  test('rejects with an error that is not an error of the client', async () => {
    const error = new Error('The sign-in was canceled.');
    await assert.rejects(sendOnce({ send: () => Promise.reject(error) }), error);
  });
});
