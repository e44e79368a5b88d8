import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createReportTexts } from '../../../src/audits/pageTexts.ts';
import { createReport } from '../../../src/audits/report/createReport.ts';
import { parseReportIdentity, reportPage } from '../../../src/audits/reportProtocol.ts';
import { anyAudit, auditOf } from './sample.ts';

const { readFromPage, readToPage } = reportPage;
const identity = { baseUrl: 'https://a.example', auditId: 'aud_1', targetUrl: 'https://weather.example.com' };
const around = { identity, toolCheckIndexes: [0], hasAudit: true, canCompare: false };
const overTheWire = (message: object): unknown => JSON.parse(JSON.stringify(message));

describe('what the page of a report and its host say to each other', () => {
  test('is every report there can be, whole', () => {
    fc.assert(
      fc.property(anyAudit, anyAudit, (audit, previous) => {
        const view = createReport({ auditId: 'aud_1', targetUrl: '', audit, previous });
        const message = { kind: 'state', state: { ...around, view } };
        assert.deepEqual(readToPage(overTheWire(message)), overTheWire(message));
      }),
      { numRuns: 50 },
    );
  });

  test('is one of what was agreed, and nothing else', () => {
    const view = createReport({ auditId: 'aud_1', targetUrl: '', audit: auditOf([{}]) });
    const start = { kind: 'start', texts: createReportTexts(), state: { ...around, view } };
    assert.deepEqual(readToPage(overTheWire(start)), start);
    for (const wrong of [
      { kind: 'show', ...start.state },
      { ...start, texts: { title: 1 } },
      { ...start, state: { ...start.state, view: { ...view, sections: [{ kind: 'failure' }] } } },
      { ...start, state: { ...start.state, toolCheckIndexes: ['0'] } },
      { ...start, state: view },
      'start',
    ]) {
      assert.equal(readToPage(wrong), undefined, JSON.stringify(wrong));
    }
    for (const said of [
      { kind: 'ready', zone: 'UTC' },
      { kind: 'export' },
      { kind: 'findInWorkspace', index: 3 },
    ]) {
      assert.deepEqual(readFromPage(said), said);
    }
    for (const wrong of [{ kind: 'findInWorkspace' }, { kind: 'run', command: 'x' }, null]) {
      assert.equal(readFromPage(wrong), undefined);
    }
  });

  test('of what the editor kept, nothing but the audit is taken', () => {
    assert.deepEqual(parseReportIdentity({ identity, filter: 'x' }), identity);
    for (const one of [undefined, {}, { identity: { ...identity, auditId: '' } }]) {
      assert.equal(parseReportIdentity(one), undefined);
    }
  });
});
