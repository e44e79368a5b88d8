import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../src/api/client.ts';
import { ApiError, type ApiErrorKind } from '../../../src/api/errors.ts';
import { listTeamsIfAny } from '../../../src/projects/teams.ts';

function client(answer: () => unknown): Client {
  return { teams: { list: async () => answer() } } as unknown as Client;
}

function refusing(error: Error): Client {
  return client(() => {
    throw error;
  });
}

test('there are no teams if the service does not return them, but a missing sign-in is an error', async () => {
  const failure = (kind: ApiErrorKind) =>
    new ApiError('no', { kind, operation: 'teams.list', method: 'GET', path: '/' });
  assert.deepEqual(await listTeamsIfAny(client(() => [{ id: 't' }])), [{ id: 't' }]);
  assert.deepEqual(await listTeamsIfAny(refusing(failure('notFound'))), []);
  assert.deepEqual(await listTeamsIfAny(refusing(failure('server'))), []);
  const unauthorized = failure('unauthorized');
  await assert.rejects(listTeamsIfAny(refusing(unauthorized)), unauthorized);
  const defect = new TypeError('a defect');
  await assert.rejects(listTeamsIfAny(refusing(defect)), defect);
});
