import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../../src/api/client.ts';
import { ApiError } from '../../../src/api/errors.ts';
import { readProject } from '../../../src/environments/environmentCreator.ts';

function notFoundError(isUnsupportedOperation: boolean): ApiError {
  return new ApiError('no', {
    kind: 'notFound',
    isUnsupportedOperation,
    operation: 'get',
    method: 'GET',
    path: '/',
  });
}

function createFakeClient(one: () => unknown, list: () => unknown): Pick<Client, 'projects'> {
  return { projects: { get: async () => one(), list: async () => list() } } as unknown as Client;
}

function failWith(unknownPath: boolean): () => never {
  return () => {
    throw notFoundError(unknownPath);
  };
}

describe('reading a project', () => {
  const all = () => [{ id: 'o' }, { id: 'p' }];

  test('returns a single project, or one from the list if the service cannot return a single project', async () => {
    assert.deepEqual(
      await readProject(
        createFakeClient(() => ({ id: 'p', name: 'P' }), all),
        'p',
      ),
      { id: 'p', name: 'P' },
    );
    assert.deepEqual(await readProject(createFakeClient(failWith(true), all), 'p'), { id: 'p' });
    assert.equal(await readProject(createFakeClient(failWith(true), all), 'gone'), undefined);
  });

  test('returns undefined if the service supports neither, and rejects with other errors', async () => {
    assert.equal(await readProject(createFakeClient(failWith(true), failWith(true)), 'p'), undefined);
    await assert.rejects(readProject(createFakeClient(failWith(false), all), 'p'), notFoundError(false));
    await assert.rejects(
      readProject(createFakeClient(failWith(true), failWith(false)), 'p'),
      notFoundError(false),
    );
  });
});
