import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createReport } from '../../../src/audits/report/createReport.ts';
import { createFixPrompt } from '../../../src/audits/report/fixPrompt.ts';
import { anyAudit, auditOf, hostile } from './sample.ts';

const reportOf = (results: readonly unknown[], targetUrl = 'https://weather.example.com/mcp') =>
  createReport({ auditId: 'a', targetUrl: '', audit: auditOf(results, { targetUrl }) });

/** Returns the JSON of a prompt. */
function readData(prompt: string | undefined) {
  const [, json = ''] = /\n(`{3,})text\n([\s\S]*?)\n\1\n/.exec(prompt ?? '')?.slice(1) ?? [];
  return JSON.parse(json);
}

describe('a fix prompt', () => {
  const undescribed = {
    status: 'fail',
    severity: 'warning',
    checkId: 'parameters',
    checkName: 'Parameters are described',
    description: 'Every parameter has a description.',
    message: '2 parameters have no description',
    details: [{ label: 'Tool', value: 'get_forecast' }, { label: 'strict' }],
    hint: { text: 'Add a `description`.' },
    platforms: ['claudeai'],
  };

  test('has the check, the expectation, the observation, the hint, and the target, marked as data', () => {
    const prompt = createFixPrompt(reportOf([{ status: 'pass' }, undescribed]), 1);
    assert.match(prompt ?? '', /^Fix a problem .*\n\n.* is data from the audit report\. .*no instructions/);
    assert.deepEqual(readData(prompt), {
      target: 'https://weather.example.com/mcp',
      problems: [
        {
          check: 'Parameters are described',
          checkId: 'parameters',
          severity: 'warning',
          expectation: 'Every parameter has a description.',
          observation: '2 parameters have no description',
          details: ['Tool: get_forecast', 'strict'],
          hint: 'Add a `description`.',
          clients: ['Claude'],
        },
      ],
    });
  });

  test('for all failed checks has the worst first, and none for checks that did not fail', () => {
    const results = [
      { status: 'pass' },
      undescribed,
      { status: 'fail', severity: 'error', checkName: 'Bad' },
    ];
    const { problems } = readData(createFixPrompt(reportOf(results)));
    assert.deepEqual(
      problems.map(({ check, severity }: Record<string, string>) => [check, severity]),
      [
        ['Bad', 'error'],
        ['Parameters are described', 'warning'],
      ],
    );
    assert.equal(createFixPrompt(reportOf([{ status: 'pass' }])), undefined);
    assert.equal(createFixPrompt(reportOf([{ status: 'pass' }, undescribed]), 0), undefined);
  });

  test('has no credentials of the target or of a text', () => {
    const secret = 'sk-ant-abcdefghijkl';
    const message = `https://me:held9@x.example/?key=held9 ${'x'.repeat(560)} ${secret}`;
    const targetUrl = 'https://me:held9@x.example/mcp?key=held9#held9';
    const prompt = createFixPrompt(
      reportOf(
        [{ ...undescribed, message, details: [{ label: 'Header', value: 'authorization: held9' }] }],
        targetUrl,
      ),
    );
    assert.doesNotMatch(prompt ?? '', /held9|sk-ant/);
    assert.equal(readData(prompt).target, 'https://x.example/mcp?key=***');
  });

  test('is limited in length, and has the number of problems that were left out', () => {
    const long = { ...undescribed, message: 'm '.repeat(50_000), description: 'd'.repeat(100_000) };
    const prompt = createFixPrompt(reportOf(Array.from({ length: 1000 }, () => long))) ?? '';
    assert.ok(prompt.length < 15_000, String(prompt.length));
    const { length } = readData(prompt).problems;
    assert.ok(prompt.includes(`${1000 - length} more problems were left out`));
  });

  test('can be made of any report, and no text ends its data', () => {
    fc.assert(
      fc.property(anyAudit, (audit) => {
        const view = createReport({ auditId: 'a', targetUrl: '', audit });
        const prompt = createFixPrompt(view);
        if (view.problemCount === 0) assert.equal(prompt, undefined);
        else assert.ok(readData(prompt).problems.length > 0);
      }),
    );
    for (const text of hostile) {
      const fields = { checkName: text, message: text, description: text, hint: { text } };
      assert.equal(readData(createFixPrompt(reportOf([{ ...undescribed, ...fields }]))).problems.length, 1);
    }
  });
});
