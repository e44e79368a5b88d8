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

interface SendMore {
  readonly unconfirmed?: UnconfirmedProject;
  readonly signal?: AbortSignal;
  readonly name?: string;
  /** Called when the request is sent. */
  readonly onSend?: () => unknown;
  readonly onWait?: () => unknown;
}

function scene(service: () => SampleService) {
  const posts = () =>
    service()
      .requests.list()
      .filter(({ method }) => method === 'POST').length;
  const held = () => [...service().world.projects.values()].filter(({ name }) => name === input.name);
  const waits: number[] = [];
  const send = (more: SendMore = {}) => {
    const { projects } = createClient({
      baseUrl: service().url,
      getToken: async () => service().apiKey,
      fetch: (url, init) => {
        if (init?.method === 'POST') more.onSend?.();
        return fetch(url, init);
      },
      timing: { idleTimeoutMs: 400, totalTimeoutMs: 400, baseDelayMs: 1 },
    });
    return createProjectOnce(
      { ...input, ...(more.name !== undefined && { name: more.name }) },
      {
        projects,
        signal: more.signal ?? signal,
        unconfirmed: more.unconfirmed,
        sleep: async (ms) => {
          waits.push(ms);
          await more.onWait?.();
        },
      },
    );
  };
  const clear = (): void => {
    service().faults.clear();
    service().requests.clear();
    for (const { id } of held()) service().world.projects.delete(id);
    waits.length = 0;
  };
  const faultPost = (fault: Fault) =>
    service().faults.add({ ...fault, match: { method: 'POST', path: '/v1/projects' } });
  return { posts, held, send, clear, faultPost, waits };
}

describe('a project is sent once', () => {
  const { service } = useService({ seed: 3, typicalOnly: true });
  const { posts, held, send, clear, faultPost, waits } = scene(() => service());
  beforeEach(clear);

  test('and is there', async () => {
    const sent = await send();
    assert.ok(sent.result === 'created' && !sent.wasFound && sent.isListed);
    assert.deepEqual(
      held().map(({ id }) => id),
      [sent.project.id],
    );
    assert.equal(posts(), 1);
  });

  test('also when the connection is cut after the work', async () => {
    faultPost({ drop: 'afterWork' });
    const sent = await send();
    assert.ok(sent.result === 'created' && sent.wasFound);
    assert.equal(held().length, 1);
    assert.equal(posts(), 1);
  });

  test('not taken for one of the same name that was there before', async () => {
    await send();
    faultPost({ drop: 'beforeAnswer' });
    const sent = await send();
    assert.equal(sent.result, 'notFound');
    assert.equal(held().length, 1);
  });

  test('and known not to be there, when it did not arrive', async () => {
    faultPost({ drop: 'beforeAnswer' });
    const sent = await send();
    assert.equal(sent.result, 'notFound');
    assert.deepEqual(waits, [1000]);
    assert.equal(posts(), 1);
  });

  test('found when it arrives a little later', async () => {
    faultPost({ drop: 'beforeAnswer', times: 1 });
    const sent = await send({ onWait: () => addElsewhere(service(), input.name) });
    assert.ok(sent.result === 'created' && sent.wasFound);
    assert.equal(held().length, 1);
  });

  test('found before it is sent again, under the name that it was sent with', async () => {
    faultPost({ drop: 'beforeAnswer', times: 1 });
    const first = await send();
    assert.ok(first.result === 'notFound');
    addElsewhere(service(), input.name);
    const second = await send({ unconfirmed: first.unconfirmed, name: 'another' });
    assert.ok(second.result === 'created' && second.wasFound && second.project.name === input.name);
    assert.equal(posts(), 1);
  });

  for (const [name, fault] of Object.entries<Fault>({
    'a gateway fails': { status: 502 },
    'the service fails': { status: 500 },
    'the answer makes no sense': { status: 200, body: 'hello' },
    'the answer never comes': { hang: true },
    'half of the answer comes': { drop: 'midBody', status: 200, body: { id: 'x'.repeat(99) } },
  })) {
    test(`and looked for when ${name}`, async () => {
      faultPost({ ...fault, times: 1 });
      assert.equal((await send()).result, 'notFound');
      assert.equal(posts(), 1);
    });
  }

  test('and looked for when it was cancelled on the way', async () => {
    const abort = new AbortController();
    faultPost({ delayMs: 300, times: 1 });
    const sent = await send({
      signal: abort.signal,
      onSend: () => void setTimeout(50).then(() => abort.abort()),
      // The service continues to process the request.
      onWait: () => eventually(() => held().length === 1),
    });
    assert.ok(sent.result === 'created' && sent.wasFound);
    assert.equal(posts(), 1);
  });

  test('not at all when it was cancelled before', async () => {
    const sent = await send({ signal: AbortSignal.abort() });
    assert.ok(sent.result === 'notDone' && isApiError(sent.error, 'canceled'));
    assert.equal(posts(), 0);
  });

  test('not at all while the list cannot be read', async () => {
    service().faults.add({ match: { method: 'GET' }, status: 500 });
    const sent = await send();
    assert.ok(sent.result === 'notDone' && isApiError(sent.error, 'server'));
    assert.equal(posts(), 0);
  });

  test('and unknown when the list cannot be read afterwards; it is read before the next try', async () => {
    faultPost({ drop: 'beforeAnswer', times: 1 });
    const first = await send({
      onWait: () => service().faults.add({ match: { method: 'GET' }, status: 500 }),
    });
    assert.ok(first.result === 'unknown');
    const second = await send({ unconfirmed: first.unconfirmed });
    assert.equal(second.result, 'unknown');
    assert.equal(posts(), 1);
    service().faults.clear();
    assert.equal((await send({ unconfirmed: first.unconfirmed })).result, 'created');
    assert.equal(held().length, 1);
  });

  test('and refused with what is wrong', async () => {
    faultPost({ status: 403, times: 1 });
    const forbidden = await send();
    assert.ok(forbidden.result === 'notDone' && isApiError(forbidden.error, 'forbidden'));
    const long = await send({ name: 'x'.repeat(101) });
    assert.ok(long.result === 'notDone' && isApiError(long.error, 'badRequest'));
    assert.deepEqual(long.error.issues, [{ path: 'name', message: 'must be 1 to 100 characters' }]);
    assert.equal(posts(), 1, 'the long name was not sent');
    assert.deepEqual(held(), []);
  });
});

describe('where no projects are listed, a project', () => {
  const { service } = useService({ seed: 3, typicalOnly: true, specOnly: true });
  const { posts, held, send, clear, faultPost } = scene(() => service());
  beforeEach(clear);

  test('is created all the same', async () => {
    const sent = await send();
    assert.ok(sent.result === 'created' && !sent.isListed);
    assert.equal(held().length, 1);
  });

  test('is unknown when the answer is lost, and sent again only when that is asked for', async () => {
    faultPost({ drop: 'afterWork', times: 1 });
    const first = await send();
    assert.ok(first.result === 'unknown' && first.unconfirmed.idsBefore === undefined);
    assert.equal(posts(), 1);
    assert.equal((await send({ unconfirmed: first.unconfirmed })).result, 'created');
    assert.equal(held().length, 2);
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
