import { findNewestAudit, setAuditResponse } from '../../kit/audits.ts';
import { expect, test } from '../fixtures.ts';
import { auditUrl, findAuditRow } from '../kit/auditRows.ts';

test('an audit can be removed from the history, and brought back', async ({ workbench, service }) => {
  setAuditResponse(service, { status: 'failed', report: null });
  await auditUrl(workbench, 'https://mcp.example.com/audit-fails');
  const row = findAuditRow(workbench, /^couldn't be completed/);
  await workbench.runOn(row, 'Copy Audit ID');
  await expect.poll(() => workbench.clipboard()).toBe(findNewestAudit(service)?.id);
  await row.click();
  // The key binding passes this argument.
  await workbench.run('Remove Audit from History', { isSelected: true });
  await expect(row).toHaveCount(0);
  await expect(workbench.welcome('Run Audit')).toBeVisible();
  await workbench.notification('was removed from').getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await expect(workbench.welcome('Run Audit')).toHaveCount(0);
  await workbench.reload();
  await expect(row).toBeVisible();
});

test('a target with one audit has one row, and with several audits a row for each', async ({
  workbench,
  service,
}) => {
  setAuditResponse(service, { status: 'failed', report: null });
  await auditUrl(workbench, 'https://mcp.example.com/mcp');
  const rows = findAuditRow(workbench, /mcp\.example\.com/);
  await expect(findAuditRow(workbench, /^couldn't be completed.* audit of mcp\.example/)).toBeVisible();
  await expect(rows).toHaveCount(1);
  await rows.click();
  await expect(workbench.tab('Audit: mcp.example.com')).toBeSelected();
  const { item } = await rows.one();
  expect(item.label).toBe('mcp.example.com/mcp');
  expect(item.description).toMatch(/^not completed/);
  expect(item.command?.command).toBe('hostedMcp.showAuditReport');
  await auditUrl(workbench, 'https://mcp.example.com/mcp');
  const target = findAuditRow(workbench, /^mcp\.example\.com\/mcp, 2 audits/);
  await expect(target).toHaveIcon('circle-slash');
  const several = await target.one();
  expect(several.item.command).toBe(undefined);
  expect(several.item.description).toMatch(/^not completed.* · 2 audits$/);
  await expect(rows).toHaveCount(3);
  // Rows that look the same differ in the ID.
  const audits = findAuditRow(workbench, /audit of mcp\.example/);
  await expect(audits).toHaveCount(2);
  const descriptions = audits.all().map(({ item }) => String(item.description));
  const ids = [...service.world.audits.keys()].slice(-2);
  expect(descriptions.sort()).toEqual(ids.map((id) => `just now · ${id}`).sort());

  // Targets with the same host differ in the path.
  await auditUrl(workbench, 'https://mcp.example.com/other');
  const other = await findAuditRow(
    workbench,
    /^couldn't be completed.* audit of mcp\.example\.com\/other/,
  ).one();
  expect(other.item.label).toBe('/other');
  expect(other.item.description).toMatch(/^not completed/);
  await auditUrl(workbench, 'https://other.example.com/other');
  const full = await findAuditRow(workbench, /^couldn't be completed.* audit of other\.example/).one();
  expect(full.item.label).toBe('other.example.com/other');
});

test('the row of a production environment is marked as in the tree of projects', async ({
  workbench,
  service,
}) => {
  setAuditResponse(service, { status: 'quantum', report: null });
  for (const [environmentName, description, mark] of [
    ['production', 'unknown status', ''],
    ['live', 'unknown status · production', ' (PRODUCTION)'],
  ] as const) {
    await workbench.run('Run Audit...', {
      targetUrl: 'https://mcp.example.com/mcp',
      environmentId: `env_${environmentName}`,
      environmentName,
      projectName: 'billing-mcp',
      isProduction: true,
      excludeCategories: [],
    });
    // The accessible name and the tooltip contain the reason for the missing result.
    const name = `billing-mcp/${environmentName}`;
    const row = findAuditRow(
      workbench,
      new RegExp(`^unknown status \\(quantum\\), audit of ${name}${mark.replaceAll(/[()]/g, '\\$&')}$`),
    );
    await expect(row).toBeVisible();
    await expect(row.tooltip()).toContainText(`${name}${mark} unknown status (quantum)`);
    const { item } = await row.one();
    expect([item.label, item.description]).toEqual([name, description]);
  }
});

test('audits of another window appear when this one gets the focus again', async ({
  workbench,
  service,
  globalState,
}) => {
  setAuditResponse(service, { status: 'failed', report: null });
  await auditUrl(workbench, 'https://mcp.example.com/mcp');
  await expect(findAuditRow(workbench, /^couldn't be completed.* audit of mcp\.example/)).toBeVisible();
  const key = `audits ${service.url}`;
  const runs = globalState.get<readonly object[]>(key, []);
  workbench.setFocused(false);
  await globalState.update(key, [
    ...runs,
    { ...runs[0], id: 'aud_elsewhere', targetUrl: 'https://elsewhere.example.com/mcp' },
  ]);
  await expect(findAuditRow(workbench, /audit of elsewhere/)).toHaveCount(0);
  workbench.setFocused(true);
  await expect(findAuditRow(workbench, /audit of elsewhere/)).toBeVisible();
});

test('audits that another window started are followed while only this view is visible', async ({
  workbench,
  service,
  globalState,
}) => {
  setAuditResponse(service, { status: 'pending', report: null });
  await auditUrl(workbench, 'https://mcp.example.com/mcp');
  await expect(findAuditRow(workbench, /^checking\.\.\./)).toBeVisible();
  // An audit of another window. This window doesn't report its end.
  const key = `audits ${service.url}`;
  const id = 'aud_elsewhere';
  const [mine = {}] = globalState.get<readonly object[]>(key, []);
  await globalState.update(key, [{ ...mine, id, targetUrl: 'https://elsewhere.example.com/mcp' }]);
  await workbench.reload();
  await expect(findAuditRow(workbench, /^checking\.\.\..* audit of elsewhere/)).toBeVisible();
  workbench.showProjects(false);
  service.requests.clear();
  await expect.poll(() => service.requests.list().some(({ path }) => path.includes(id))).toBe(true);
});

test.describe('without a sign-in', () => {
  test.use({ connect: 'service' });

  test('the Audits view offers it', async ({ workbench }) => {
    await expect(workbench.audits).toContainText('Sign in to audit');
  });
});
