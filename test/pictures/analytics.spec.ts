import { expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

const path = '/v1/analytics/';

test('analytics of a project', async ({ workbench, page, service }, info) => {
  await workbench.runOn(workbench.row('weather-tools'), 'Open Analytics');
  const { webview } = workbench;
  const charts = webview.locator('.card canvas');
  await expect(charts.first()).toBeVisible();
  await page.setViewportSize({ width: 1500, height: 1000 });
  await webview.locator('.card .u-over').first().hover();
  await expect(webview.locator('.tip:visible')).toBeVisible();
  await take(page, info, 'analytics');
  await webview.locator('.tables').scrollIntoViewIfNeeded();
  await webview.locator('[data-key="task_count"]').scrollIntoViewIfNeeded();
  await take(page, info, 'analytics-below');
  await webview.locator('[data-key="requests_count"]').scrollIntoViewIfNeeded();
  const bars = await webview.locator('[data-key="requests_count"] .u-over').boundingBox();
  await page.mouse.move((bars?.x ?? 0) + 60, (bars?.y ?? 0) + 60);
  await page.mouse.down();
  await page.mouse.move((bars?.x ?? 0) + 200, (bars?.y ?? 0) + 60, { steps: 3 });
  await take(page, info, 'analytics-drag');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await webview.getByRole('button', { name: 'Last 30 Days' }).click();
  await expect(webview.locator('.shown')).toContainText('1-day intervals');
  await webview.getByRole('button', { name: 'Custom...' }).click();
  await webview.getByLabel('From', { exact: true }).fill('2026-02-30');
  await webview.getByRole('button', { name: 'Show', exact: true }).click();
  await webview.locator('[data-key="requests_count"]').getByRole('button', { name: 'Show as Table' }).click();
  await expect(webview.locator('.table table')).toBeVisible();
  await take(page, info, 'analytics-table');
  await page.setViewportSize({ width: 760, height: 900 });
  await take(page, info, 'analytics-narrow');
  await webview.getByRole('button', { name: 'Custom...' }).click();
  await webview.locator('.headlines').scrollIntoViewIfNeeded();
  await take(page, info, 'analytics-headlines');

  // The minimum width of an editor, with data that is hard to display.
  const now = Date.now();
  const point = (hoursAgo: number, categories: object) => ({
    timestamp: now - hoursAgo * 3_600_000,
    categories,
  });
  const names = [
    'mean',
    'get_forecast',
    'כלי',
    '⛅🌦️',
    'p99',
    'x'.repeat(200),
    '<b>bold</b>',
    '[a](command:x)',
  ];
  const timeSeries = {
    requests_latency_mean: Array.from({ length: 24 }, (_, at) =>
      point(
        at,
        Object.fromEntries(names.map((name, index) => [name, 1000 * (index + 1) + at * index * 7.77])),
      ),
    ),
    sessions_count: [point(9, { total: 4_000_000 })],
    tool_errors: Array.from({ length: 20 }, (_, index) => point(index, { get_forecast: 6 })),
  };
  service.faults.add({ match: { path }, body: { metadata: { interval: 'hour' }, timeSeries } });
  await page.setViewportSize({ width: 660, height: 1400 });
  await webview.getByRole('button', { name: 'Last 24 Hours' }).click();
  await expect(webview.getByRole('heading', { name: 'Latency' })).toBeVisible();
  await expect(webview.locator('.card[data-key]')).toHaveCount(3);
  await webview.getByRole('slider', { name: 'Latency over time' }).hover();
  await expect(webview.locator('.status > .time').first()).not.toBeEmpty();
  await take(page, info, 'analytics-narrowest');
  await page.keyboard.press('Tab');
  await webview.locator('[data-key="sessions_count"]').scrollIntoViewIfNeeded();
  await webview
    .locator('[data-key="requests_latency_mean"]')
    .getByRole('button', { name: 'Show as Table' })
    .click();
  await take(page, info, 'analytics-narrowest-below');
});
