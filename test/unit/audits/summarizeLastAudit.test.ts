import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditRecord } from '../../../src/audits/auditRecord.ts';
import { summarizeLastAudit } from '../../../src/audits/summarizeLastAudit.ts';

const counts = { failure: 0, warning: 2, info: 0, other: 0, pending: 0, skip: 0, pass: 5 };
const record = (id: string, more: Partial<AuditRecord> = {}): AuditRecord => ({
  id,
  targetUrl: 'https://a.example/mcp',
  startedAt: 7,
  followedFrom: 7,
  changedAt: 7,
  excludeCategories: [],
  status: 'completed',
  end: 'over',
  counts,
  ...more,
});

describe('the last audit of an environment', () => {
  test('is the newest one of the environment, or of its URL', () => {
    const find = (records: readonly AuditRecord[], url?: string) =>
      summarizeLastAudit(records, 'e', url)?.auditId;
    const records = [
      record('other', { environmentId: 'f' }),
      record('url'),
      record('own', { environmentId: 'e' }),
    ];
    assert.equal(find(records, 'https://a.example/mcp?key=1'), 'url');
    assert.equal(find(records, 'https://b.example/mcp'), 'own');
    assert.equal(find(records), 'own');
    assert.equal(find(records.slice(0, 1), 'https://a.example/mcp'), undefined);
    assert.equal(find(records.slice(0, 2), 'not a URL'), undefined);
  });

  test('has its result, and a tone only if it has a report', () => {
    const summarize = (more: Partial<AuditRecord>) =>
      summarizeLastAudit([record('a', { environmentId: 'e', ...more })], 'e', undefined);
    assert.deepEqual(summarize({}), {
      auditId: 'a',
      startedAt: 7,
      isRunning: false,
      result: '2 warnings',
      tone: 'warned',
    });
    const { end: _, ...running } = record('a', { environmentId: 'e', status: 'pending' });
    const summary = summarizeLastAudit([running], 'e', undefined);
    assert.deepEqual([summary?.isRunning, summary?.tone], [true, undefined]);
    assert.equal(summarize({ status: 'failed' })?.tone, undefined);
    assert.equal(summarize({ end: 'gone' })?.tone, undefined);
  });
});
