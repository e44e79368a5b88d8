import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '../../../src/api/client.ts';
import { isApiError } from '../../../src/api/errors.ts';
import {
  createProjectOnce,
  type UnconfirmedProject,
} from '../../../src/projects/create/createProjectOnce.ts';
import { signal } from '../../kit/signal.ts';
import type { Fault } from '../../service/faults.ts';
import type { SampleService } from '../../service/service.ts';
import { useService } from '../service/support.ts';

const input = { name: 'tides', runtime: 'node24' } as const;

interface SendOptions {
  readonly unconfirmed?: UnconfirmedProject;
  readonly signal?: AbortSignal;
  readonly name?: string;
  /** Called when the request is sent. */
  readonly onSend?: () => unknown;
  readonly onWait?: () => unknown;
  /** Time limit of each request, which must be short only if one of them hangs. */
  readonly timeoutMs?: number;
}

function setUp(service: () => SampleService) {
  // Not all POST requests: the port of the service can have been the one of a server that another test has closed.
  const countPosts = () =>
    service()
      .requests.list()
      .filter(({ method, path }) => method === 'POST' && path === '/v1/projects').length;
  const listCreated = () => [...service().world.projects.values()].filter(({ name }) => name === input.name);
  const waits: number[] = [];
  const send = (options: SendOptions = {}) => {
    const { timeoutMs = 60_000 } = options;
    const { projects } = createClient({
      baseUrl: service().url,
      getToken: async () => service().apiKey,
      fetch: (url, init) => {
        if (init?.method === 'POST') options.onSend?.();
        return fetch(url, init);
      },
      timing: { idleTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs, baseDelayMs: 1 },
    });
    return createProjectOnce(
      { ...input, ...(options.name !== undefined && { name: options.name }) },
      {
        projects,
        signal: options.signal ?? signal,
        unconfirmed: options.unconfirmed,
        sleep: async (ms) => {
          waits.push(ms);
          await options.onWait?.();
        },
      },
    );
  };
  const clear = (): void => {
    service().faults.clear();
    service().requests.clear();
    for (const { id } of listCreated()) service().world.projects.delete(id);
    waits.length = 0;
  };
  const faultPost = (fault: Fault) =>
    service().faults.add({ ...fault, match: { method: 'POST', path: '/v1/projects' } });
  return { countPosts, listCreated, send, clear, faultPost, waits };
}

