import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createPathProbe } from '../../../src/inspector/pathProbe.ts';

const failed = (name: string) =>
  ({ phase: 'failed', steps: [{ name, label: name, outcome: 'failed' }] }) as const;

/** Looks for a path of a server that failed at that step. */
async function lookAt(t: TestContext, at: string, step: string, answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let changes = 0;
  const tryPath = createPathProbe({ url: () => origin + at, onChange: () => changes++ });
  await tryPath.probeAfterFailure(failed(step));
  return { asked: asked.toSorted(), path: tryPath.path, changes, rest: tryPath.url?.slice(origin.length) };
}

const onlyAt =
  (path: string, status: number): RequestListener =>
  (request, response) =>
    void response.writeHead(request.url?.startsWith(path) ? status : 404).end();

test('a server at a common path is found, and the query is kept', async (t) => {
  assert.deepEqual(await lookAt(t, '/?team=7', 'http', onlyAt('/mcp', 401)), {
    asked: ['GET /mcp?team=7', 'GET /sse?team=7'],
    path: '/mcp',
    changes: 1,
    rest: '/mcp?team=7',
  });
});

test("other responses aren't servers", async (t) => {
  for (const status of [200, 404, 302, 500]) {
    const { path, changes } = await lookAt(t, '/', 'http', onlyAt('/mcp', status));
    assert.deepEqual([path, changes], [undefined, 0], `${status}`);
  }
});

test('no path is suggested if the URL has a path, or if another step failed', async (t) => {
  for (const [at, step] of [
    ['/api', 'http'],
    ['/', 'authorization'],
  ] as const) {
    assert.deepEqual((await lookAt(t, at, step, onlyAt('/mcp', 405))).asked, []);
  }
});
