import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environment } from '../../kit/records.ts';
import { errorOf, type Handler, json, raw, serve, startServer, testClient } from './server.ts';

const to = (location: string, status = 307): Handler => raw('', status, { location });

describe('redirects', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} to the same origin is followed by a GET, with its credential`, async (t) => {
      const { server, client } = await serve(t, to('/moved/here?x=1', status), json(environment()));
      assert.deepEqual(await client.environments.get('e'), environment());
      assert.deepEqual(
        server.seen.map(({ path, headers }) => [path, headers.authorization]),
        [
          ['/v1/environments/e', 'Bearer the-token'],
          ['/moved/here', 'Bearer the-token'],
        ],
      );
    });
  }

  test('another origin gets nothing, and only its origin is named', async (t) => {
    const { server, client } = await serve(t);
    const other = await startServer(t);
    server.answer(to(`${other.url}/private?token=x`));
    const error = await errorOf(client.environments.get('e'));
    assert.deepEqual([error.kind, error.code, error.status], ['unexpectedResponse', 'REDIRECTED', 307]);
    assert.ok(error.message.includes(other.url), error.message);
    assert.doesNotMatch(error.message, /private|token/);
    assert.equal(other.seen.length, 0);
    assert.equal(server.seen.length, 1);
  });

  test('the same host by another scheme is another origin', async (t) => {
    const { server, client } = await serve(t);
    server.answer(to(server.url.replace('http:', 'https:')));
    assert.equal((await errorOf(client.environments.get('e'))).code, 'REDIRECTED');
  });

  test('another origin gets nothing behind a first step within this one', async (t) => {
    const { server, client } = await serve(t);
    const other = await startServer(t);
    server.answer(to('/step'), to(other.url));
    assert.equal((await errorOf(client.environments.get('e'))).code, 'REDIRECTED');
    assert.equal(other.seen.length, 0);
  });

  test('only a GET is followed', async (t) => {
    const { server, client } = await serve(t, to('/moved'));
    assert.equal((await errorOf(client.environments.deploy('e'))).code, 'REDIRECTED');
    assert.equal((await errorOf(client.environments.delete('e'))).code, 'REDIRECTED');
    assert.equal((await errorOf(client.environments.updatePlayground('e', {}))).code, 'REDIRECTED');
    assert.equal(server.seen.length, 3);
  });

  test('five steps are followed, a circle is not', async (t) => {
    const { server, client } = await serve(t);
    const step = to('/round');
    server.answer(step, step, step, step, step, json(environment()));
    assert.deepEqual(await client.environments.get('e'), environment());
    server.answer(step);
    assert.equal((await errorOf(client.environments.get('e'))).code, 'REDIRECTED');
    assert.equal(server.seen.length, 12);
  });

  for (const location of [undefined, 'http://', 'data:text/plain,x']) {
    test(`to nowhere (${location})`, async (t) => {
      const { client } = await serve(t, raw('', 302, location === undefined ? {} : { location }));
      const error = await errorOf(client.environments.get('e'));
      assert.equal(error.code, 'REDIRECTED');
      assert.match(error.message, /another address/);
    });
  }

  test('one that a browser hides', async () => {
    const hidden = { type: 'opaqueredirect', status: 0, headers: new Headers(), body: null };
    const { client } = testClient('https://api.example', {
      fetch: async () => hidden as unknown as Response,
    });
    const error = await errorOf(client.environments.get('e'));
    assert.deepEqual([error.code, error.status], ['REDIRECTED', undefined]);
  });
});
