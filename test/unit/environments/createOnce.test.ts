import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '../../../src/api/client.ts';
import { createOnce } from '../../../src/environments/createOnce.ts';

/** A client on answers made here; `sent`: the requests, in their order. */
function play(answer: (method: string, path: string, nth: number) => Response | Promise<Response>) {
  const sent: string[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.com',
    getToken: async () => 'token',
    fetch: async (input, init) => {
      const method = init?.method ?? 'GET';
      const { pathname } = new URL(String(input));
      sent.push(`${method} ${pathname}`);
      return answer(method, pathname, sent.length);
    },
    timing: { sleep: async () => undefined },
  });
  const request = createOnce(client, new Set(['old']));
  const input = { projectId: 'p', name: 'preview', sourceBranch: 'main' };
  return { sent, create: () => request(input, new AbortController().signal) };
}

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });
const project = (...environments: readonly object[]): Response => json({ id: 'p', name: 'p', environments });
const made = { id: 'new', name: 'preview' };
const cut = (): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('cut'), { code: 'ECONNRESET' }) });
};

describe('to create an environment', () => {
  test('is one request', async () => {
    const { sent, create } = play(() => json(made));
    const outcome = await create();
    assert.equal(outcome.kind, 'created');
    assert.deepEqual(sent, ['POST /v1/environments']);
  });

  test('with an answer that is lost finds what was created, by a name that was not there before', async () => {
    const { sent, create } = play((method) =>
      method === 'POST' ? cut() : project({ id: 'old', name: 'preview' }, made),
    );
    const outcome = await create();
    assert.ok(outcome.kind === 'found');
    assert.equal(outcome.environment.id, 'new');
    assert.deepEqual(sent, ['POST /v1/environments', 'GET /v1/projects/p']);
  });

  test('is sent again only after it was looked for again', async () => {
    let isThere = false;
    const { sent, create } = play((method) =>
      method === 'POST' ? cut() : project(...(isThere ? [made] : [{ id: 'old', name: 'preview' }])),
    );
    assert.equal((await create()).kind, 'absent');
    // The service was slow, and did it all the same.
    isThere = true;
    assert.equal((await create()).kind, 'found');
    assert.equal(sent.filter((one) => one.startsWith('POST')).length, 1);
  });

  test('is not sent again while nobody can say what is there', async () => {
    let canRead = false;
    const { sent, create } = play((method) => {
      if (method === 'POST') return sent.length === 1 ? cut() : json(made);
      return canRead ? project() : json({ code: 'FORBIDDEN', message: 'no' }, 403);
    });
    assert.equal((await create()).kind, 'unknown');
    assert.equal((await create()).kind, 'unknown');
    assert.equal(sent.filter((one) => one.startsWith('POST')).length, 1);
    canRead = true;
    assert.equal((await create()).kind, 'created');
  });

  test('is looked for in the list where single projects are not answered', async () => {
    const { create } = play((method, path) => {
      if (method === 'POST') return json({ message: 'no' }, 502);
      if (path === '/v1/projects') return json([{ id: 'p', name: 'p', environments: [made] }]);
      return json({ message: 'nothing here' }, 404);
    });
    assert.equal((await create()).kind, 'found');
  });

  test('is refused with what the service says', async () => {
    const { sent, create } = play(() => json({ code: 'BAD_REQUEST', message: 'no' }, 400));
    const outcome = await create();
    assert.ok(outcome.kind === 'refused');
    assert.equal(outcome.error.kind, 'badRequest');
    assert.equal(sent.length, 1);
  });
});
