import { countAuditRequests, findNewestAudit, setAuditResponse } from '../../kit/audits.ts';
import { expect, test } from '../fixtures.ts';
import { acceptCategories, findAuditRow, startEnvironmentAudit, startUrlAudit } from '../kit/auditRows.ts';

/** The description of the performance category, in plain words. */
const performance = /^Performance .*times/;
const categories = [
  /^Connection .*reachability/,
  /^Tool descriptions .*tools/,
  /^Resource descriptions .*resources/,
  performance,
  /^End-to-end tasks .*complete a task/,
];
const others = categories.filter((one) => one !== performance);

test.describe('a new audit', () => {
  test('asks for categories; unselected ones are excluded, and remembered for this target only', async ({
    workbench,
    service,
  }) => {
    setAuditResponse(service, { status: 'pending', report: null });
    await workbench.row('billing-mcp').click();
    await startEnvironmentAudit(workbench, 'billing-mcp', 'staging');
    await expect(workbench.checked).toHaveText(categories);
    // Without any category, there is no audit.
    for (const one of categories) await workbench.choose(workbench.item(one));
    await workbench.input.fill('end');
    await workbench.input.press('Enter');
    await expect(workbench.inputPlaceholder).toHaveText('Nothing is selected. Select what to check.');
    await expect(workbench.inputTitle).toHaveText('Run Audit for billing-mcp/staging');
    await expect(workbench.input).toHaveValue('');
    expect(countAuditRequests(service)).toBe(0);
    for (const one of others) {
      await workbench.choose(workbench.item(one));
    }
    await workbench.input.press('Enter');
    const row = findAuditRow(
      workbench,
      /^checking\.\.\., excluding Performance, audit of billing-mcp\/staging/,
    );
    await expect(row).toBeSelected();
    const sent = findNewestAudit(service);
    expect(sent?.projectId).toBeDefined();
    expect(sent?.teamId).toBe(service.world.projects.get(sent?.projectId ?? '')?.teamId);
    expect([...(sent?.excluded ?? [])]).toEqual(['performance']);
    expect(countAuditRequests(service)).toBe(1);

    await startEnvironmentAudit(workbench, 'billing-mcp', 'staging');
    await expect(workbench.checked).toHaveText(others);
    await workbench.input.press('Escape');
    await startEnvironmentAudit(workbench, 'billing-mcp', 'production');
    await expect(workbench.checked).toHaveCount(categories.length);
    await workbench.input.press('Escape');
    await expect(workbench.input).toBeHidden();
    expect(countAuditRequests(service)).toBe(1);
  });

  test('accepts any HTTPS URL, and rejects invalid ones in the prompt', async ({ workbench, service }) => {
    setAuditResponse(service, { status: 'pending', report: null });
    await workbench.run('Run Audit...');
    await expect(workbench.item('staging').first()).toBeVisible();
    await workbench.choose(workbench.item('Another URL...'));
    for (const [typed, rule] of [
      ['http://mcp.example.com/mcp', 'must begin with https://'],
      ['https://me:held9@mcp.example.com/mcp', "can't contain a user name or password"],
      ['javascript:alert(1)', 'must begin with https://'],
      ['mcp server', 'such as mcp.example.com/mcp'],
    ] as const) {
      await workbench.enter(typed);
      await expect(workbench.inputMessage).toContainText(rule);
      await expect(workbench.input).toHaveValue(typed);
    }
    await expect(workbench.inputTitle).toHaveText('Run Audit (1/2)');
    await workbench.enter('https://mcp.invalid/mcp?key=held9');
    await expect(workbench.item('End-to-end tasks')).toBeVisible();
    await expect(workbench.inputTitle).toHaveText('Run Audit for mcp.invalid/mcp (2/2)');
    expect(countAuditRequests(service)).toBe(0);
    await workbench.input.press('Enter');
    await expect(workbench.inputMessage).toContainText('named mcp.invalid');
    await expect(workbench.input).toHaveValue('https://mcp.invalid/mcp?key=held9');
    expect(countAuditRequests(service)).toBe(1);
    // A list that was closed by mistake can be opened again.
    await workbench.input.press('Escape');
    await startUrlAudit(workbench);
    await expect(workbench.input).toHaveValue('https://mcp.invalid/mcp?key=held9');
    // Without a scheme, a URL is HTTPS.
    await workbench.enter('mcp.example.com/mcp?key=held9');
    await acceptCategories(workbench);
    const row = findAuditRow(workbench, /^checking\.\.\., audit of mcp\.example\.com\/mcp/);
    await expect(row).toBeVisible();
    expect(findNewestAudit(service)?.targetUrl).toBe('https://mcp.example.com/mcp?key=held9');

    // The URL with its query isn't stored. No visible text contains it, and the next audit asks for it again.
    await expect(row.tooltip()).toContainText('query string');
    expect(
      [workbench.seen(), row.tooltip().allInnerTexts(), workbench.fakeEditor.log].join('\n'),
    ).not.toContain('held9');
    await workbench.runOn(row, 'Rerun Audit');
    await expect(workbench.input).toHaveValue('https://mcp.example.com/mcp');
    expect(countAuditRequests(service)).toBe(2);
  });

  test('is not sent again if its response is lost', async ({ workbench, service }) => {
    await expect(workbench.audits).toContainText('No audits yet.');
    await workbench.welcome('Run Audit').click();
    await workbench.choose(workbench.item('Another URL...'));
    await workbench.enter('https://mcp.example.com/mcp');
    service.faults.add({ match: { method: 'POST' }, drop: 'afterWork', times: 1 });
    await acceptCategories(workbench);
    await expect(workbench.notification('unknown whether an audit of mcp.example.com/mcp')).toBeVisible();
    expect(countAuditRequests(service)).toBe(1);
    await expect(workbench.audits).toContainText('No audits yet.');
  });

  test('is not sent for an environment whose URL the specification excludes', async ({
    workbench,
    service,
  }) => {
    await workbench.row('weather-tools').click();
    await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Run Audit...');
    const failure = workbench.notification(
      /weather-tools\/production.* must begin with https:\/\/.*: http:\/\//,
    );
    await failure.getByRole('button', { name: 'Another URL...' }).click();
    await expect(workbench.inputMessage).toContainText('MCP server URL');
    expect(countAuditRequests(service)).toBe(0);
  });
});
