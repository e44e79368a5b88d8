import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Project, ProjectChange } from '../../../src/api/projects.ts';
import { changeProjectOnce } from '../../../src/projects/manage/changeProjectOnce.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import { project } from '../../kit/records.ts';
import { signal as never } from '../../kit/signal.ts';

const before = project('weather', { sourceRepository: 'octo/weather' });

/** Changes a project. Returns the outcome and the number of requests. `answer`: response to the change. */
async function play(change: ProjectChange, answer: unknown, reading: unknown = before, signal = never) {
  const asked = { update: 0, get: 0 };
  const outcome = await changeProjectOnce(
    {
      update: async () => {
        asked.update += 1;
        if (answer instanceof Error) throw answer;
        return answer as Project;
      },
      get: async (_id, options) => {
        asked.get += 1;
        assert.equal(options?.signal, undefined, 'also after a cancellation');
        assert.equal(options?.isSingleTry, signal.aborted);
        if (reading instanceof Error) throw reading;
        return reading as Project;
      },
    },
    'weather',
    change,
    signal,
  );
  return { ...outcome, asked };
}

const lost = createApiError('network', { code: 'ECONNRESET' });
const once = { update: 1, get: 0 };
const read = { update: 1, get: 1 };

describe('a change of a project', () => {
  test('that was confirmed is done, and sent once', async () => {
    const renamed = { ...before, name: 'rain' };
    assert.deepEqual(await play({ name: 'rain' }, renamed), {
      kind: 'done',
      value: renamed,
      asked: once,
    });
  });

  test('that was rejected is not looked for', async () => {
    for (const kind of ['badRequest', 'forbidden', 'notFound', 'conflict', 'unauthorized'] as const) {
      const error = createApiError(kind);
      assert.deepEqual(await play({ name: 'rain' }, error), { kind: 'notDone', error, asked: once });
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
      const outcome = await play(change, lost, after);
      assert.deepEqual([outcome.kind, outcome.asked], [kind, read], JSON.stringify(change));
    }
  });

  test('that was canceled is looked for with one attempt, and is unknown if that fails', async () => {
    const cancelled = createApiError('cancelled');
    const aborted = AbortSignal.abort();
    assert.equal((await play({ name: 'rain' }, cancelled, before, aborted)).kind, 'notFound');
    assert.equal((await play({ name: 'rain' }, lost, lost)).kind, 'unknown');
    assert.equal(
      (await play({ name: 'rain' }, createApiError('server'), createApiError('notFound'))).kind,
      'unknown',
    );
  });

  test('throws errors that are not from the service', async () => {
    await assert.rejects(play({ name: 'rain' }, new TypeError('broken')), TypeError);
  });
});
