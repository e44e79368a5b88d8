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
describe('to create an environment', () => {
  test('is one request', async () => {
    const { sent, create } = setUp(() => jsonResponse(createdEnvironment));
    const outcome = await create();
    assert.equal(outcome.kind, 'done');
    assert.deepEqual(listRequests(sent), ['POST /v1/environments']);
  });

  test('with an answer that is lost finds what was created, by a name that was not there before', async () => {
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

  test('is sent again only after it was looked for again', async () => {
    let isThere = false;
    const { sent, create } = setUp(({ method }) =>
      method === 'POST'
        ? failConnection()
        : projectResponse(...(isThere ? [createdEnvironment] : [{ id: 'old', name: 'preview' }])),
    );
    assert.equal((await create()).kind, 'notFound');
    // The service was slow, and did it all the same.
    isThere = true;
    assert.equal((await create()).kind, 'found');
    assert.equal(sent.filter(({ method }) => method === 'POST').length, 1);
  });

  test('is not sent again while nobody can say what is there', async () => {
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

  test('is looked for in the list where single projects are not answered', async () => {
    const { create } = setUp(({ method, path }) => {
      if (method === 'POST') return jsonResponse({ message: 'no' }, 502);
      if (path === '/v1/projects')
        return jsonResponse([{ id: 'p', name: 'p', environments: [createdEnvironment] }]);
      return jsonResponse({ message: 'nothing here' }, 404);
    });
    assert.equal((await create()).kind, 'found');
  });

  test('is refused with what the service says', async () => {
    const { sent, create } = setUp(() => jsonResponse({ code: 'BAD_REQUEST', message: 'no' }, 400));
    const outcome = await create();
    assert.ok(outcome.kind === 'notDone');
    assert.equal(outcome.error.kind, 'badRequest');
    assert.equal(sent.length, 1);
  });
});
