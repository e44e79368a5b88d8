import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { environment } from '../../kit/records.ts';
import {
  cut,
  cutInside,
  envelope,
  errorOf,
  type Handler,
  json,
  raw,
  serve,
  startServer,
  testClient,
} from './server.ts';

const busy = (retryAfter: string, date?: string): Handler =>
  raw('', 429, { 'retry-after': retryAfter, ...(date === undefined ? {} : { date }) });

const passing: readonly [string, Handler][] = [
  ['a cut connection', cut],
  ['a cut answer', cutInside],
  ...[408, 425, 429, 502, 503, 504].map((status): [string, Handler] => [`${status}`, raw('', status)]),
];

const lasting: readonly [string, Handler][] = [
  ['an empty body', raw('')],
  ['a wrong shape', json([])],
  ...[400, 401, 403, 404, 409, 500, 501, 505].map((status): [string, Handler] => [
    `${status}`,
    raw('', status),
  ]),
];

describe('a GET', () => {
  for (const [name, handler] of passing) {
    test(`is tried again after ${name}`, async (t) => {
      const { client, log, waits } = await serve(t, handler, handler, handler, json(environment()));
      assert.deepEqual(await client.environments.get('e'), environment());
      assert.deepEqual(waits, [250, 500, 1000], 'half of 500, 1000, 2000, as the dice say');
      assert.deepEqual(
        log.map(({ attempt, error }) => [attempt, error === undefined]),
        [
          [1, false],
          [2, false],
          [3, false],
          [4, true],
        ],
      );
    });
  }

  for (const [name, handler] of lasting) {
    test(`is not tried again after ${name}`, async (t) => {
      const { server, client } = await serve(t, handler);
      await errorOf(client.environments.get('e'));
      assert.equal(server.seen.length, 1);
    });
  }

  test('is tried four times, no more', async (t) => {
    const { server, client } = await serve(t, raw('', 503));
    const error = await errorOf(client.environments.get('e'));
    assert.equal(error.status, 503);
    assert.equal(server.seen.length, 4);
  });

  test('names the cause when nothing listens', async (t) => {
    const server = await startServer(t);
    const { client } = testClient(server.url, { fetch: () => Promise.reject(refusedConnection()) });
    const error = await errorOf(client.environments.get('e'));
    assert.deepEqual([error.kind, error.code, error.status], ['network', 'ECONNREFUSED', undefined]);
    assert.equal(error.cause, undefined);
  });

  test('is not tried again when the certificate is bad', async () => {
    let sent = 0;
    const { client } = testClient('https://api.example', {
      fetch: () => {
        sent += 1;
        return Promise.reject(new TypeError('fetch failed', { cause: { code: 'CERT_HAS_EXPIRED' } }));
      },
    });
    const error = await errorOf(client.environments.get('e'));
    assert.equal(error.code, 'CERT_HAS_EXPIRED');
    assert.equal(sent, 1);
  });
});

describe('Retry-After', () => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
  const waits: readonly [string, Handler, number, boolean][] = [
    ['seconds', busy('7'), 7000, true],
    ['none', busy('0'), 0, true],
    ['a date, by the clock of the service', busy('Sat, 21 Nov 2026 10:00:09 GMT', date), 9000, true],
    ['a date that has passed', busy('Sat, 21 Nov 2026 09:00:00 GMT', date), 0, true],
    ['what cannot be read', busy('soon'), 250, false],
    ['a negative number', busy('-5'), 250, false],
  ];
  for (const [name, handler, wait, isAsked] of waits) {
    test(`${name}: waits ${wait} ms`, async (t) => {
      const { client, waits: waited } = await serve(t, handler, json(environment()));
      const heard: number[] = [];
      await client.environments.get('e', { onWait: (ms) => heard.push(ms) });
      assert.deepEqual(waited, [wait]);
      // Only for a delay that the service requested.
      assert.deepEqual(heard, isAsked ? [wait] : []);
    });
  }

  test('longer than the time that is left: gives up at once, and says how long', async (t) => {
    const { server, client, waits: waited } = await serve(t, busy('20'));
    const error = await errorOf(client.environments.get('e'));
    assert.deepEqual([error.kind, error.retryAfterMs], ['rateLimited', 20_000]);
    assert.deepEqual(waited, [20_000], 'the second would pass the limit of 30 s');
    assert.equal(server.seen.length, 2);
  });

  test('is told at once to who tries again alone', async (t) => {
    const { server, client, waits: waited } = await serve(t, busy('20'));
    const error = await errorOf(client.environments.get('e', { isSingleTry: true }));
    assert.deepEqual([error.retryAfterMs, waited, server.seen.length], [20_000, [], 1]);
  });

  for (const [name, handler] of [
    ['many seconds', busy('3000000')],
    ['more seconds than there is a number for', busy('9'.repeat(400))],
    ['a date in another age', busy('Fri, 21 Nov 2126 10:00:00 GMT', date)],
  ] as const) {
    test(`${name}: is an hour, for a read and for a write`, async (t) => {
      const { client } = await serve(t, handler);
      const hour = 3_600_000;
      assert.equal((await errorOf(client.environments.get('e', { isSingleTry: true }))).retryAfterMs, hour);
      assert.equal((await errorOf(client.environments.deploy('e'))).retryAfterMs, hour);
    });
  }

  test('is told for a POST too, which is not sent again', async (t) => {
    const { server, client } = await serve(t, busy('3'));
    const error = await errorOf(client.environments.deploy('e'));
    assert.equal(error.retryAfterMs, 3000);
    assert.equal(server.seen.length, 1);
  });
});

