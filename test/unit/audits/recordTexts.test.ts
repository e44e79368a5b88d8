import assert from 'node:assert/strict';
import { describe, test as it } from 'node:test';
import { type AuditRecord, applyAudit } from '../../../src/audits/auditRecord.ts';
import { describeAuditEnd, describeRecord, summarizeRecord } from '../../../src/audits/recordTexts.ts';
import { countChecks, rateCounts } from '../../../src/audits/report/checkKinds.ts';
import { auditOf, runOf } from './setUp.ts';

const verdict = (run: AuditRecord): string => describeRecord(run);
const outcome = (status: string | undefined, ...checks: readonly string[]): AuditRecord =>
  applyAudit(runOf('a'), auditOf(status, ...checks));

describe('the words for an audit', () => {
  it('tell how far it is, and what was found so far', () => {
    assert.equal(verdict(runOf('a')), 'checking...');
    assert.equal(verdict(outcome('pending')), 'checking...');
    assert.equal(
      verdict(outcome('partial', 'pass error', 'fail error', 'pending error')),
      'checking... 2 of 3 checks completed, 1 failure',
    );
    const none = { ...outcome('partial', 'pass error'), counts: countChecks([]) };
    assert.equal(verdict(none), 'checking...');
    assert.equal(verdict(outcome('quantum')), 'unknown status (quantum)');
    assert.equal(
      verdict(outcome('quantum', 'pass error')),
      'unknown status (quantum), 1 of 1 checks completed',
    );
    assert.equal(verdict(outcome('\u001b[31mred\u001b[0m')), 'unknown status (red)');
    assert.equal(verdict(outcome('')), 'unknown status');
  });

  it('tell what came of it', () => {
    assert.equal(verdict(outcome('completed', 'pass error')), 'no failures');
    assert.equal(
      verdict(outcome('completed', 'fail error', 'fail error', 'fail warning', 'fail info')),
      '2 failures, 1 warning',
    );
    assert.equal(verdict(outcome('completed')), 'finished without a report');
    assert.equal(verdict(outcome('failed')), "couldn't be completed");
    assert.equal(verdict(runOf('a', { end: 'late', status: 'partial' })), 'not finished');
  });

  it('call nothing good that was hardly checked', () => {
    for (const [checks, words] of [
      [['pass error', 'skip error'], 'no failures'],
      [['pass error', 'skip error', 'skip error'], 'no failures, 2 of 3 skipped'],
      [['skip error', 'skip error'], 'no checks passed'],
      [['fail info'], 'no checks passed'],
      [['pass error', 'pending error', 'mended'], 'no failures, 2 unknown'],
      [['skip error', 'fail warning'], '1 warning'],
    ] as const) {
      const run = outcome('completed', ...checks);
      assert.equal(verdict(run), words);
      const isGood = run.counts !== undefined && rateCounts(run.counts) === 'passed';
      assert.equal(isGood, words === 'no failures', words);
    }
    const none = { ...outcome('completed', 'pass error'), counts: countChecks([]) };
    assert.equal(verdict(none), 'no checks');
  });

  it('are short in the row of a target', () => {
    for (const [run, words] of [
      [runOf('a', { end: 'untold' }), 'no report'],
      [runOf('a', { end: 'refused' }), 'unreadable'],
      [runOf('a', { end: 'gone' }), 'no longer exists'],
      [runOf('a', { end: 'late' }), 'not finished'],
      [outcome('partial', 'fail error', 'pending error'), 'checking...'],
      [outcome('quantum', 'fail error'), 'unknown status'],
      [outcome('completed', 'fail error', 'fail warning'), '1 failure'],
      [outcome('completed', 'fail warning'), '1 warning'],
      [outcome('completed', 'pass error'), 'passed'],
      [outcome('completed'), 'no report'],
      [outcome('failed'), 'not completed'],
    ] as const) {
      assert.equal(summarizeRecord(run), words);
    }
  });

  it('tell its end to who waits for it', () => {
    const end = (run: AuditRecord): string => describeAuditEnd(run, 'staging');
    assert.equal(end(outcome('completed', 'fail error')), 'The audit of staging finished: 1 failure.');
    assert.match(end(outcome('completed')), /finished without a report/);
    assert.match(end(outcome('failed')), /couldn't be completed/);
    assert.match(end(runOf('a', { end: 'late' })), /didn't finish within 30 minutes/);
    assert.match(end(runOf('aud_7', { end: 'untold' })), /\baud_7\.$/);
    assert.match(end(runOf('a', { end: 'gone' })), /no longer exists/);
    assert.match(end(runOf('a', { end: 'refused' })), /can't read it/);
  });
});
