import { findNewestAudit, setAuditResponse } from '../../kit/audits.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { acceptCategories, findAuditRow, startEnvironmentAudit } from '../kit/auditRows.ts';
import { getToolError, invokeTool, readRecords } from './invokeTool.ts';

test.describe('The agent tool that reads an audit', () => {
  test('returns the failed checks, the most severe first, also of hostile servers', async () => {
    const result = await invokeTool('read_audit', { auditId: 'aud_rich' });
    expect(result).toMatch(/^\d+ of \d+ checks failed\. Failures: \d+, .*the most severe first\./);
    const severities = readRecords(result).map(({ severity }) => severity);
    expect(severities.length).toBeGreaterThan(2);
    expect(severities).toEqual(
      severities.toSorted((a, b) => order.indexOf(String(a)) - order.indexOf(String(b))),
    );
    expect(readRecords(result)[0]).toHaveProperty('audit', 'aud_rich');

    const odd = await invokeTool('read_audit', { auditId: 'aud_odd' });
    expect(odd).not.toMatch(/(?!\n)\p{Cc}|[\u202e\u200b]/u);

    const many = await invokeTool('read_audit', { auditId: 'aud_many' }, { tokenBudget: 2000 });
    expect(many.length).toBeLessThanOrEqual(8000);
    const offset = Number(/with the offset (\d+)\./.exec(many)?.[1]);
    const rest = await invokeTool('read_audit', { auditId: 'aud_many', offset }, { tokenBudget: 2000 });
    expect(readRecords(rest)[0]?.['check']).not.toBe(readRecords(many)[0]?.['check']);
    expect(await getToolError('read_audit', { auditId: 'aud_none' })).toContain(
      'auditId: the service has no such audit.',
    );
  });

  test('finds the last audit of an environment, which is running, passed, or missing', async ({
    workbench,
    service,
  }) => {
    const environment = 'billing-mcp/staging';
    expect(await invokeTool('read_audit', { environment })).toMatch(
      /No audit of this environment .* The user must run the command "Hosted MCP: Run Audit\.\.\."\./,
    );
    await workbench.row('billing-mcp').click();
    const results = [
      { checkId: 'one', checkName: 'Has tools', status: 'pass' },
      {
        checkId: 'two',
        checkName: 'Responds',
        status: 'fail',
        message: 'token=abcdef123456',
        severity: 'info',
      },
    ];
    setAuditResponse(service, { status: 'partial', report: { results } });
    await startEnvironmentAudit(workbench, 'billing-mcp', 'staging');
    await acceptCategories(workbench);
    await expect.poll(() => findNewestAudit(service)?.projectId).toBeTruthy();
    await expect(findAuditRow(workbench, /staging/)).toBeVisible();
    const partial = await invokeTool('read_audit', { environment });
    expect(partial).toMatch(
      /^Still running: 2 of 2 checks completed\. Informational: 1, Passed: 1\. .* again later/,
    );
    expect(readRecords(partial)).toEqual([
      expect.objectContaining({ check: 'Responds', severity: 'info', status: 'partial' }),
    ]);
    expect(partial).not.toContain('abcdef123456');
    setAuditResponse(service, { status: 'completed', report: { results: results.slice(0, 1) } });
    const passed = await invokeTool('read_audit', { environment });
    expect(passed).toBe('All checks passed. Passed: 1.');
  });
});

const order = ['error', 'warning', 'info'];

test.describe('The agent tool that compares variables', () => {
  test('returns names, and never values', async ({ service }) => {
    const first = 'weather-tools/production';
    const second = 'weather-tools/staging';
    const result = await invokeTool('compare_variables', { first, second });
    const secondId = findEnvironmentId(service, 'weather-tools', 'staging');
    const variables = [...service.world.variables.values()];
    const secondNames = variables.filter((one) => one.environmentId === secondId).map(({ key }) => key);
    const records = readRecords(result);
    expect(
      records
        .filter((one) => one['in'] !== 'first')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(secondNames.sort());
    expect(records.filter((one) => one['in'] === 'first').length).toBeGreaterThan(0);
    const values = variables.map(({ value }) => value).filter((value) => value.length >= 6);
    expect(values.length).toBeGreaterThan(2);
    expect(values.filter((value) => result.includes(value))).toEqual([]);
    const same = await invokeTool('compare_variables', { first, second: first });
    expect(same).toContain('Only in the first environment: 0. Only in the second one: 0.');
    const empty = await invokeTool('compare_variables', {
      first: 'docs-search/quiet',
      second: 'docs-search/quiet',
    });
    expect(empty).toContain('In both: 0.');
  });
});
