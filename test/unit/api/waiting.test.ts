import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultTiming } from '../../../src/api/retry.ts';
import { errorOf, json, raw, serve, silenceInside, startServer, testClient } from './server.ts';

describe('cancelling', () => {
  test('before the call: nothing is asked, nothing is sent', async (t) => {
    const server = await startServer(t);
    let asked = 0;
    const getToken = async (): Promise<string> => {
      asked += 1;
      return 'x';
    };
    const error = await errorOf(
      testClient(server.url, { getToken }).client.environments.get('e', { signal: AbortSignal.abort() }),
    );
    assert.equal(error.kind, 'canceled');
    assert.equal(asked + server.seen.length, 0);
  });

  for (const rejected of [undefined, 'old']) {
    test(`while the credential is asked for (rejected: ${rejected})`, async (t) => {
      const server = await startServer(t, raw('', 401));
      const stop = new AbortController();
      const { client } = testClient(server.url, {
        getToken: (_, asked) => {
          if (asked.rejectedToken !== rejected) return Promise.resolve('old');
          stop.abort();
          return new Promise<never>(() => undefined);
        },
      });
      const error = await errorOf(client.environments.get('e', { signal: stop.signal }));
      assert.equal(error.kind, 'canceled');
      assert.equal(server.seen.length, rejected === undefined ? 0 : 1);
    });
  }

  test('before the answer begins', async (t) => {
    const { server, client, log } = await serve(t);
    const stop = new AbortController();
    server.answer(() => stop.abort());
    const error = await errorOf(client.environments.deploy('e', undefined, { signal: stop.signal }));
    assert.equal(error.kind, 'canceled');
    assert.deepEqual(
      log.map(({ status, error: kind }) => [status, kind]),
      [[undefined, 'canceled']],
    );
  });

  for (const status of [200, 500]) {
    test(`in the middle of an answer (${status})`, async (t) => {
      const server = await startServer(t);
      const stop = new AbortController();
      server.answer((response) => response.writeHead(status).write('{"id":'));
      const { client } = testClient(server.url, {
        async fetch(input, init) {
          const response = await fetch(input, init);
          setImmediate(() => stop.abort());
          return response;
        },
      });
      assert.equal((await errorOf(client.environments.get('e', { signal: stop.signal }))).kind, 'canceled');
      assert.equal(server.seen.length, 1);
    });
  }

  test('in the wait before the next try', async (t) => {
    const server = await startServer(t, raw('', 503));
    const stop = new AbortController();
    const { client } = testClient(server.url, {
      timing: {
        sleep(ms, signal) {
          const slept = defaultTiming.sleep(ms, signal);
          stop.abort();
          return slept;
        },
        baseDelayMs: 20_000,
      },
    });
    assert.equal((await errorOf(client.environments.get('e', { signal: stop.signal }))).kind, 'canceled');
    assert.equal(server.seen.length, 1);
  });

  test('after the end changes nothing, and nothing listens any more', async (t) => {
    const { client } = await serve(t, json({ success: true }));
    const stop = new AbortController();
    let listeners = 0;
    const { signal } = stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    assert.deepEqual(await client.environments.delete('e', { signal }), { success: true });
    stop.abort();
    assert.equal(listeners, 0);
  });
});

/** The clock of the time limit is controlled by the tests. */
describe('silence', () => {
  const limitMs = 30_000;

  test('before the answer begins', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { server, client, log } = await serve(t, () => t.mock.timers.tick(limitMs));
    const error = await errorOf(client.environments.get('e'));
    assert.deepEqual([error.kind, error.status], ['timeout', undefined]);
    assert.equal(server.seen.length, 1);
    assert.equal(log[0]?.error, 'timeout');
  });

  test('in the middle of the answer', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const server = await startServer(t, silenceInside);
    const { client } = testClient(server.url, {
      async fetch(input, init) {
        const response = await fetch(input, init);
        setImmediate(() => t.mock.timers.tick(limitMs));
        return response;
      },
    });
    const error = await errorOf(client.environments.getLogs('e'));
    assert.deepEqual([error.kind, error.status], ['timeout', 200]);
  });

  test('is counted from the last piece, not from the first', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const pieces = ['{"suc', 'cess"', ':true}'];
    const { client } = testClient('https://api.example', {
      async fetch(_, init) {
        return new Response(
          slowly(pieces, () => t.mock.timers.tick(limitMs - 1), init?.signal),
          { status: 200 },
        );
      },
    });
    assert.deepEqual(await client.environments.delete('e'), { success: true });
    assert.equal(pieces.length, 0);
  });

  test('is no more broken by an answer that drips for ever', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const pieces = [...' '.repeat(100), '{"success":true}'];
    const { client, log } = testClient('https://api.example', {
      async fetch(_, init) {
        return new Response(slowly(pieces, () => t.mock.timers.tick(limitMs - 1), init?.signal));
      },
    });
    const error = await errorOf(client.environments.deploy('e'));
    assert.deepEqual([error.kind, error.status, log.length], ['timeout', 200, 1]);
    assert.ok(pieces.length > 80, `${pieces.length} pieces were not waited for`);
  });

  test('counts within the total time', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const server = await startServer(t, () => t.mock.timers.tick(1000));
    const { client } = testClient(server.url, { timing: { totalTimeoutMs: 1000 } });
    assert.equal((await errorOf(client.environments.get('e'))).kind, 'timeout');
  });
});

/** Creates a body that returns each piece after a delay, and fails when aborted. */
function slowly(
  pieces: string[],
  wait: () => void,
  signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull(controller) {
        wait();
        if (signal?.aborted) throw new Error('aborted');
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    },
    { highWaterMark: 0 },
  );
}

describe('a body without end', () => {
  test('is given up at 64 MB', async (t) => {
    const { server, client } = await serve(t);
    const piece = Buffer.alloc(1024 * 1024, ' ');
    let sent = 0;
    server.answer((response) => {
      const more = (): void => {
        while (!response.destroyed) {
          sent += 1;
          if (!response.write(piece)) {
            response.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    const error = await errorOf(client.environments.get('e'));
    assert.equal(error.kind, 'unexpectedResponse');
    assert.match(error.message, /64 MB/);
    assert.ok(sent >= 64);
  });

  test('is not begun when its length is told', async (t) => {
    const { client } = await serve(t, (response) =>
      response.writeHead(200, { 'content-length': String(65 * 1024 * 1024) }).write(' '),
    );
    assert.match((await errorOf(client.environments.get('e'))).message, /64 MB/);
  });
});
