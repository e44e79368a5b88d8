import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environment } from '../../kit/records.ts';
import { cut, envelope, errorOf, type Handler, json, raw, serve } from './server.ts';

const unknown = raw('<h1>Not found</h1>', 404, { 'content-type': 'text/html' });

describe('operations that the service does not have', () => {
  for (const handler of [unknown, json({}, 404), raw('', 405), raw('', 501)]) {
    test('are remembered', async (t) => {
      const { server, client } = await serve(t, handler);
      const first = await errorOf(client.projects.get('a'));
      const second = await errorOf(client.projects.get('b'));
      assert.equal(server.seen.length, 1);
      for (const error of [first, second])
        assert.ok(error.kind === 'notFound' && error.isUnsupportedOperation);
      assert.equal(second.path, '/v1/projects/b');
      await errorOf(client.projects.list());
      assert.equal(server.seen.length, 2, 'each by itself');
    });
  }

  test('are tried again when they are to be forgotten', async (t) => {
    const { client } = await serve(t, unknown, json([]));
    await errorOf(client.projects.list());
    client.forgetUnsupported();
    assert.deepEqual(await client.projects.list(), []);
  });

  test('a missing thing is not a missing operation', async (t) => {
    const { server, client } = await serve(t, envelope(404, 'NOT_FOUND'));
    await errorOf(client.projects.get('a'));
    await errorOf(client.projects.get('a'));
    assert.equal(server.seen.length, 2);
  });

  test('the specified ones are never given up', async (t) => {
    const { server, client } = await serve(t, unknown);
    const calls = [
      () => client.environments.get('e'),
      () => client.projects.create({ name: 'x', runtime: 'node24' }),
      () => client.tunnels.getTicket(),
      () => client.environments.getLogs('e'),
    ];
    for (const call of [...calls, ...calls]) assert.ok((await errorOf(call())).isUnsupportedOperation);
    assert.equal(server.seen.length, 8);
  });
});

describe('identify', () => {
  const known: readonly [string, Handler[], 'full' | 'specOnly'][] = [
    ['a list of projects', [json([])], 'full'],
    ['a list that this key may not read', [envelope(403, 'FORBIDDEN')], 'full'],
    ['a list that wants more', [envelope(400, 'BAD_REQUEST')], 'full'],
    ['no list, no such environment', [unknown, envelope(404, 'NOT_FOUND')], 'specOnly'],
    ['no list, no such form of id', [unknown, envelope(400, 'BAD_REQUEST')], 'specOnly'],
    ['no list, an environment', [unknown, json(environment())], 'specOnly'],
    ['no list, a forbidden environment', [unknown, raw('', 403)], 'specOnly'],
    ['something else at the list', [json({ hello: 1 }), envelope(404, 'NOT_FOUND')], 'specOnly'],
  ];
  for (const [name, handlers, extent] of known) {
    test(`${name}: ${extent}`, async (t) => {
      const { server, client } = await serve(t, ...handlers);
      assert.equal(await client.identify(), extent);
      assert.equal(server.seen.length, handlers.length);
    });
  }

  const strange: readonly [string, Handler[]][] = [
    ['nothing but unknown paths', [unknown]],
    ['a web page for everything', [raw('<h1>Hi</h1>', 200, { 'content-type': 'text/html' })]],
    ['other JSON for everything', [json({ hello: 1 })]],
    ['JSON errors of another kind', [json({ error: 'no route' }, 404)]],
    ['a list, of something else', [json({ items: [] }), json([])]],
  ];
  for (const [name, handlers] of strange) {
    test(`${name}: not this API`, async (t) => {
      const { server, client } = await serve(t, ...handlers);
      const error = await errorOf(client.identify());
      assert.deepEqual([error.kind, error.code], ['unexpectedResponse', 'NOT_THIS_API']);
      assert.equal(server.seen.length, 2);
    });
  }

  const untold: readonly [string, Handler[], string][] = [
    ['no connection', [cut], 'network'],
    ['a refused credential', [raw('', 401)], 'unauthorized'],
    ['a credential refused at the second question', [unknown, raw('', 401)], 'unauthorized'],
    ['a gateway', [raw('', 502)], 'server'],
    ['a failure of the service itself', [envelope(500, 'INTERNAL_SERVER_ERROR')], 'server'],
    ['a gateway at the second question', [unknown, raw('', 502)], 'server'],
    ['too many requests', [raw('', 429)], 'rateLimited'],
    ['another place', [raw('', 302, { location: 'https://other.example/' })], 'unexpectedResponse'],
  ];
  for (const [name, handlers, kind] of untold) {
    test(`${name}: cannot be told`, async (t) => {
      const { client } = await serve(t, ...handlers);
      const error = await errorOf(client.identify());
      assert.equal(error.kind, kind);
      assert.notEqual(error.code, 'NOT_THIS_API');
    });
  }

  test('can be canceled', async (t) => {
    const { client } = await serve(t);
    const error = await errorOf(client.identify({ signal: AbortSignal.abort() }));
    assert.equal(error.kind, 'canceled');
  });
});
