import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../../src/api/client.ts';
import { ApiError, type ApiErrorDetails } from '../../../src/api/errors.ts';
import { readDeployments, supportsDeployments } from '../../../src/deployments/readDeployments.ts';

const { signal } = new AbortController();
const place = { environmentId: 'e', environmentName: 'staging' };

function failure(kind: ApiErrorDetails['kind'], isUnsupportedOperation = false): ApiError {
  return new ApiError('no', {
    kind,
    isUnsupportedOperation,
    operation: 'deployments.get',
    method: 'GET',
    path: '/',
  });
}

/** Creates a client with deployments. `listedProjectIds`: projects whose deployments were listed. */
function createFakeClient(
  answer: () => unknown,
  environment: object = { id: 'e', projectId: 'of environment' },
) {
  const listedProjectIds: string[] = [];
  const client = {
    environments: { get: async () => environment },
    deployments: {
      get: async () => answer(),
      list: async (projectId: string) => {
        listedProjectIds.push(projectId);
        return answer();
      },
    },
  } as unknown as Client;
  return { client, listedProjectIds };
}

function throwing(error: Error): () => never {
  return () => {
    throw error;
  };
}

describe('support for deployments', () => {
  test('is detected from the response for a deployment that does not exist', async () => {
    const supports = (answer: () => unknown) => supportsDeployments(createFakeClient(answer).client, signal);
    assert.equal(await supports(throwing(failure('notFound'))), true);
    assert.equal(await supports(throwing(failure('forbidden'))), true);
    assert.equal(await supports(throwing(failure('notFound', true))), false);
    assert.equal(await supports(() => ({ id: 'd' })), true);
  });

  test('is not detected from a canceled request or from an unexpected error', async () => {
    const cancelled = failure('canceled');
    await assert.rejects(
      supportsDeployments(createFakeClient(throwing(cancelled)).client, signal),
      cancelled,
    );
    const defect = new TypeError('a defect');
    await assert.rejects(supportsDeployments(createFakeClient(throwing(defect)).client, signal), defect);
  });
});

describe('the deployments of an environment', () => {
  const list = () => [
    { id: 'old', startedAt: '2026-03-01T10:00:00Z' },
    { id: 'new', startedAt: '2026-03-01T11:00:00Z' },
  ];

  test('are listed newest first; a missing project ID is read from the environment', async () => {
    const { client, listedProjectIds } = createFakeClient(list);
    const read = await readDeployments(client, { ...place, projectId: 'p' }, signal);
    assert.deepEqual(
      read?.map(({ id }) => id),
      ['new', 'old'],
    );
    await readDeployments(client, place, signal);
    assert.deepEqual(listedProjectIds, ['p', 'of environment']);
  });

  test('are unknown if the environment has no project, or if the service cannot list deployments', async () => {
    const { client, listedProjectIds } = createFakeClient(list, { id: 'e' });
    assert.equal(await readDeployments(client, place, signal), undefined);
    assert.deepEqual(listedProjectIds, []);
    const target = { ...place, projectId: 'p' };
    const unknown = createFakeClient(throwing(failure('notFound', true))).client;
    assert.equal(await readDeployments(unknown, target, signal), undefined);
    const failed = failure('notFound');
    await assert.rejects(readDeployments(createFakeClient(throwing(failed)).client, target, signal), failed);
  });
});
