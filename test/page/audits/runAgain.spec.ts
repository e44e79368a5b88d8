import { countAuditRequests, findNewestAudit, finishAudits } from '../../kit/audits.ts';
import { expect, test } from '../fixtures.ts';
import { openReport, runFromMenu } from './reportPage.ts';

const finished = 'The audit of weather.example.com';

test('an audit reruns from its report, which is compared with another one', async ({
  workbench,
  service,
}) => {
  const report = await openReport(workbench, 'aud_rich');
  await report.getByRole('button', { name: 'Rerun Audit' }).click();
  // With the most recently selected categories, because those of this audit aren't known.
  await expect(workbench.item('End-to-end tasks')).toBeVisible();
  await workbench.input.press('Enter');
  await expect.poll(() => countAuditRequests(service)).toBe(1);
  finishAudits(service);
  await workbench.notification(finished).getByRole('button', { name: 'Open Report' }).click();
  // Two audits of one host have different titles.
  await expect(workbench.tab(/^Audit: \/audit-rich\/mcp · weather\.example\.com, .*\d:\d\d/)).toHaveCount(2);

  // An audit that isn't in the history can be compared with one in the history, or with any audit by its ID.
  await workbench.run('Open Audit Report');
  await workbench.choose(workbench.item('Enter Audit ID...'));
  await workbench.enter('aud_rich');
  await expect(report.locator('.facts')).toContainText('aud_rich');
  await runFromMenu(report, 'Compare');
  await expect(workbench.item('weather.example.com')).toHaveCount(1);
  await workbench.choose(workbench.item('Enter Audit ID...'));
  await expect(workbench.inputMessage).toContainText('to compare with');
  await workbench.enter('aud_rich');
  await expect(workbench.inputMessage).toContainText('same audit');
  await workbench.enter('aud_before');
  await expect(report.locator('.facts')).toContainText('aud_rich');
  await expect(report.getByRole('region', { name: /^Compared with/ })).toContainText('Still failing');
});

test('an audit in the history reruns without a prompt; either report compares the later with the earlier one', async ({
  workbench,
  service,
}) => {
  const targetUrl = 'https://weather.example.com/mcp';
  await workbench.run('Run Audit...', { targetUrl, excludeCategories: ['performance'] });
  await expect.poll(() => countAuditRequests(service)).toBe(1);
  finishAudits(service);
  const message = workbench.notification(finished);
  await message.getByRole('button', { name: 'Open Report' }).click();
  const report = workbench.webview;
  const older = findNewestAudit(service)?.id ?? '';
  await expect(report.locator('.facts')).toContainText(older);
  await report.getByRole('button', { name: 'Rerun Audit' }).click();
  await expect.poll(() => countAuditRequests(service)).toBe(2);
  finishAudits(service);
  await message.getByRole('button', { name: 'Open Report' }).click();
  const newer = findNewestAudit(service)?.id ?? '';
  await expect(report.locator('.facts')).toContainText(newer);
  await expect(report.locator('body')).toContainText('Compared with');

  await workbench.run('Open Audit Report');
  await workbench.choose(workbench.item(older));
  await expect(report.locator('.facts')).toContainText(older);
  await expect(report.locator('body')).not.toContainText('Compared with');
  await runFromMenu(report, 'Compare');
  await expect(report.locator('.facts')).toContainText(newer);
  await expect(report.locator('body')).toContainText('Compared with');
});
