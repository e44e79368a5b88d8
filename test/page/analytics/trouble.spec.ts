import { findProjectId as projectIdOf } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';
import {
  analyticsPath,
  countColoredPixels,
  dayMs,
  findCard,
  listAnalyticsRequests,
  openAnalytics,
} from './analyticsPage.ts';

test('failures appear in their section with remedies, and keep the loaded data', async ({
  workbench,
  service,
}) => {
  service.faults.add({ match: { path: analyticsPath }, status: 500, times: 1 });
  await openAnalytics(workbench);
  const { webview } = workbench;
  const notice = webview.getByRole('alert');
  await expect(notice).toContainText('Service error 500');
  await expect(notice.getByRole('button', { name: 'Open Log' })).toBeVisible();
  await notice.getByRole('button', { name: 'Try Again' }).click();
  await expect(webview.locator('.card canvas')).toHaveCount(8);
  await expect(notice).toHaveCount(0);
  const text = await webview.locator('.what').innerText();

  service.faults.add({ match: { path: analyticsPath }, status: 401 });
  await webview.getByRole('button', { name: 'Last 30 Days' }).click();
  await expect(notice.getByRole('button', { name: 'Use API Key' })).toBeVisible();
  await expect(webview.locator('.what')).toHaveText(text);
  await expect(webview.locator('.card canvas')).toHaveCount(8);

  // An error about the whole query doesn't belong to a field.
  service.faults.clear();
  const issues = [{ path: [], message: 'Time zone must be another' }];
  const refusal = { defined: true, code: 'BAD_REQUEST', status: 400, message: 'Invalid', data: { issues } };
  service.faults.add({ match: { path: analyticsPath }, status: 400, body: refusal, times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(notice.locator('.words')).toHaveText(/: Time zone must be another\.$/);

  service.faults.add({ match: { path: analyticsPath }, hang: true, times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await webview.getByRole('button', { name: 'Cancel' }).click();
  await expect(webview.getByText(/canceled.*figures are shown/)).toBeVisible();
  await webview.getByRole('button', { name: 'Try Again' }).click();
  await expect(webview.locator('.what')).toContainText('1-day intervals');
  await expect(webview.locator('.notice')).toHaveCount(0);

  service.faults.add({ match: { path: analyticsPath }, status: 429, retryAfter: 25, times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  const loading = webview.locator('.loading');
  await expect(loading).toContainText(/Trying again in (1\d|2[0-5]) s/);
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(loading).toHaveCount(0);
  await expect(webview.locator('.notice')).toHaveCount(0);
});

test('a project that is deleted in this window is reported, and its data is kept', async ({
  workbench,
  service,
}) => {
  const projectId = projectIdOf(service, 'weather-tools');
  await workbench.run('Open Analytics', { projectId, projectName: 'weather-tools' });
  const { webview } = workbench;
  await expect(webview.locator('.card canvas')).toHaveCount(8);
  await workbench.run('Delete Project...', { projectId, confirm: 'weather-tools' });
  await expect(webview.getByRole('alert')).toContainText('the ID is wrong');
  await expect(webview.locator('.card canvas')).toHaveCount(8);
});

test('any data of the service is shown as text, drawn as far as possible, and copied safely', async ({
  workbench,
  service,
  page,
}) => {
  const start = Date.now() - dayMs;
  const point = (hour: number, categories: unknown) => ({ timestamp: start + hour * 3_600_000, categories });
  const body = {
    metadata: { interval: 'hour', later: true },
    timeSeries: {
      'new_<b>measure</b>': [
        point(1, { '=HYPERLINK("x")': -5, '<img src=x onerror=alert(1)>': 1e308, odd: 'text' }),
        point(2, { '=HYPERLINK("x")': null, '<img src=x onerror=alert(1)>': 3 }),
        point(9, { '=HYPERLINK("x")': 7 }),
        { timestamp: 'never', categories: { lost: 1 } },
        { timestamp: 1e300, categories: { lost: 1 } },
        null,
      ],
      sessions_count: [],
      tool_errors: null,
      requests_count: Array.from({ length: 24 }, (_, hour) =>
        point(hour, Object.fromEntries(Array.from({ length: 30 }, (__, at) => [`tool ${at}`, at + hour]))),
      ),
    },
  };
  // JSON has no NaN. A number that is too large becomes infinite.
  const text = JSON.stringify(body).replace('1e+308', '1e999');
  service.faults.add({
    match: { path: analyticsPath },
    body: text,
    contentType: 'application/json',
    times: 1,
  });
  await openAnalytics(workbench);
  const { webview } = workbench;
  const unknownMeasure = findCard(workbench, 'new_<b>measure</b>');
  await expect(unknownMeasure.getByRole('heading', { name: 'new_<b>measure</b>' })).toBeVisible();
  await expect(unknownMeasure.locator('.legend .name')).toHaveText([
    '=HYPERLINK("x")',
    '<img src=x onerror=alert(1)>',
  ]);
  await expect.poll(() => countColoredPixels(workbench, 'new_<b>measure</b>')).toBeGreaterThan(20);
  await unknownMeasure.getByRole('button', { name: 'Show as Table' }).click();
  await expect(unknownMeasure.locator('tbody tr').first().locator('td')).toHaveText(['-5', /no value/]);
  await expect(findCard(workbench, 'sessions_count')).toContainText('No data');
  await expect(findCard(workbench, 'tool_errors')).toContainText('No data');
  await expect(findCard(workbench, 'requests_count').locator('.legend')).toContainText(
    '25 more in the table',
  );
  await unknownMeasure.getByRole('button', { name: /^Copy as CSV/ }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^time,"'=HYPERLINK\(""x""\)",<img src=x onerror=alert\(1\)>\r\n[\dT:.Z-]+,-5,\r\n/);

  service.faults.add({ match: { path: analyticsPath }, body: { timeSeries: {} }, times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(webview.getByText('any figures')).toBeVisible();
  service.faults.add({
    match: { path: analyticsPath },
    body: { timeSeries: { sessions_count: [point(1, {})] } },
    times: 1,
  });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(webview.getByText('No activity')).toBeVisible();
  service.faults.add({ match: { path: analyticsPath }, body: '<h1>gateway</h1>', times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(webview.getByRole('alert')).toContainText('Unexpected response');
});

test('a service without analytics is reported on the page, and analytics are no longer offered', async ({
  workbench,
  service,
}) => {
  service.faults.add({ match: { path: analyticsPath }, status: 404, body: '<h1>Not Found</h1>' });
  await openAnalytics(workbench);
  const { webview } = workbench;
  await expect(webview.getByText("doesn't support analytics")).toBeVisible();
  await expect(webview.getByRole('alert')).toHaveCount(0);
  expect(listAnalyticsRequests(service)).toHaveLength(1);
  const lacks = () => contextOf(workbench, 'hostedMcp.lacksAnalytics');
  await expect.poll(lacks).toBe(true);

  service.faults.clear();
  await webview.getByRole('button', { name: 'Try Again' }).click();
  await expect(webview.locator('.card canvas').first()).toBeVisible();
  await expect.poll(lacks).toBe(false);
});

test.describe('a service with only the specified operations', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('is reported once, without an error', async ({ workbench, service }) => {
    await workbench.run('Open Analytics');
    await expect(workbench.notification("doesn't support analytics")).toBeVisible();
    expect(listAnalyticsRequests(service)).toHaveLength(1);
    expect(contextOf(workbench, 'hostedMcp.lacksAnalytics')).toBe(true);
  });
});

/** Returns a context key, which conditions of menus use. */
function contextOf({ extension }: PageWindow, key: string): unknown {
  const set = extension.editor.executedCommands.filter(
    ({ command, args }) => command === 'setContext' && args[0] === key,
  );
  return set.at(-1)?.args[1];
}
