import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { updateReminder } from '../../../src/environments/redeployReminder.ts';

const at = Date.parse('2026-03-01T12:00:00.000Z');
const mark = { at };
const [before, after] = ['2026-03-01T11:59:59.999Z', '2026-03-01T12:00:01.000Z'];
const later = '2026-03-01T12:00:40.000Z';

describe('that variables were changed', () => {
  test('is done with with what was deployed since, and began afterwards', () => {
    const deployment = { id: 'd', status: 'deployed', startedAt: after, completedAt: later };
    assert.equal(updateReminder(mark, deployment), undefined);
    assert.equal(
      updateReminder(mark, { ...deployment, startedAt: new Date(at).toISOString() }),
      undefined,
      'in the same millisecond',
    );
  });

  test('stands while the next deployment goes on, and when it fails', () => {
    for (const status of ['ongoing', 'failed', 'canceled', 'something newer', undefined]) {
      const deployment = { id: 'd', startedAt: after, ...(status !== undefined && { status }) };
      assert.equal(updateReminder(mark, deployment), mark, status);
    }
  });

  test('stands when a deployment succeeds that began before', () => {
    const deployment = { id: 'd', status: 'deployed', startedAt: before, completedAt: later };
    assert.deepEqual(updateReminder(mark, deployment), { at, before: 'd' });
    const short = { id: 'd', status: 'deployed', completedAt: before };
    assert.deepEqual(updateReminder(mark, short), { at, before: 'd' });
    const inTheSame = { ...short, completedAt: new Date(at).toISOString() };
    assert.equal(updateReminder(mark, inTheSame), 'unknown', 'in the same millisecond');
  });

  test('asks for the beginning of a deployment that ended afterwards, once', () => {
    const short = { id: 'd', status: 'deployed', completedAt: later };
    assert.equal(updateReminder(mark, short), 'unknown');
    assert.equal(updateReminder(mark, { id: 'd', status: 'deployed' }), 'unknown');
    assert.equal(updateReminder(mark, { ...short, completedAt: 'no date' }), 'unknown');
    const told = updateReminder(mark, { ...short, startedAt: before });
    assert.ok(told && told !== 'unknown');
    assert.equal(updateReminder(told, short), told);
  });

  test('is not undone by the deployment that was there at the time, whatever its dates', () => {
    fc.assert(
      fc.property(fc.option(fc.date()), fc.option(fc.date()), (started, completed) => {
        const deployment = {
          id: 'known',
          status: 'deployed',
          startedAt: String(started?.getTime()),
          completedAt: String(completed),
        };
        const known = { at, before: 'known' };
        assert.equal(updateReminder(known, deployment), known);
      }),
    );
  });
});
