import { expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

test('analytics of a project', async ({ workbench, page }, info) => {
  await workbench.runOn(workbench.row('weather-tools'), 'Show Analytics');
  const { webview } = workbench;
  const charts = webview.locator('.card canvas');
  await expect(charts.first()).toBeVisible();
  await page.setViewportSize({ width: 1500, height: 1000 });
  await webview.locator('.card .u-over').nth(1).hover();
  await expect(webview.locator('.tip:visible')).toBeVisible();
  await take(page, info, 'analytics');
  await webview.getByRole('button', { name: 'Last 30 Days' }).click();
  await expect(webview.locator('.shown')).toContainText('by the day');
  await webview.getByRole('button', { name: 'Custom…' }).click();
  await webview.getByLabel('From').fill('2026-02-30');
  await webview.getByRole('button', { name: 'Show', exact: true }).click();
  await webview.locator('[data-key="requests_count"] summary').click();
  await expect(webview.locator('table')).toBeVisible();
  await take(page, info, 'analytics-table');
  await page.setViewportSize({ width: 760, height: 900 });
  await take(page, info, 'analytics-narrow');
});
