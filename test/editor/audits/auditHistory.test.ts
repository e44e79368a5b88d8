import { newest, says } from '../../kit/audits.ts';
import { expect, test } from '../fixtures.ts';
import { auditUrl, run } from '../kit/auditRows.ts';

test('an audit can be removed from the history, and brought back', async ({ workbench, service }) => {
  says(service, { status: 'failed', report: null });
  await auditUrl(workbench, 'https://mcp.example.com/audit-fails');
  const row = run(workbench, /^couldn't be completed/);
  await workbench.runOn(row, 'Copy Audit ID');
  await expect.poll(() => workbench.clipboard()).toBe(newest(service)?.id);
  await row.click();
  // As the key does.
  await workbench.run('Remove Audit from History', { isSelected: true });
  await expect(row).toHaveCount(0);
  await expect(workbench.welcome('Run Audit')).toBeVisible();
  await workbench
    .notification('is removed from the history here.')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(row).toBeVisible();
  await expect(workbench.welcome('Run Audit')).toHaveCount(0);
  await workbench.reload();
  await expect(row).toBeVisible();
});

test.describe('nobody is signed in', () => {
  test.use({ connect: 'service' });

  test('the view of the audits offers to', async ({ workbench }) => {
    await expect(workbench.audits).toContainText('Sign in to run audits');
  });
});
