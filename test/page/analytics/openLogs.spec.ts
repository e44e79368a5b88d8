import type { Locator } from '@playwright/test';
import { findProjectId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { fetchAnalytics, findCard, listAnalyticsRequests, openAnalytics } from './analyticsPage.ts';

const hourMs = 3_600_000;

/** Returns the environments and time ranges of the requests for logs. */
const listOpenedLogs = ({ requests }: SampleService) =>
  requests.list().flatMap(({ path }) => {
    const [, environmentId] = /^\/v1\/environments\/([^/]+)\/logs\?/.exec(path) ?? [];
    const query = new URL(path, 'http://service').searchParams;
    return environmentId === undefined
      ? []
      : [{ environmentId, since: query.get('since'), until: query.get('until') }];
  });

/** Returns a function that computes the position of an hour in a chart, in the window. */
async function createPositions(over: Locator, start: number, end: number) {
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  if (!box) throw new Error('The chart is not visible.');
  return (hour: number) => ({
    x: box.x + ((hour + hourMs / 2 - start) / (end - start)) * box.width,
    y: box.y + box.height / 2,
  });
}

test('a click, a drag, and the keyboard open the logs of exactly the selected hours', async ({
  workbench,
  service,
  page,
}) => {
  await openAnalytics(workbench);
  const { webview } = workbench;
  const card = findCard(workbench, 'requests_by_result');
  const over = card.locator('.u-over');
  await expect(over).toBeVisible();
  const { timeSeries } = await fetchAnalytics(service);
  const times = (timeSeries['requests_count'] ?? []).map(({ timestamp }) => timestamp);
  const { from = 0, to = 0 } = listAnalyticsRequests(service).at(-1) ?? {};
  const toPosition = await createPositions(over, Math.min(from, times[0] ?? 0), (times.at(-1) ?? 0) + hourMs);
  const toIso = (time = 0) => new Date(time).toISOString();
  const rangeOf = (first: number, last: number) => ({
    since: toIso(times[first]),
    until: toIso(Math.min((times[last] ?? 0) + hourMs - 1, to)),
  });
  const chooseEnvironment = async (name: string) => {
    // The figures are those of the project, so only its environments are offered.
    await expect(workbench.item(/./)).toHaveCount(
      [...service.world.projects.values()].find((one) => one.name === 'weather-tools')?.environmentIds
        .length ?? 0,
    );
    await workbench.choose(workbench.item(name));
  };
  const { environmentId } = workbench.environment('weather-tools', 'staging');

  // Escape cancels a drag.
  const { x, y } = toPosition(times[2] ?? 0);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(toPosition(times[4] ?? 0).x, y, { steps: 4 });
  await expect(card.locator('.band.selection')).toBeVisible();
  await expect(card.locator('.tip')).toContainText('Release to open logs');
  await page.keyboard.press('Escape');
  await expect(card.locator('.band.selection')).toHaveCount(0);
  await page.mouse.up();
  expect(listOpenedLogs(service)).toEqual([]);

  // The tooltip is beside the interval and above the legend, and names the action.
  const tip = card.locator('.tip');
  await expect(tip).toContainText('Click or drag to open logs');
  const [tipBox, legendBox] = [await tip.boundingBox(), await card.locator('.legend').boundingBox()];
  expect(tipBox?.x).toBeGreaterThan(x);
  expect((tipBox?.y ?? 0) + (tipBox?.height ?? 0)).toBeLessThanOrEqual(legendBox?.y ?? 0);

  await page.mouse.click(x, y);
  await chooseEnvironment('staging');
  await expect.poll(() => listOpenedLogs(service)).toEqual([{ environmentId, ...rangeOf(2, 2) }]);
  await expect(workbench.tab('Logs: weather-tools/staging')).toBeVisible();

  await workbench.tab('Analytics: weather-tools').click();
  await expect(over).toBeVisible();
  const later = await createPositions(over, Math.min(from, times[0] ?? 0), (times.at(-1) ?? 0) + hourMs);
  await page.mouse.move(later(times[6] ?? 0).x, later(0).y);
  await page.mouse.down();
  // Backwards.
  await page.mouse.move(later(times[3] ?? 0).x, later(0).y, { steps: 4 });
  await page.mouse.up();
  await chooseEnvironment('staging');
  await expect.poll(() => listOpenedLogs(service).at(-1)).toEqual({ environmentId, ...rangeOf(3, 6) });

  await workbench.tab('Analytics: weather-tools').click();
  const slider = webview.getByRole('slider', { name: 'Requests by result over time' });
  await expect(slider).toHaveAccessibleDescription(/Press Enter/);
  await slider.focus();
  await page.keyboard.press('Home');
  for (const key of ['ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await expect(slider).toHaveAttribute('aria-valuetext', /\s–\s.*, Successful /);
  await page.keyboard.press('Enter');
  await chooseEnvironment('staging');
  await expect.poll(() => listOpenedLogs(service).at(-1)).toEqual({ environmentId, ...rangeOf(1, 3) });
});

test('a peak opens its logs, without a list if the project has only one environment', async ({
  workbench,
  service,
}) => {
  await openAnalytics(workbench, 'bare-minimum');
  await workbench.webview.getByRole('button', { name: /^Peak .* ms at/ }).click();
  const { timeSeries } = await fetchAnalytics(service);
  const points = (timeSeries['requests_latency_mean'] ?? []).map(({ timestamp, categories }) => ({
    timestamp,
    highest: Math.max(...Object.values(categories)),
  }));
  const [peak] = points.toSorted((a, b) => b.highest - a.highest || a.timestamp - b.timestamp);
  await expect
    .poll(() => listOpenedLogs(service))
    .toEqual([expect.objectContaining({ since: new Date(peak?.timestamp ?? 0).toISOString() })]);
  await expect(workbench.tab('Logs: bare-minimum/main')).toBeVisible();

  const projectId = findProjectId(service, 'no-environments');
  await workbench.run('Open Analytics', { projectId, projectName: 'no-environments' });
  await workbench.webview.getByRole('button', { name: /^Peak/ }).first().click();
  await expect(workbench.notification('no-environments has no environments')).toBeVisible();
});

test('the tables by tool and by method can be sorted with the keyboard, and keep their order', async ({
  workbench,
  service,
  page,
}) => {
  await openAnalytics(workbench);
  const { webview } = workbench;
  const tools = webview.getByRole('region', { name: 'By tool' }).getByRole('table');
  const header = (name: RegExp) => tools.getByRole('columnheader', { name });
  await expect(header(/Tool errors/)).toHaveAttribute('aria-sort', 'descending');
  await expect(tools.locator('tbody th')).toHaveText(['get_forecast', 'list_cities']);
  await expect(tools.locator('tbody tr').last().locator('td').nth(1)).toContainText('no value');
  await expect(tools.locator('tbody .sparkline')).toHaveCount(5);
  const { timeSeries } = await fetchAnalytics(service);
  const errors = (timeSeries['tool_errors'] ?? []).map(({ categories }) => categories['get_forecast'] ?? 0);
  const sum = errors.reduce((a, b) => a + b, 0);
  await expect(tools.locator('tbody tr').first().locator('td').nth(1)).toHaveText(String(sum));

  await header(/^Tool$/)
    .getByRole('button')
    .focus();
  await page.keyboard.press('Enter');
  await expect(header(/^Tool$/)).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Enter');
  await expect(header(/^Tool$/)).toHaveAttribute('aria-sort', 'descending');
  await expect(tools.locator('tbody th')).toHaveText(['list_cities', 'get_forecast']);
  await expect(header(/^Tool$/).getByRole('button')).toBeFocused();

  const methods = webview.getByRole('region', { name: 'By method' }).getByRole('table');
  await expect(methods.locator('tbody tr')).toHaveCount(3);
  await workbench.reloadWithEditors();
  await expect(tools.locator('tbody th')).toHaveText(['list_cities', 'get_forecast']);
});
