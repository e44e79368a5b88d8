import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deleteOnce } from '../../../src/api/deleteOnce.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import { environment } from '../../kit/records.ts';
import { signal as never } from '../../kit/signal.ts';

/** Runs a deletion with these results of `delete` and `get`, and counts the calls. */
async function play(deletion: unknown, reading: unknown = undefined, signal = never) {
  const asked = { delete: 0, get: 0 };
  const outcome = await deleteOnce(
    {
      delete: async () => {
        asked.delete += 1;
        if (deletion instanceof Error) throw deletion;
        return { success: true };
      },
      get: async (_id, options) => {
        asked.get += 1;
        assert.equal(options?.signal, undefined, 'also after a cancellation');
        if (reading instanceof Error) throw reading;
        return environment();
      },
    },
    'env-1',
    signal,
  );
  return { ...outcome, asked };
}

const gone = createApiError('notFound', { code: 'NOT_FOUND' });
const lost = createApiError('network', { code: 'ECONNRESET' });

describe('a deletion', () => {
  test('that was answered is done', async () => {
    const { kind, asked } = await play(undefined);
    assert.deepEqual([kind, asked], ['done', { delete: 1, get: 0 }]);
  });

  test('of what is not there finds it gone: the answer to another try, or somebody was faster', async () => {
    assert.equal((await play(gone)).kind, 'found');
  });

  test('that the service refuses is refused, and nothing is read', async () => {
    for (const error of [
      createApiError('badRequest', { status: 400 }),
      createApiError('unauthorized', { status: 401 }),
      createApiError('rateLimited', { status: 429 }),
      createApiError('notFound', { isUnsupportedOperation: true }),
      createApiError('network', { code: 'ECONNREFUSED' }),
    ]) {
      const { kind, asked } = await play(error);
      assert.deepEqual([kind, asked.get], ['notDone', 0], error.kind);
    }
  });

  test('whose answer is lost is read: gone, still there, or nobody knows', async () => {
    for (const error of [
      lost,
      createApiError('timeout'),
      createApiError('server'),
      createApiError('unexpectedResponse'),
    ]) {
      assert.equal((await play(error, gone)).kind, 'found', error.kind);
      assert.equal((await play(error)).kind, 'notFound', error.kind);
      assert.equal((await play(error, lost)).kind, 'unknown', error.kind);
      const elsewhere = createApiError('notFound', { isUnsupportedOperation: true });
      assert.equal((await play(error, elsewhere)).kind, 'unknown', 'an unknown path says nothing');
    }
  });

  test('that was canceled is read as well', async () => {
    assert.equal((await play(createApiError('canceled'), gone, AbortSignal.abort())).kind, 'found');
    assert.equal((await play(createApiError('canceled'), undefined, AbortSignal.abort())).kind, 'notFound');
  });

  test('that is forbidden is so, unless there is nothing to forbid', async () => {
    assert.equal((await play(createApiError('forbidden'))).kind, 'notDone');
    assert.equal((await play(createApiError('forbidden'), createApiError('forbidden'))).kind, 'notDone');
    assert.equal((await play(createApiError('forbidden'), gone)).kind, 'found');
  });
});
