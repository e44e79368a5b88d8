import { endAudits, newest, posts, says } from '../../kit/audits.ts';
import { expect, test } from '../fixtures.ts';
import { askFor, auditUrl, run, takeCategories } from '../kit/auditRows.ts';

test.describe('an audit that was started', () => {
  test('is followed to its end, whatever the service calls its stages, and its report is offered', async ({
    workbench,
    service,
  }) => {
    // As many stages as a person can see; the sample's own would be over soon.
    says(service, { status: 'pending', report: null });
    await workbench.row('billing-mcp').click();
    await askFor(workbench, 'billing-mcp', 'staging');
    await workbench.choose(workbench.item('performance'));
    await takeCategories(workbench);
    await expect(
      run(workbench, /^pending, now · without performance, audit of staging of billing-mcp/),
    ).toBeVisible();
    await expect(workbench.notification('Auditing staging of billing-mcp: pending')).toBeVisible();
    says(service, { status: 'quantum', report: null });
    await expect(run(workbench, /^quantum, /)).toBeVisible();
    await expect(workbench.notification('Auditing staging of billing-mcp: quantum')).toBeVisible();
    endAudits(service);
    const message = workbench.notification('The audit of staging of billing-mcp is finished: 1 warning.');
    await expect(message.getByRole('button')).toHaveText(['Show Report']);
    await expect(workbench.notification('Auditing')).toHaveCount(0);
    await expect(run(workbench, /^1 warning, now · without performance/).icon('warning')).toBeVisible();
    expect(posts(service)).toBe(1);
    await message.getByRole('button', { name: 'Show Report' }).click();
    await expect(workbench.tab(/^Audit: /)).toBeSelected();
  });

  test('may be over without a report', async ({ workbench, service }) => {
    says(service, { status: 'completed', report: null });
    await auditUrl(workbench);
    const message = workbench.notification('is finished. The service has sent no report.');
    await expect(message).toBeVisible();
    await expect(message.getByRole('button')).toHaveCount(0);
    await expect(run(workbench, /^finished without a report, now, audit of mcp\.example\.com/)).toBeVisible();
  });

  test('that could not be completed is repeated from its message', async ({ workbench, service }) => {
    says(service, { status: 'failed', report: null });
    await auditUrl(workbench, 'https://mcp.example.com/audit-fails');
    const message = workbench.notification('could not be completed');
    await expect(message).toHaveIcon('warning');
    await expect(run(workbench, /^could not be completed/)).toBeVisible();
    says(service, { status: 'pending', report: null });
    await message.getByRole('button', { name: 'Repeat Audit' }).click();
    await expect(run(workbench, /^mcp\.example\.com\/audit-fails, 2 audits/)).toBeVisible();
    expect(posts(service)).toBe(2);
    expect(newest(service)?.targetUrl).toBe('https://mcp.example.com/audit-fails');
  });

  test('goes on when the waiting for it is ended; nobody is told of its end then', async ({
    workbench,
    service,
  }) => {
    says(service, { status: 'pending', report: null });
    await auditUrl(workbench);
    const progress = workbench.notification('Auditing mcp.example.com/mcp: pending');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.notification('goes on in the service.')).toBeVisible();
    await expect(progress).toHaveCount(0);
    endAudits(service);
    await expect(run(workbench, /^1 failure, 1 warning/)).toBeVisible();
    // Of a later one it is told, so that this one's end would have been told by then.
    await auditUrl(workbench, 'https://later.example.com/mcp');
    await expect(run(workbench, /audit of later\.example\.com/)).toBeVisible();
    endAudits(service);
    await expect(workbench.notification('is finished')).toContainText(['later.example.com/mcp']);
  });

  test('goes on after a restart, and its end is told then', async ({ workbench, service }) => {
    says(service, { status: 'pending', report: null });
    await auditUrl(workbench);
    await expect(run(workbench, /^pending, now, audit of mcp\.example\.com\/mcp/)).toBeVisible();
    await workbench.reload();
    await expect(run(workbench, /^pending, /)).toBeVisible();
    endAudits(service);
    await expect(
      workbench.notification('mcp.example.com/mcp is finished: 1 failure, 1 warning.'),
    ).toBeVisible();
    await expect(run(workbench, /^1 failure, 1 warning/)).toBeVisible();
    expect(posts(service)).toBe(1);
  });
});
