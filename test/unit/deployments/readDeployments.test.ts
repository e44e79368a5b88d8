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

/** Reads deployments. `asked`: projects whose deployments were listed. */
function play(answer: () => unknown, environment: object = { id: 'e', projectId: 'of environment' }) {
  const asked: string[] = [];
  const client = {
    environments: { get: async () => environment },
    deployments: {
      get: async () => answer(),
      list: async (projectId: string) => {
        asked.push(projectId);
        return answer();
      },
    },
  } as unknown as Client;
  return { client, asked };
}

function refuse(error: Error): () => never {
  return () => {
    throw error;
  };
}

describe('support for deployments', () => {
  test('is detected from the response for a deployment that does not exist', async () => {
    const knows = (answer: () => unknown) => supportsDeployments(play(answer).client, signal);
    assert.equal(await knows(refuse(failure('notFound'))), true);
    assert.equal(await knows(refuse(failure('forbidden'))), true);
    assert.equal(await knows(refuse(failure('notFound', true))), false);
    assert.equal(await knows(() => ({ id: 'd' })), true);
  });

  test('is not detected from a canceled request or from an unexpected error', async () => {
    const cancelled = failure('cancelled');
    await assert.rejects(supportsDeployments(play(refuse(cancelled)).client, signal), cancelled);
    const defect = new TypeError('a defect');
    await assert.rejects(supportsDeployments(play(refuse(defect)).client, signal), defect);
  });
});

describe('the deployments of an environment', () => {
  const list = () => [
    { id: 'old', startedAt: '2026-03-01T10:00:00Z' },
    { id: 'new', startedAt: '2026-03-01T11:00:00Z' },
  ];

  test('are listed newest first; a missing project ID is read from the environment', async () => {
    const { client, asked } = play(list);
    const read = await readDeployments(client, { ...place, projectId: 'p' }, signal);
    assert.deepEqual(
      read?.map(({ id }) => id),
      ['new', 'old'],
    );
    await readDeployments(client, place, signal);
    assert.deepEqual(asked, ['p', 'of environment']);
  });

  test('are unknown if the environment has no project, or if the service cannot list deployments', async () => {
    const { client, asked } = play(list, { id: 'e' });
    assert.equal(await readDeployments(client, place, signal), undefined);
    assert.deepEqual(asked, []);
    const target = { ...place, projectId: 'p' };
    const unknown = play(refuse(failure('notFound', true))).client;
    assert.equal(await readDeployments(unknown, target, signal), undefined);
    const failed = failure('notFound');
    await assert.rejects(readDeployments(play(refuse(failed)).client, target, signal), failed);
  });
});