describe('a project is created with one request', () => {
  const { service } = useService({ seed: 3, typicalOnly: true });
  const { countPosts, listCreated, send, clear, faultPost, waits } = setUp(() => service());
  beforeEach(clear);

  test('and then exists', async () => {
    const sent = await send();
    assert.ok(sent.result === 'created' && !sent.wasFound && sent.isListed);
    assert.deepEqual(
      listCreated().map(({ id }) => id),
      [sent.project.id],
    );
    assert.equal(countPosts(), 1);
  });

  test('even if the connection is lost after the service has created it', async () => {
    faultPost({ drop: 'afterWork' });
    const sent = await send();
    assert.ok(sent.result === 'created' && sent.wasFound);
    assert.equal(listCreated().length, 1);
    assert.equal(countPosts(), 1);
  });

  test('and is not confused with an older project of the same name', async () => {
    await send();
    faultPost({ drop: 'beforeAnswer' });
    const sent = await send();
    assert.equal(sent.result, 'notFound');
    assert.equal(listCreated().length, 1);
  });

  test('and is reported as not found if the request was lost', async () => {
    faultPost({ drop: 'beforeAnswer' });
    const sent = await send();
    assert.equal(sent.result, 'notFound');
    assert.deepEqual(waits, [1000]);
    assert.equal(countPosts(), 1);
  });

  test('and is found if the service creates it a little later', async () => {
    faultPost({ drop: 'beforeAnswer', times: 1 });
    const sent = await send({ onWait: () => addElsewhere(service(), input.name) });
    assert.ok(sent.result === 'created' && sent.wasFound);
    assert.equal(listCreated().length, 1);
  });

  test('and is found by its original name before it is sent again', async () => {
    faultPost({ drop: 'beforeAnswer', times: 1 });
    const first = await send();
    assert.ok(first.result === 'notFound');
    addElsewhere(service(), input.name);
    const second = await send({ unconfirmed: first.unconfirmed, name: 'another' });
    assert.ok(second.result === 'created' && second.wasFound && second.project.name === input.name);
    assert.equal(countPosts(), 1);
  });

  for (const [name, fault] of Object.entries<Fault>({
    'a gateway fails': { status: 502 },
    'the service fails': { status: 500 },
    'the answer makes no sense': { status: 200, body: 'hello' },
    'the answer never comes': { hang: true },
    'half of the answer comes': { drop: 'midBody', status: 200, body: { id: 'x'.repeat(99) } },
  })) {
    test(`and is looked for if ${name}`, async () => {
      faultPost({ ...fault, times: 1 });
      assert.equal((await send(fault.hang ? { timeoutMs: 2000 } : {})).result, 'notFound');
      assert.equal(countPosts(), 1);
    });
  }

  test('and is looked for if the request was canceled while it was sent', async () => {
    const abort = new AbortController();
    faultPost({ delayMs: 300, times: 1 });
    const sent = await send({
      signal: abort.signal,
      onSend: () => void setTimeout(50).then(() => abort.abort()),
      // The service continues to process the request.
      onWait: () => eventually(() => listCreated().length === 1),
    });
    assert.ok(sent.result === 'created' && sent.wasFound);
    assert.equal(countPosts(), 1);
  });

  test('that is not sent if it was canceled before', async () => {
    const sent = await send({ signal: AbortSignal.abort() });
    assert.ok(sent.result === 'notCreated' && isApiError(sent.error, 'canceled'));
    assert.equal(countPosts(), 0);
  });

  test('that is not sent if the list of projects cannot be read', async () => {
    service().faults.add({ match: { method: 'GET' }, status: 500 });
    const sent = await send();
    assert.ok(sent.result === 'notCreated' && isApiError(sent.error, 'server'));
    assert.equal(countPosts(), 0);
  });

  test('and is unknown if the list cannot be read afterwards; the list is read before the next attempt', async () => {
    faultPost({ drop: 'beforeAnswer', times: 1 });
    const first = await send({
      onWait: () => service().faults.add({ match: { method: 'GET' }, status: 500 }),
    });
    assert.ok(first.result === 'unknown');
    const second = await send({ unconfirmed: first.unconfirmed });
    assert.equal(second.result, 'unknown');
    assert.equal(countPosts(), 1);
    service().faults.clear();
    assert.equal((await send({ unconfirmed: first.unconfirmed })).result, 'created');
    assert.equal(listCreated().length, 1);
  });

  test('and is rejected with the reason', async () => {
    faultPost({ status: 403, times: 1 });
    const forbidden = await send();
    assert.ok(forbidden.result === 'notCreated' && isApiError(forbidden.error, 'forbidden'));
    const long = await send({ name: 'x'.repeat(101) });
    assert.ok(long.result === 'notCreated' && isApiError(long.error, 'badRequest'));
    assert.deepEqual(long.error.issues, [{ path: 'name', message: 'must be 1 to 100 characters' }]);
    assert.equal(countPosts(), 1, 'the long name was not sent');
    assert.deepEqual(listCreated(), []);
  });
});

describe('on a service that cannot list projects, a project', () => {
  const { service } = useService({ seed: 3, typicalOnly: true, specOnly: true });
  const { countPosts, listCreated, send, clear, faultPost } = setUp(() => service());
  beforeEach(clear);

  test('is created', async () => {
    const sent = await send();
    assert.ok(sent.result === 'created' && !sent.isListed);
    assert.equal(listCreated().length, 1);
  });

  test('is unknown if the response is lost, and is sent again only on request', async () => {
    faultPost({ drop: 'afterWork', times: 1 });
    const first = await send();
    assert.ok(first.result === 'unknown' && first.unconfirmed.idsBefore === undefined);
    assert.equal(countPosts(), 1);
    assert.equal((await send({ unconfirmed: first.unconfirmed })).result, 'created');
    assert.equal(listCreated().length, 2);
  });
});

async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(10);
}

/** Adds a project like a request that arrives late or that another user sends. */
function addElsewhere({ world, clock }: SampleService, name: string): void {
  const [template] = world.projects.values();
  if (!template) throw new Error('The sample has projects.');
  const id = world.newId('prj');
  const createdAt = new Date(clock.now()).toISOString();
  world.projects.set(id, { ...template, id, name, createdAt, environmentIds: [], productionId: null });
}
