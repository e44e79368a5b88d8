import { countAuditRequests, findNewestAudit, finishAudits, setAuditResponse } from '../../kit/audits.ts';
import { expect, test } from '../fixtures.ts';
import { acceptCategories, findAuditRow, startEnvironmentAudit } from '../kit/auditRows.ts';

test('an audit reruns without a prompt, and is compared with the previous one that has a report', async ({
  workbench,
  service,
}) => {
  const target = (count: string) => findAuditRow(workbench, new RegExp(`^billing-mcp/staging, ${count}`));
  await workbench.row('billing-mcp').click();
  await startEnvironmentAudit(workbench, 'billing-mcp', 'staging');
  await workbench.choose(workbench.item('Performance'));
  await acceptCategories(workbench);
  await expect(findAuditRow(workbench, /audit of billing-mcp\/staging/)).toBeVisible();
  finishAudits(service);
  const first = findAuditRow(workbench, /^1 warning, just now/);
  await expect(first).toBeVisible();
  expect(await workbench.menuOf(first)).not.toContain('Compare Audit with Previous');
  await first.click();
  await expect(workbench.tab(/^Audit: /)).toHaveCount(1);

  await workbench.runOn(first, 'Rerun Audit');
  await expect(target('2 audits')).toBeVisible();
  expect([...(findNewestAudit(service)?.excluded ?? [])]).toEqual(['performance']);
  finishAudits(service);
  // Now there is an audit to compare with.
  await expect(first).toHaveCount(2);
  await workbench.run('Compare Audit with Previous', { auditId: findNewestAudit(service)?.id });
  // Two audits of one host have different titles.
  await expect(workbench.tab(/^Audit: .*\d:\d\d/)).toHaveCount(2);
  expect(countAuditRequests(service)).toBe(2);
  const newer = findNewestAudit(service)?.id ?? '';

  // The row of the target stands for its latest audit, which has no report.
  setAuditResponse(service, { status: 'completed', report: null });
  await workbench.runOn(target('2 audits'), 'Rerun Audit');
  await expect(
    findAuditRow(workbench, /^finished without a report, just now · excluding Performance/),
  ).toBeVisible();
  expect(countAuditRequests(service)).toBe(3);

  // The Command Palette offers only audits that have a previous one. Others can be entered by ID.
  await workbench.run('Compare Audit with Previous');
  await expect(workbench.item('billing-mcp/staging')).toHaveCount(1);
  await expect(workbench.item('Enter Audit ID...')).toBeVisible();
  await workbench.input.fill(newer);
  await expect(workbench.item('billing-mcp/staging')).toContainText('1 warning · ');
});
