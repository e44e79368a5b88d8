import { anyLogs, appendLogs, environmentId, expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, calm: true } });

test('logs: live, expanded, filtered, reconnecting', async ({ workbench, page, service }, info) => {
  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.row').last()).toBeVisible();
  await take(page, info, 'logs-live');

  const json = JSON.stringify({ tool: 'get_forecast', error: { code: 504, message: 'upstream timed out' } });
  const colors = '\u001B[1;32mready\u001B[0m in \u001B[36m412 ms\u001B[0m, \u001B[33m2 warnings\u001B[0m';
  appendLogs(service, environmentId(service, 'weather-tools', 'production'), json, colors);
  const entry = logs.locator('.row').filter({ hasText: 'upstream timed out' });
  await entry.getByRole('button', { name: 'Expand' }).click();
  await expect(entry.locator('.details')).toBeVisible();
  await take(page, info, 'logs-expanded');

  await logs.locator('input').fill('timed');
  await expect(logs.locator('mark').first()).toBeVisible();
  await take(page, info, 'logs-filtered');

  service.faults.add({ match: anyLogs, status: 500 });
  await expect(logs.locator('.status')).toContainText('Reconnecting');
  await take(page, info, 'logs-reconnecting');
});

test('logs: nothing yet, and older ones that cannot be read', async ({ workbench, page, service }, info) => {
  await workbench.openLogs('docs-search', 'quiet');
  await expect(workbench.logs.locator('.empty')).toContainText('No entries yet.');
  await take(page, info, 'logs-empty');

  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.counts')).toContainText('entries');
  await logs.locator('.grid').press('Home');
  service.faults.add({ match: anyLogs, status: 403 });
  await logs.getByRole('button', { name: 'Load Older Entries' }).click();
  await expect(logs.locator('.notice.error')).toBeVisible();
  await take(page, info, 'logs-problem');
});

test('logs: in a narrow window', async ({ workbench, page }, info) => {
  await page.setViewportSize({ width: 760, height: 700 });
  await workbench.openLogs('weather-tools', 'production');
  await expect(workbench.logs.locator('.row').last()).toBeVisible();
  await take(page, info, 'logs-narrow');
});
