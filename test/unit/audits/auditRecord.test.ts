import assert from 'node:assert/strict';
import { describe, test as it } from 'node:test';
import {
  applyAudit,
  findPreviousRecord,
  getTargetKey,
  isResumable,
} from '../../../src/audits/auditRecord.ts';
import { auditOf, runOf } from './setUp.ts';

describe('an audit that was started here', () => {
  it('goes on while it is pending, partial or of a status that is not known here', () => {
    for (const status of ['pending', 'partial', 'quantum', undefined]) {
      const after = applyAudit(runOf('a'), auditOf(status));
      assert.equal(after.end, undefined, status);
      assert.equal(after.status, status);
      assert.equal(after.counts, undefined);
    }
  });

  it('is over once it is completed or failed, with or without a report', () => {
    const completed = applyAudit(runOf('a'), auditOf('completed', 'pass error', 'fail error'));
    assert.equal(completed.end, 'over');
    assert.equal(completed.counts?.failure, 1);
    for (const status of ['completed', 'failed']) {
      const after = applyAudit(runOf('a'), auditOf(status));
      assert.equal(after.end, 'over');
      assert.equal(after.counts, undefined);
    }
  });

  it('is not resumed where asking again finds out nothing more', () => {
    const ends = ['late', 'refused', 'gone', 'untold', 'over', undefined] as const;
    const resumable = ends.filter((end) => isResumable(runOf('a', { ...(end && { end }) })));
    assert.deepEqual(resumable, ['late', 'refused']);
  });

  it('is compared with the one before it on the same target that has a report', () => {
    const { counts } = applyAudit(runOf('a'), auditOf('completed', 'pass error'));
    const done = { status: 'completed', end: 'over', ...(counts && { counts }) } as const;
    const runs = [
      runOf('e', { startedAt: 5, ...done }),
      runOf('d', { startedAt: 4, ...done, environmentId: 'env' }),
      runOf('c', { startedAt: 3, end: 'late' }),
      runOf('b', { startedAt: 2, end: 'over', status: 'failed' }),
      runOf('a', { startedAt: 1, ...done }),
    ];
    const [newest, other, , , oldest] = runs;
    assert.ok(newest && other && oldest);
    assert.equal(findPreviousRecord(runs, newest)?.id, 'a');
    assert.equal(findPreviousRecord(runs, other), undefined);
    assert.equal(findPreviousRecord(runs, oldest), undefined);
    // An environment stays the same when its address changes.
    const moved = { ...other, targetUrl: 'https://new.example.com/' };
    assert.equal(getTargetKey(other), getTargetKey(moved));
    assert.notEqual(getTargetKey(other), getTargetKey(newest));
  });
});