describe('POST, PATCH and PUT are sent once', () => {
  const variable = { key: 'KEY', isSecret: true };
  for (const [name, handler] of passing) {
    test(`after ${name}`, async (t) => {
      const { server, client } = await serve(t, handler);
      await errorOf(client.environments.deploy('e'));
      await errorOf(client.environments.updateVariable('v', variable));
      await errorOf(client.environments.updatePlayground('e', {}));
      assert.deepEqual(
        server.seen.map(({ method }) => method),
        ['POST', 'PATCH', 'PUT'],
      );
    });
  }
});

describe('a DELETE', () => {
  const gone = envelope(404, 'NOT_FOUND');

  test('is sent again when no answer came', async (t) => {
    const { server, client } = await serve(t, cut, json({ success: true }));
    assert.deepEqual(await client.environments.delete('e'), { success: true });
    assert.equal(server.seen.length, 2);
  });

  test('is done when it is sent again and the thing is gone', async (t) => {
    const { client } = await serve(t, cut, gone);
    assert.deepEqual(await client.environments.delete('e'), { success: true });
  });

  test('is not done when the thing was never there', async (t) => {
    const { server, client } = await serve(t, gone);
    assert.equal((await errorOf(client.environments.delete('e'))).kind, 'notFound');
    assert.equal(server.seen.length, 1);
  });

  test('is not done when the first try cannot have arrived', async (t) => {
    const server = await startServer(t, gone);
    let first = true;
    const { client } = testClient(server.url, {
      fetch: (input, init) => {
        if (!first) return fetch(input, init);
        first = false;
        return Promise.reject(refusedConnection());
      },
    });
    assert.equal((await errorOf(client.environments.delete('e'))).kind, 'notFound');
  });

  test('is not done when the path is not known', async (t) => {
    const { client } = await serve(t, cut, raw('', 404));
    assert.ok((await errorOf(client.environments.delete('e'))).isUnsupportedOperation);
  });

  test('is sent once when an answer came, even a broken one', async (t) => {
    for (const handler of [raw('', 503), raw('', 429), cutInside]) {
      const { server, client } = await serve(t, handler);
      await errorOf(client.environments.delete('e'));
      assert.equal(server.seen.length, 1);
    }
  });
});

test('all tries stay within the total time, whatever the service answers', async (t) => {
  const server = await startServer(t);
  const step = fc.oneof(
    fc.constantFrom(503, 429, 502).map((status) => raw('', status)),
    fc.nat(40).map((seconds) => busy(String(seconds))),
  );
  const totals = fc.integer({ min: 1, max: 30_000 });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 4 }),
      totals,
      async (steps, totalTimeoutMs) => {
        server.answer(...steps);
        // The server might or might not see an attempt that times out early. Its ID distinguishes the attempts.
        const id = `e${runs++}`;
        const { client, waits } = testClient(server.url, { timing: { totalTimeoutMs, random: Math.random } });
        await errorOf(client.environments.get(id));
        assert.ok(waits.reduce((sum, wait) => sum + wait, 0) < totalTimeoutMs);
        assert.ok(server.seen.filter(({ path }) => path.endsWith(`/${id}`)).length <= waits.length + 1);
      },
    ),
    { numRuns: 50 },
  );
});

function refusedConnection(): Error {
  return new TypeError('fetch failed', {
    cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
  });
}
