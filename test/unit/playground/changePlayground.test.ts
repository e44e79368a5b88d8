import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../../src/api/errors.ts';
import type { Playground } from '../../../src/api/playground.ts';
import { changePlayground } from '../../../src/playground/changePlayground.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import { signal } from '../../kit/signal.ts';

const on: Playground = { isPlaygroundEnabled: true };
const off: Playground = { isPlaygroundEnabled: false };

/**
 * Enables a playground. `put` and `get`: the response or the error of the requests. Returns the kind of the outcome and
 * the requests.
 */
async function enable(put: Playground | ApiError, get: Playground | ApiError) {
  const sent: string[] = [];
  const answer = (name: string, what: Playground | ApiError) => {
    sent.push(name);
    return what instanceof ApiError ? Promise.reject(what) : Promise.resolve(what);
  };
  const environments = {
    updatePlayground: () => answer('PUT', put),
    getPlayground: () => answer('GET', get),
  };
  const { kind } = await changePlayground(environments, 'e', { isPlaygroundEnabled: true }, signal, () =>
    Promise.resolve(),
  );
  return [kind, ...sent];
}

describe('a change of a playground', () => {
  test('is sent once, and not verified if there was a response', async () => {
    assert.deepEqual(await enable(on, off), ['done', 'PUT']);
    for (const kind of ['badRequest', 'unauthorized', 'forbidden', 'notFound', 'conflict'] as const) {
      assert.deepEqual(await enable(createApiError(kind), on), ['notDone', 'PUT'], kind);
    }
    assert.deepEqual(await enable(createApiError('network', { code: 'ECONNREFUSED' }), on), [
      'notDone',
      'PUT',
    ]);
  });

  for (const kind of ['network', 'timeout', 'server', 'unexpectedResponse', 'canceled'] as const) {
    test(`is verified if its result is uncertain: ${kind}`, async () => {
      assert.deepEqual(await enable(createApiError(kind), on), ['found', 'PUT', 'GET']);
      assert.deepEqual(await enable(createApiError(kind), off), ['notFound', 'PUT', 'GET']);
      assert.deepEqual(await enable(createApiError(kind), createApiError('network')), [
        'unknown',
        'PUT',
        'GET',
      ]);
    });
  }
});
