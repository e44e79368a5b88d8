import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { updateReminder } from '../../../src/environments/redeployReminder.ts';

const at = Date.parse('2026-03-01T12:00:00.000Z');
const reminder = { at };
const [before, after] = ['2026-03-01T11:59:59.999Z', '2026-03-01T12:00:01.000Z'];
const later = '2026-03-01T12:00:40.000Z';

describe('a reminder to redeploy', () => {
  test('is removed after a successful deployment that started after the change', () => {
    const deployment = { id: 'd', status: 'deployed', startedAt: after, completedAt: later };
    assert.equal(updateReminder(reminder, deployment), undefined);
    assert.equal(
      updateReminder(reminder, { ...deployment, startedAt: new Date(at).toISOString() }),
      undefined,
      'in the same millisecond',
    );
  });

  test('stays while a deployment is running, and if it fails', () => {
    for (const status of ['ongoing', 'failed', 'canceled', 'something newer', undefined]) {
      const deployment = { id: 'd', startedAt: after, ...(status !== undefined && { status }) };
      assert.equal(updateReminder(reminder, deployment), reminder, status);
    }
  });

  test('stays after a successful deployment that started before the change', () => {
    const deployment = { id: 'd', status: 'deployed', startedAt: before, completedAt: later };
    assert.deepEqual(updateReminder(reminder, deployment), { at, before: 'd' });
    const short = { id: 'd', status: 'deployed', completedAt: before };
    assert.deepEqual(updateReminder(reminder, short), { at, before: 'd' });
    const inTheSame = { ...short, completedAt: new Date(at).toISOString() };
    assert.equal(updateReminder(reminder, inTheSame), 'unknown', 'in the same millisecond');
  });

  test('requires the start time of a deployment that ended after the change, only once', () => {
    const short = { id: 'd', status: 'deployed', completedAt: later };
    assert.equal(updateReminder(reminder, short), 'unknown');
    assert.equal(updateReminder(reminder, { id: 'd', status: 'deployed' }), 'unknown');
    assert.equal(updateReminder(reminder, { ...short, completedAt: 'no date' }), 'unknown');
    const updated = updateReminder(reminder, { ...short, startedAt: before });
    assert.ok(updated && updated !== 'unknown');
    assert.equal(updateReminder(updated, short), updated);
  });

  test('is not changed by the deployment that existed at the time of the change, with any dates', () => {
    fc.assert(
      fc.property(fc.option(fc.date()), fc.option(fc.date()), (started, completed) => {
        const deployment = {
          id: 'known',
          status: 'deployed',
          startedAt: String(started?.getTime()),
          completedAt: String(completed),
        };
        const reminderWithId = { at, before: 'known' };
        assert.equal(updateReminder(reminderWithId, deployment), reminderWithId);
      }),
    );
  });
});
