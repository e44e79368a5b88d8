import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Project, ProjectChange } from '../../../src/api/projects.ts';
import { changeProjectOnce } from '../../../src/projects/manage/changeProjectOnce.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import { project } from '../../kit/records.ts';
import { signal as neverAborted } from '../../kit/signal.ts';

const before = project('weather', { sourceRepository: 'octo/weather' });

/** Changes a project. Returns the outcome and the number of requests. `answer`: response to the change. */
async function changeProject(
  change: ProjectChange,
  answer: unknown,
  readResult: unknown = before,
  signal = neverAborted,
) {
  const requestCounts = { update: 0, get: 0 };
  const outcome = await changeProjectOnce(
    {
      update: async () => {
        requestCounts.update += 1;
        if (answer instanceof Error) throw answer;
        return answer as Project;
      },
      get: async (_id, options) => {
        requestCounts.get += 1;
        assert.equal(options?.signal, undefined, 'also after a cancellation');
        assert.equal(options?.isSingleTry, signal.aborted);
        if (readResult instanceof Error) throw readResult;
        return readResult as Project;
      },
    },
    'weather',
    change,
    signal,
  );
  return { ...outcome, requestCounts };
}

const lost = createApiError('network', { code: 'ECONNRESET' });
const updateOnly = { update: 1, get: 0 };
const updateAndGet = { update: 1, get: 1 };

describe('a change of a project', () => {
  test('that was confirmed is done, and sent once', async () => {
    const renamed = { ...before, name: 'rain' };
    assert.deepEqual(await changeProject({ name: 'rain' }, renamed), {
      kind: 'done',
      value: renamed,
      requestCounts: updateOnly,
    });
  });

  test('that was rejected is not looked for', async () => {
    for (const kind of ['badRequest', 'forbidden', 'notFound', 'conflict', 'unauthorized'] as const) {
      const error = createApiError(kind);
      assert.deepEqual(await changeProject({ name: 'rain' }, error), {
        kind: 'notDone',
        error,
        requestCounts: updateOnly,
      });
    }
  });

  test('whose response was lost is found by reading the project', async () => {
    const disconnected = project('weather');
    const cases: readonly [ProjectChange, Project, string][] = [
      [{ name: ' rain ' }, { ...before, name: 'rain' }, 'found'],
      [{ name: 'rain' }, before, 'notFound'],
      [{ sourceRepository: null }, disconnected, 'found'],
      [{ sourceRepository: null }, before, 'notFound'],
      [{ sourceRepository: 'octo/rain' }, { ...before, sourceRepository: 'octo/rain' }, 'found'],
      [{ sourceRepository: 'octo/rain' }, before, 'notFound'],
      [{ name: 'rain', sourceRepository: null }, { ...before, name: 'rain' }, 'notFound'],
    ];
    for (const [change, after, kind] of cases) {
      const outcome = await changeProject(change, lost, after);
      assert.deepEqual([outcome.kind, outcome.requestCounts], [kind, updateAndGet], JSON.stringify(change));
    }
  });

  test('that was canceled is looked for with one attempt, and is unknown if that fails', async () => {
    const cancelled = createApiError('canceled');
    const aborted = AbortSignal.abort();
    assert.equal((await changeProject({ name: 'rain' }, cancelled, before, aborted)).kind, 'notFound');
    assert.equal((await changeProject({ name: 'rain' }, lost, lost)).kind, 'unknown');
    assert.equal(
      (await changeProject({ name: 'rain' }, createApiError('server'), createApiError('notFound'))).kind,
      'unknown',
    );
  });

  test('throws errors that are not from the service', async () => {
    await assert.rejects(changeProject({ name: 'rain' }, new TypeError('broken')), TypeError);
  });
});
