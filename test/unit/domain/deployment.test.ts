import assert from 'node:assert/strict';
import { describe, test as it } from 'node:test';
import fc from 'fast-check';
import {
  getDeploymentDuration,
  getDeploymentTime,
  hasDeploymentEnded,
  isDeploymentRunning,
  sortNewestFirst,
  splitDuration,
} from '../../../src/domain/deployment.ts';
import { minute } from '../../kit/time.ts';

describe('the times of a deployment', () => {
  it('are those that can be read', () => {
    const startedAt = '2026-11-22T10:00:00.000Z';
    const completedAt = '2026-11-22T10:01:12.000Z';
    assert.equal(getDeploymentTime({ startedAt, completedAt }), Date.parse(completedAt));
    assert.equal(getDeploymentTime({ startedAt }), Date.parse(startedAt));
    assert.equal(getDeploymentTime({ startedAt, completedAt: 'soon' }), Date.parse(startedAt));
    assert.equal(getDeploymentTime({}), undefined);
    assert.equal(getDeploymentDuration({ startedAt, completedAt }), 72_000);
    assert.equal(getDeploymentDuration({ startedAt }), undefined);
    assert.equal(getDeploymentDuration({ startedAt: completedAt, completedAt: startedAt }), undefined);
    assert.deepEqual(splitDuration(72_000), { hours: 0, minutes: 1, seconds: 12 });
    assert.deepEqual(splitDuration(3_600_000 + 59_600), { hours: 1, minutes: 1, seconds: 0 });
  });

  it('put the newest first; one without a date that runs is the newest, any other one the oldest', () => {
    const at = (minutes: number) => new Date(minutes * minute).toISOString();
    const sorted = sortNewestFirst([
      { id: 'none' },
      { id: 'old', startedAt: at(1) },
      { id: 'runs', status: 'ongoing' },
      { id: 'ended', completedAt: at(2) },
      { id: 'new', startedAt: at(3), completedAt: at(4) },
    ]);
    assert.deepEqual(
      sorted.map(({ id }) => id),
      ['runs', 'new', 'ended', 'old', 'none'],
    );
  });

  it('lose no deployment, and keep the order of those that began together', () => {
    const dates = fc.constantFrom(undefined, 'x', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z');
    fc.assert(
      fc.property(fc.array(fc.tuple(dates, fc.boolean())), (given) => {
        const all = given.map(([startedAt, runs], index) => ({
          index,
          status: runs ? 'ongoing' : 'deployed',
          ...(startedAt !== undefined && { startedAt }),
        }));
        const sorted = sortNewestFirst(all);
        assert.equal(new Set(sorted).size, all.length);
        for (const [place, { index, startedAt, status }] of sorted.entries()) {
          const next = sorted[place + 1];
          if (next?.startedAt === startedAt && next?.status === status) assert.ok(index < next.index);
        }
      }),
    );
  });
});

it('a deployment is over, or runs, or its status says neither', () => {
  const statuses = ['ongoing', 'deployed', 'failed', 'canceled', 'quantum', undefined];
  const having = (is: (one: { status?: string }) => boolean) =>
    statuses.filter((status) => is(status === undefined ? {} : { status }));
  assert.deepEqual(having(hasDeploymentEnded), ['deployed', 'failed', 'canceled']);
  assert.deepEqual(having(isDeploymentRunning), ['ongoing']);
});
