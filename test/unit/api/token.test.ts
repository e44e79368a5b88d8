import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GetToken } from '../../../src/api/client.ts';
import { environment } from '../../kit/records.ts';
import { errorOf, json, raw, startServer, testClient } from './server.ts';

/** Returns these tokens one after the other, and records the calls. */
function tokens(...given: (string | undefined)[]): {
  getToken: GetToken;
  asked: [string, string | undefined][];
} {
  const asked: [string, string | undefined][] = [];
  return {
    asked,
    async getToken(scope, { rejectedToken, signal }) {
      assert.ok(signal instanceof AbortSignal);
      asked.push([scope, rejectedToken]);
      return given.shift();
    },
  };
}

const refused = raw('', 401);

describe('the credential', () => {
  for (const none of [undefined, '']) {
    test(`none (${JSON.stringify(none)}): nothing is sent`, async (t) => {
      const server = await startServer(t);
      const { getToken } = tokens(none);
      const { client, log } = testClient(server.url, { getToken });
      const error = await errorOf(client.environments.get('e'));
      assert.deepEqual([error.kind, error.reason, error.status], ['unauthorized', 'noCredential', undefined]);
      assert.equal(server.seen.length, 0);
      assert.equal(log.length, 0);
    });
  }

  test('refused: another one is asked for and sent, also with a POST', async (t) => {
    const server = await startServer(t, refused, json({ id: 'd', isCurrent: true }));
    const { getToken, asked } = tokens('old', 'new');
    const { client, log, waits } = testClient(server.url, { getToken });
    assert.deepEqual(await client.environments.deploy('e'), { id: 'd', isCurrent: true });
    assert.deepEqual(asked, [
      ['any', undefined],
      ['any', 'old'],
    ]);
    assert.deepEqual(
      server.seen.map(({ headers }) => headers.authorization),
      ['Bearer old', 'Bearer new'],
    );
    assert.deepEqual(
      log.map(({ attempt, status, error }) => [attempt, status, error]),
      [
        [1, 401, 'unauthorized'],
        [2, 200, undefined],
      ],
    );
    assert.deepEqual(waits, []);
  });

  for (const second of [undefined, '', 'old']) {
    test(`refused, and no other (${JSON.stringify(second)}): not sent again`, async (t) => {
      const server = await startServer(t, refused);
      const { getToken } = tokens('old', second);
      const error = await errorOf(testClient(server.url, { getToken }).client.environments.get('e'));
      assert.deepEqual([error.kind, error.reason, error.status], ['unauthorized', 'rejected', 401]);
      assert.equal(server.seen.length, 1);
    });
  }

  test('refused though it was renewed: another is asked for, and none after that', async (t) => {
    const server = await startServer(t, refused);
    const { getToken, asked } = tokens('one', 'two', 'three', 'four');
    const renewed: (boolean | undefined)[] = [];
    const noting: GetToken = (scope, options) => {
      renewed.push(options.isRenewed);
      return getToken(scope, options);
    };
    const error = await errorOf(testClient(server.url, { getToken: noting }).client.environments.get('e'));
    assert.equal(error.reason, 'rejected');
    assert.equal(server.seen.length, 3);
    assert.deepEqual(
      asked.map(([, rejected]) => rejected),
      [undefined, 'one', 'two'],
    );
    assert.deepEqual(renewed, [undefined, false, true]);
  });

  test('the new one is used for further tries too', async (t) => {
    const server = await startServer(t, refused, raw('', 503), json(environment()));
    const { getToken } = tokens('old', 'new');
    await testClient(server.url, { getToken }).client.environments.get('e');
    assert.deepEqual(
      server.seen.map(({ headers }) => headers.authorization),
      ['Bearer old', 'Bearer new', 'Bearer new'],
    );
  });

  test('one that cannot be a header is not sent, and another is asked for', async (t) => {
    const server = await startServer(t, json(environment()));
    const { getToken, asked } = tokens('bad\r\nx: 1', 'good');
    await testClient(server.url, { getToken }).client.environments.get('e');
    assert.deepEqual(
      server.seen.map(({ headers }) => headers.authorization),
      ['Bearer good'],
    );
    assert.equal(asked.length, 2);
    const worse = await errorOf(
      testClient(server.url, { getToken: async () => 'schlüssel' }).client.environments.get('e'),
    );
    assert.deepEqual([worse.kind, worse.reason], ['unauthorized', 'rejected']);
    assert.equal(server.seen.length, 1);
  });

  test('what the question ends with reaches the caller', async () => {
    const left = new Error('the user left');
    const { client } = testClient('http://127.0.0.1:1', { getToken: () => Promise.reject(left) });
    await assert.rejects(client.environments.get('e'), (error) => error === left);
  });

  test('the time that a person takes to sign in does not count', async (t) => {
    const server = await startServer(t, refused, raw('', 503), json(environment()));
    let clock = 0;
    const getToken: GetToken = async (_, { rejectedToken }) => {
      clock += 3_600_000;
      return rejectedToken === undefined ? 'old' : 'new';
    };
    const { client } = testClient(server.url, { getToken, timing: { now: () => clock } });
    assert.deepEqual(await client.environments.get('e'), environment());
  });
});
