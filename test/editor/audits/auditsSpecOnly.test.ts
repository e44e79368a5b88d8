import { findNewestAudit } from '../../kit/audits.ts';
import { expect, test } from '../fixtures.ts';
import { auditUrl, findAuditRow } from '../kit/auditRows.ts';

test.describe('a service that has the specified operations only', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('shows no results, but keeps and shows the ID of an audit', async ({ workbench, service }) => {
    workbench.showAudits(false);
    await auditUrl(workbench);
    const message = workbench.notification("doesn't return audit reports");
    await expect(message).toBeVisible();
    const { id = '' } = findNewestAudit(service) ?? {};
    await expect(message).toContainText(id);
    await message.getByRole('button', { name: 'Copy ID' }).click();
    await expect.poll(() => workbench.clipboard()).toBe(id);
    workbench.showAudits(true);
    const row = findAuditRow(
      workbench,
      /^started, result unknown, just now, audit of mcp\.example\.com\/mcp/,
    );
    await expect(row).toBeVisible();
    await workbench.reload();
    await expect(row).toBeVisible();
    const countRequests = () => service.requests.list().filter(({ path }) => path.includes(id)).length;
    // Requests a later audit, because the earlier one would be requested before it.
    await workbench.clearNotifications();
    workbench.showAudits(false);
    await auditUrl(workbench, 'https://later.example.com/mcp');
    await expect(message).toContainText('later.example.com');
    expect(countRequests()).toBe(1);
    workbench.showAudits(true);
    // Its page has the reason for the missing report.
    await row.click();
    await expect(workbench.tab('Audit: /mcp · mcp.example.com')).toBeSelected();
    expect(countRequests()).toBe(2);
  });
});
