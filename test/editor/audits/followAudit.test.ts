import * as vscode from 'vscode';
import { SettingId } from '../../../src/ids.ts';
import { countAuditRequests, findNewestAudit, finishAudits, setAuditResponse } from '../../kit/audits.ts';
import { expect, test } from '../fixtures.ts';
import { acceptCategories, auditUrl, findAuditRow, startEnvironmentAudit } from '../kit/auditRows.ts';
import type { HostWindow } from '../window.ts';

/** Waits until a later audit is reported. An earlier one would have been reported before it. */
async function endLater(workbench: HostWindow, host = 'later.example.com'): Promise<void> {
  workbench.showAudits(true);
  await auditUrl(workbench, `https://${host}/mcp`);
  await expect(findAuditRow(workbench, new RegExp(`^checking\\.\\.\\., audit of ${host}`))).toBeVisible();
  workbench.showAudits(false);
}

test.describe('a running audit', () => {
  test('shows its progress in its row and the badge, without messages', async ({ workbench, service }) => {
    // The test sets every stage of the audit, because the sample's own audit would end too soon.
    setAuditResponse(service, { status: 'pending', report: null });
    await workbench.row('billing-mcp').click();
    await startEnvironmentAudit(workbench, 'billing-mcp', 'staging');
    await workbench.choose(workbench.item('Performance'));
    await acceptCategories(workbench);
    const row = findAuditRow(
      workbench,
      /^checking\.\.\., excluding Performance, audit of billing-mcp\/staging/,
    );
    await expect(row).toHaveIcon('sync~spin');
    await expect(workbench.auditsDescription).toHaveText('1 running');
    // A badge would be added to the number of failures in the Projects view.
    await expect(workbench.auditsBadge).toHaveCount(0);
    await auditUrl(workbench, 'https://other.example.com/mcp');
    await expect(workbench.auditsDescription).toHaveText('2 running');
    setAuditResponse(service, { status: 'quantum', report: null });
    await expect(findAuditRow(workbench, /^unknown status \(quantum\), excluding/)).toHaveIcon('question');
    await expect(workbench.auditsDescription).toHaveText('');
    finishAudits(service);
    await expect(
      findAuditRow(workbench, /^1 warning, just now · excluding Performance/).icon('warning'),
    ).toBeVisible();
    await expect(findAuditRow(workbench, /^1 failure, 1 warning, just now/)).toBeVisible();
    await expect(workbench.auditsDescription).toHaveText('');
    expect(countAuditRequests(service)).toBe(2);
    setAuditResponse(service, { status: 'pending', report: null });
    await endLater(workbench);
    finishAudits(service);
    await expect(workbench.notification('')).toContainText(['later.example.com/mcp finished']);
  });

  test('shows its duration, updated every minute', async ({ workbench, service }) => {
    setAuditResponse(service, { status: 'pending', report: null });
    await auditUrl(workbench);
    await expect(findAuditRow(workbench, /^checking\.\.\., audit of mcp/)).toBeVisible();
    const { now } = Date;
    try {
      for (const minutes of [2, 3]) {
        Date.now = () => now() + minutes * 60_000;
        await expect(
          findAuditRow(workbench, new RegExp(`^checking\\.\\.\\., ${minutes} minutes, audit of mcp`)),
        ).toBeVisible();
      }
    } finally {
      Date.now = now;
    }
  });

  test('that ends out of view is reported once, with its report', async ({ workbench, service }) => {
    setAuditResponse(service, { status: 'pending', report: null });
    await endLater(workbench);
    await expect(workbench.notification('')).toHaveCount(0);
    finishAudits(service);
    const message = workbench.notification('later.example.com/mcp finished: 1 failure, 1 warning.');
    await expect(message).toHaveIcon('warning');
    await expect(message.getByRole('button')).toHaveText(['Open Report', "Don't Show Again"]);
    await message.getByRole('button', { name: 'Open Report' }).click();
    await expect(workbench.tab(/^Audit: \/mcp · later/)).toBeSelected();
  });

  test('is not reported when its report is visible', async ({ workbench, service }) => {
    setAuditResponse(service, { status: 'pending', report: null });
    await auditUrl(workbench);
    await findAuditRow(workbench, /^checking\.\.\./).click();
    await expect(workbench.tab('Audit: mcp.example.com')).toBeSelected();
    await endLater(workbench);
    finishAudits(service);
    await expect(workbench.notification('')).toContainText(['later.example.com/mcp finished']);
  });

  test('is not reported after the user turns that off, until the setting is turned on again', async ({
    workbench,
    service,
  }) => {
    setAuditResponse(service, { status: 'pending', report: null });
    await endLater(workbench, 'first.example.com');
    finishAudits(service);
    const never = { name: "Don't Show Again" };
    await workbench.notification('first.example.com').getByRole('button', never).click();
    const shows = (): unknown => vscode.workspace.getConfiguration().get(SettingId.auditMessages);
    await expect.poll(shows).toBe(false);
    setAuditResponse(service, { status: 'pending', report: null });
    await endLater(workbench, 'second.example.com');
    finishAudits(service);
    await expect(workbench.auditsDescription).toHaveText('');
    const { Global } = vscode.ConfigurationTarget;
    await vscode.workspace.getConfiguration().update(SettingId.auditMessages, undefined, Global);
    setAuditResponse(service, { status: 'pending', report: null });
    await endLater(workbench, 'third.example.com');
    finishAudits(service);
    await expect(workbench.notification('finished')).toContainText(['third.example.com/mcp']);
  });

  test('is reported in the status bar while no view is visible', async ({ workbench, service }) => {
    setAuditResponse(service, { status: 'pending', report: null });
    workbench.showView(false);
    await auditUrl(workbench);
    await expect
      .poll(() => workbench.fakeEditor.statusTexts)
      .toContain('$(sync~spin) The audit of mcp.example.com/mcp is running');
    await expect(workbench.auditsDescription).toHaveText('1 running');
  });

  test('can end without a report', async ({ workbench, service }) => {
    workbench.showAudits(false);
    setAuditResponse(service, { status: 'completed', report: null });
    await auditUrl(workbench);
    const message = workbench.notification('finished without a report');
    await expect(message.getByRole('button')).toHaveText(["Don't Show Again"]);
    workbench.showAudits(true);
    await expect(
      findAuditRow(workbench, /^finished without a report, just now, audit of mcp\.example\.com/),
    ).toBeVisible();
  });

  test('that failed can be rerun from its message', async ({ workbench, service }) => {
    workbench.showAudits(false);
    setAuditResponse(service, { status: 'failed', report: null });
    await auditUrl(workbench, 'https://mcp.example.com/audit-fails');
    const message = workbench.notification("couldn't be completed");
    await expect(message).toHaveIcon('warning');
    workbench.showAudits(true);
    await expect(findAuditRow(workbench, /^couldn't be completed/)).toBeVisible();
    setAuditResponse(service, { status: 'pending', report: null });
    await message.getByRole('button', { name: 'Rerun Audit' }).click();
    await expect(findAuditRow(workbench, /^mcp\.example\.com\/audit-fails, 2 audits/)).toBeVisible();
    expect(countAuditRequests(service)).toBe(2);
    expect(findNewestAudit(service)?.targetUrl).toBe('https://mcp.example.com/audit-fails');
  });

  test('continues after a restart, and its end is then reported', async ({ workbench, service }) => {
    setAuditResponse(service, { status: 'pending', report: null });
    await auditUrl(workbench);
    await expect(findAuditRow(workbench, /^checking\.\.\., audit of mcp\.example\.com\/mcp/)).toBeVisible();
    await workbench.reload();
    await expect(findAuditRow(workbench, /^checking\.\.\./)).toBeVisible();
    await expect(workbench.auditsDescription).toHaveText('1 running');
    workbench.showAudits(false);
    finishAudits(service);
    await expect(workbench.notification('mcp.example.com/mcp finished: 1 failure, 1 warning.')).toBeVisible();
    workbench.showAudits(true);
    await expect(findAuditRow(workbench, /^1 failure, 1 warning/)).toBeVisible();
    expect(countAuditRequests(service)).toBe(1);
  });
});
