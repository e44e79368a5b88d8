import { expect, test } from '../e2e/fixtures.ts';
import { appendLogs, findEnvironmentId, logRequests } from '../kit/sample.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true } });

test('logs: live, expanded, filtered, reconnecting', async ({ workbench, page, service }, info) => {
  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.row').last()).toBeVisible();
  await take(page, info, 'logs-live');
  const bar = await logs.locator('.histogram .bar.errors').last().boundingBox();
  await page.mouse.move((bar?.x ?? 0) + 2, (bar?.y ?? 0) + 2);
  await expect(logs.locator('.histogram-tip')).toBeVisible();
  await take(page, info, 'logs-histogram');

  const json = JSON.stringify(
    {
      tool: 'get_forecast',
      retried: true,
      error: { code: 504, message: 'upstream timed out', hosts: ['a', 'b'] },
    },
    undefined,
    2,
  );
  const colors = '\u001B[1;32mready\u001B[0m in \u001B[36m412 ms\u001B[0m, \u001B[33m2 warnings\u001B[0m';
  appendLogs(service, findEnvironmentId(service, 'weather-tools', 'production'), json, colors);
  const entry = logs.locator('.row').filter({ hasText: 'upstream timed out' });
  await entry.getByRole('button', { name: 'Expand' }).click();
  await expect(entry.locator('.details')).toBeVisible();
  await take(page, info, 'logs-expanded');

  await logs.locator('input').fill('timed');
  await expect(logs.locator('mark').first()).toBeVisible();
  await take(page, info, 'logs-filtered');

  service.faults.add({ match: logRequests, status: 500 });
  await expect(logs.locator('.status')).toContainText('Reconnecting');
  await take(page, info, 'logs-reconnecting');
});

test('logs: several days', async ({ workbench, page }, info) => {
  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.counts')).toHaveText(/entries/);
  // Late in the day, the first thousand entries are all of the same day.
  await logs.locator('.grid').press('Home');
  await logs.getByRole('button', { name: 'Load Older Entries' }).click();
  await expect(logs.locator('.counts')).toHaveText(/2,\d+ entries/);
  let presses = 0;
  await expect(async () => {
    // Starts again at the top if a busy machine rendered the separator too late.
    await logs.locator('.grid').press(presses++ % 90 === 0 ? 'Home' : 'PageDown');
    await expect(logs.locator('.day-separators .day-label').first()).toBeInViewport({ timeout: 500 });
  }).toPass({ intervals: [0] });
  await logs.locator('.row .message').nth(14).hover();
  await take(page, info, 'logs-days');
});

test('logs: empty, and older ones that cannot be read', async ({ workbench, page, service }, info) => {
  await workbench.openLogs('docs-search', 'quiet');
  await expect(workbench.logs.locator('.empty')).toContainText('No recent entries.');
  await take(page, info, 'logs-empty');

  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.counts')).toContainText('entries');
  await logs.locator('.grid').press('Home');
  service.faults.add({ match: logRequests, status: 403 });
  await logs.getByRole('button', { name: 'Load Older Entries' }).click();
  await expect(logs.locator('.notice.error')).toBeVisible();
  await take(page, info, 'logs-problem');
});

test('logs: in a narrow window', async ({ workbench, page }, info) => {
  await page.setViewportSize({ width: 760, height: 700 });
  await workbench.openLogs('weather-tools', 'production');
  await expect(workbench.logs.locator('.row').last()).toBeVisible();
  await take(page, info, 'logs-narrow');
  await workbench.logs.locator('.grid').press('g');
  await expect(workbench.logs.locator('.row.head').last()).toBeVisible();
  await take(page, info, 'logs-narrow-grouped');
});

test('logs: requests by duration, summary by tool', async ({ workbench, page }, info) => {
  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.row').last()).toBeVisible();
  await logs.locator('.grid').press('g');
  await logs.getByRole('button', { name: 'Duration', exact: true }).click();
  await expect(logs.locator('.row.head').first()).toBeVisible();
  await logs.locator('.grid').press('s');
  await expect(logs.locator('.row.head.active')).toBeVisible();
  await take(page, info, 'logs-sorted');
  await logs.locator('.grid').press('t');
  await expect(logs.locator('.summary tbody tr').first()).toBeVisible();
  await take(page, info, 'logs-summary');
  await logs.locator('.grid').press('t');
  await page.setViewportSize({ width: 760, height: 700 });
  await take(page, info, 'logs-narrow-sorted');
});

test('logs: grouped, wrapped, highlighted', async ({ workbench, page }, info) => {
  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.row').last()).toBeVisible();
  const option = (name: string) => logs.getByRole('button', { name }).click();

  await option('Group by Request (G)');
  await expect(logs.locator('.row.head').last()).toBeVisible();
  await logs.locator('.grid').press('End');
  await logs.locator('.grid').press('ArrowUp');
  await logs.locator('.grid').press('Enter');
  await expect(logs.locator('.row.child').first()).toBeVisible();
  await take(page, info, 'logs-grouped');
  await option('Group by Request (G)');
  await expect(logs.locator('.row.head')).toHaveCount(0);

  await option('Wrap Lines (W)');
  await option('Show Only Matching Entries');
  await option('Use Regular Expression');
  await logs.locator('input').fill('(lima|oslo).*wind');
  await logs.locator('input').press('Enter');
  await expect(logs.locator('.row.hit').first()).toBeVisible();
  await take(page, info, 'logs-highlighted');
  await logs.locator('input').fill('(lima');
  await expect(logs.locator('.invalid-why')).toBeVisible();
  await take(page, info, 'logs-invalid');
  await logs.locator('input').fill('');

  await option('More Actions...');
  await expect(workbench.item('Show Times in UTC')).toBeVisible();
  await take(page, info, 'logs-more');
});

test.describe('a long range', () => {
  test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false, entries: 60_000 } });

  test('logs: a range that is being loaded, and a gap', async ({ workbench, page, service }, info) => {
    service.faults.add({ match: { path: '^/v1/environments/[^/]+/logs' }, delayMs: 500 });
    await workbench.run('Open Logs Since');
    await workbench.item('weather-tools').filter({ hasText: 'production' }).click();
    await workbench.item('Last 7 days').click();
    const { logs } = workbench;
    await expect(logs.locator('.doing')).toContainText(/Loading\.\.\. \d+%/);
    await take(page, info, 'logs-loading');
    await logs.getByRole('button', { name: 'Cancel' }).click();
    await logs.locator('.grid').press('Home');
    await expect(async () => {
      await logs.locator('.grid').press('PageDown');
      await expect(logs.locator('.row.gap').first()).toBeInViewport({ timeout: 100 });
    }).toPass({ intervals: [0] });
    await take(page, info, 'logs-gap');
  });
});

test('logs: of a deployment', async ({ workbench, page, service }, info) => {
  await workbench.run('Open Deployment Logs');
  await expect(workbench.item('docs-search').first()).toBeVisible();
  await take(page, info, 'logs-deployment-pick');
  await workbench.item('docs-search').filter({ hasText: 'production' }).click();
  await workbench.item(/ · /).first().click();
  const { logs } = workbench;
  await expect(logs.locator('.row').last()).toBeVisible();
  service.clock.advance(60_000);
  await expect(logs.locator('.verdict.deployed')).toBeVisible();
  await take(page, info, 'logs-deployment');
});
