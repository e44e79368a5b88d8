import { expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

test.use({
  serviceOptions: { seed: 7, typicalOnly: true },
  contextOptions: {
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  },
});

test('audit report: its parts, filtered, hostile', async ({ workbench, page, service }, info) => {
  const open = async (auditId: string) => {
    await workbench.run('Open Audit Report');
    await expect(workbench.inputMessage).toContainText(/\bID\b/);
    await workbench.enter(auditId);
    await expect(workbench.webview.locator('h1')).toBeVisible();
    // The icons are a font, which loads later.
    await workbench.webview.locator('body').evaluate(() => document.fonts.ready.then(() => undefined));
    return workbench.webview;
  };
  const report = await open('aud_rich');
  await expect(report.locator('.kind.pass')).toBeAttached();
  await take(page, info, 'audit-report');
  await report.locator('.kind.warning').scrollIntoViewIfNeeded();
  await page.mouse.move(760, 600);
  await report.locator('.kind.info h2').scrollIntoViewIfNeeded();
  await expect(report.locator('.kind.info h2')).toBeInViewport();
  await take(page, info, 'audit-report-below');
  await report.locator('.kind.pass > details > summary').press('Enter');
  await page.mouse.wheel(0, 5000);
  await expect(report.locator('.kind.pass h2')).toBeInViewport();
  await take(page, info, 'audit-report-end');
  await report.getByRole('button', { name: 'Informational' }).click();
  await report.getByRole('textbox', { name: 'Filter checks' }).fill('tool');
  await expect(report.locator('.filter-bar').getByRole('status')).toContainText(' of 14');
  await take(page, info, 'audit-report-filtered');
  await report.getByRole('button', { name: 'Clear Filters' }).first().click();
  await workbench.runOther('View: Split Editor Right');
  await expect(report.locator('.kind.failure').first()).toBeAttached();
  await take(page, info, 'audit-report-split');
  await workbench.runOther('View: Close Editor Group');
  const views = await open('aud_views');
  await expect(views.locator('.screenshots figure img')).toHaveCount(2);
  await views.locator('.screenshots').scrollIntoViewIfNeeded();
  await take(page, info, 'audit-report-pictures');
  await views.getByRole('button', { name: 'Enlarge the screenshot for ChatGPT' }).click();
  await expect(views.getByRole('dialog')).toBeVisible();
  await take(page, info, 'audit-report-enlarged');
  await page.keyboard.press('Escape');
  service.faults.add({ match: { path: '/v1/beacon/audits/' }, alters: 'newerAudit' });
  const hostileReport = await open('aud_odd');
  await expect(hostileReport.locator('.others')).toBeAttached();
  await hostileReport.getByRole('article', { name: '<b>Markup</b>' }).scrollIntoViewIfNeeded();
  await take(page, info, 'audit-report-odd');
});
