import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createEnvironmentCreator } from '../../../src/environments/environmentCreator.ts';
import {
  createFakeClient,
  failConnection,
  jsonResponse,
  listRequests,
  type SentRequest,
} from '../../kit/fakeClient.ts';
import { signal } from '../../kit/signal.ts';

const projectResponse = (...environments: readonly object[]): Response =>
  jsonResponse({ id: 'p', name: 'p', environments });
function setUp(answer: (sent: SentRequest) => Response) {
  const client = createFakeClient(answer);
  const request = createEnvironmentCreator(client, new Set(['old']));
  const input = { projectId: 'p', name: 'preview', sourceBranch: 'main' };
  return { sent: client.sent, create: () => request(input, signal) };
}

const createdEnvironment = { id: 'new', name: 'preview' };
describe('creating an environment', () => {
  test('sends one request', async () => {
    const { sent, create } = setUp(() => jsonResponse(createdEnvironment));
    const outcome = await create();
    assert.equal(outcome.kind, 'done');
    assert.deepEqual(listRequests(sent), ['POST /v1/environments']);
  });

  test('finds the new environment by its name if the response is lost', async () => {
    const { sent, create } = setUp(({ method }) =>
      method === 'POST'
        ? failConnection()
        : projectResponse({ id: 'old', name: 'preview' }, createdEnvironment),
    );
    const outcome = await create();
    assert.ok(outcome.kind === 'found');
    assert.equal(outcome.value.id, 'new');
    assert.deepEqual(listRequests(sent), ['POST /v1/environments', 'GET /v1/projects/p']);
  });

  test('searches for the environment again before it sends another request', async () => {
    let isThere = false;
    const { sent, create } = setUp(({ method }) =>
      method === 'POST'
        ? failConnection()
        : projectResponse(...(isThere ? [createdEnvironment] : [{ id: 'old', name: 'preview' }])),
    );
    assert.equal((await create()).kind, 'notFound');
    // The service was slow, but created the environment.
    isThere = true;
    assert.equal((await create()).kind, 'found');
    assert.equal(sent.filter(({ method }) => method === 'POST').length, 1);
  });

  test('sends no other request while the project cannot be read', async () => {
    let canRead = false;
    const { sent, create } = setUp(({ method }) => {
      if (method === 'POST') return sent.length === 1 ? failConnection() : jsonResponse(createdEnvironment);
      return canRead ? projectResponse() : jsonResponse({ code: 'FORBIDDEN', message: 'no' }, 403);
    });
    assert.equal((await create()).kind, 'unknown');
    assert.equal((await create()).kind, 'unknown');
    assert.equal(sent.filter(({ method }) => method === 'POST').length, 1);
    canRead = true;
    assert.equal((await create()).kind, 'done');
  });

  test('searches the list of projects if the service cannot return a single project', async () => {
    const { create } = setUp(({ method, path }) => {
      if (method === 'POST') return jsonResponse({ message: 'no' }, 502);
      if (path === '/v1/projects')
        return jsonResponse([{ id: 'p', name: 'p', environments: [createdEnvironment] }]);
      return jsonResponse({ message: 'nothing here' }, 404);
    });
    assert.equal((await create()).kind, 'found');
  });

  test('returns the error if the service rejects the request', async () => {
    const { sent, create } = setUp(() => jsonResponse({ code: 'BAD_REQUEST', message: 'no' }, 400));
    const outcome = await create();
    assert.ok(outcome.kind === 'notDone');
    assert.equal(outcome.error.kind, 'badRequest');
    assert.equal(sent.length, 1);
  });
});
