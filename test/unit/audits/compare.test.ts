import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { AuditResult } from '../../../src/api/audit.ts';
import { type CheckPair, compareAudits } from '../../../src/audits/report/compareAudits.ts';
import { auditOf } from './sample.ts';

const names = (pairs: readonly CheckPair[]) =>
  pairs.map(({ previous, current }) => (current ?? previous)?.checkId);
const run = (statuses: Readonly<Record<string, string>>) =>
  auditOf(Object.entries(statuses).map(([checkId, status]) => ({ checkId, status })));

describe('two runs', () => {
  test('differ in what fails, what is fixed, and what is checked', () => {
    const before = run({ a: 'pass', b: 'fail', c: 'fail', d: 'fail', e: 'pass', f: 'fail' });
    const after = run({ a: 'fail', b: 'pass', c: 'fail', d: 'skip', g: 'fail', h: 'pass' });
    const found = compareAudits(before, after);
    assert.deepEqual(names(found.newlyFailing), ['a', 'g']);
    assert.deepEqual(names(found.fixed), ['b']);
    assert.deepEqual(names(found.stillFailing), ['c']);
    assert.deepEqual(names(found.undecided), ['d']);
    assert.deepEqual(names(found.newChecks), ['g', 'h']);
    assert.deepEqual(names(found.removedChecks), ['e', 'f']);
    assert.equal(found.isComplete, true);
  });

  test('are not compared where one has no report, or has not ended', () => {
    const whole = run({ a: 'fail' });
    const none = auditOf([], { report: null, status: 'failed' });
    for (const found of [compareAudits(whole, none), compareAudits(none, whole)]) {
      const { isComplete, ...lists } = found;
      assert.equal(isComplete, false);
      assert.deepEqual(Object.values(lists).flat(), []);
    }
    const partial = auditOf([{ checkId: 'a', status: 'pending' }], { status: 'partial' });
    assert.equal(compareAudits(whole, partial).isComplete, false);
    assert.deepEqual(names(compareAudits(whole, partial).undecided), ['a']);
  });

  test('pair checks of one ID in their order, and those without one by name', () => {
    const before = auditOf([
      { checkId: 'a', status: 'fail' },
      { checkId: 'a', status: 'pass' },
      { checkName: 'N', status: 'fail' },
    ]);
    const after = auditOf([
      { checkId: 'a', status: 'pass' },
      { checkId: 'a', status: 'fail' },
      { checkName: 'N', status: 'pass' },
      { checkId: 'N', status: 'pass' },
    ]);
    const found = compareAudits(before, after);
    assert.deepEqual(names(found.fixed), ['a', undefined]);
    assert.deepEqual(names(found.newlyFailing), ['a']);
    assert.deepEqual(names(found.newChecks), ['N']);
  });

  test('account for each check once, and a run differs from itself in nothing', () => {
    const results = fc.array(
      fc.record({
        checkId: fc.constantFrom('a', 'b', 'c', 'd'),
        status: fc.constantFrom('pass', 'fail', 'skip', 'odd'),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(results, results, (one, other) => {
        const [before, after] = [auditOf(one), auditOf(other)];
        const found = compareAudits(before, after);
        const { newlyFailing, stillFailing, fixed, undecided, newChecks, removedChecks } = found;
        const failing = (list: readonly AuditResult[] = []) =>
          list.filter(({ status }) => status === 'fail').length;
        assert.equal(newlyFailing.length + stillFailing.length, failing(after.report?.results));
        const wereFailing = removedChecks.filter(({ previous }) => previous?.status === 'fail').length;
        const before_ = stillFailing.length + fixed.length + undecided.length + wereFailing;
        assert.equal(before_, failing(before.report?.results));
        assert.equal(one.length - removedChecks.length, other.length - newChecks.length);
        const same = compareAudits(after, after);
        assert.equal(
          same.newlyFailing.length + same.fixed.length + same.newChecks.length + same.removedChecks.length,
          0,
        );
      }),
    );
  });
});
