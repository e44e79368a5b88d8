import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';
import { analyticsPath, dayMs, listAnalyticsRequests, openAnalytics } from './analyticsPage.ts';

test.use({ timezoneId: 'America/New_York' });

type Points = readonly Readonly<Record<string, number | null>>[];

/** Makes the service respond with these points, which are an hour apart and end an hour ago. */
function answer(service: SampleService, series: Readonly<Record<string, Points>>): void {
  service.faults.clear();
  const hour = 3_600_000;
  const timeSeries = Object.fromEntries(
    Object.entries(series).map(([key, points]) => [
      key,
      points.map((categories, index) => ({ timestamp: Date.now() - (index + 1) * hour, categories })),
    ]),
  );
  service.faults.add({
    match: { path: analyticsPath },
    body: { metadata: { interval: 'hour' }, timeSeries },
  });
}

const headlines = ({ webview }: PageWindow) => webview.locator('.headlines > div');

async function showDay({ webview }: PageWindow, ago: number): Promise<void> {
  const day = new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
  await webview.getByLabel('From', { exact: true }).fill(day);
  await webview.getByLabel('To', { exact: true }).fill(day);
  await webview.getByRole('button', { name: 'Show', exact: true }).click();
}

test('the page begins with the totals of the time range, and their changes if they are known', async ({
  workbench,
  service,
}) => {
  answer(service, {
    requests_count: [{ 'tools/call': 1100, initialize: 100 }, { 'tools/call': 800 }, { 'tools/call': null }],
    sessions_count: [{ total: 12 }, { total: null }, { total: 30 }],
    tool_errors: [{ get_forecast: 20 }, {}],
    mcp_errors: [{ total: 4 }],
    requests_latency_mean: [{ get_forecast: 812.34 }, { list_cities: 95.5 }],
  });
  await openAnalytics(workbench);
  await expect(headlines(workbench)).toHaveText([
    /^Requests2,000Peak 1,200 at \d+(:\d\d)?.[AP]M$/,
    /^Sessions42Peak 30 at \d+(:\d\d)?.[AP]M$/,
    /^Error rate1\.2%Tool errors 20 · Protocol errors 4$/,
    /^Latency \(median\)454\smsPeak 812\sms at \d+(:\d\d)?.[AP]M \(get_forecast\)Median of hourly means$/,
  ]);
  const { webview } = workbench;
  const list = webview.locator('dl.headlines');
  expect((await list.boundingBox())?.y).toBeLessThan(
    (await webview.locator('.card').first().boundingBox())?.y ?? 0,
  );

  // The change between a day and the next one is already known, so no request is sent.
  await webview.getByRole('button', { name: 'Custom...' }).click();
  await showDay(workbench, 4);
  await expect.poll(() => listAnalyticsRequests(service).length).toBe(2);
  await expect(headlines(workbench).first()).toHaveText(/^Requests2,000Peak 1,200 at /);
  answer(service, {
    requests_count: [{ 'tools/call': 2500 }],
    sessions_count: [{ total: 42 }],
    tool_errors: [{ get_forecast: 0 }],
    requests_latency_mean: [{ get_forecast: 700 }],
    task_count: [{ total: 3 }],
  });
  await showDay(workbench, 3);
  await expect(headlines(workbench)).toHaveText([
    /^Requests2,500\+25% from 2,000 in the previous period$/,
    /^Sessions420% from 42 in the previous period$/,
    /^Error rate0%Tool errors 0from 1\.2% in the previous period$/,
    /^Latency \(median\)700\smsMedian of hourly meansfrom 454\sms in the previous period$/,
  ]);
  expect(listAnalyticsRequests(service)).toHaveLength(3);

  // A value that the service doesn't return isn't shown as a number.
  answer(service, { task_count: [{ total: 3 }], requests_count: [{ a: null }] });
  await webview.getByRole('button', { name: 'Last 7 Days' }).click();
  await expect(webview.locator('.card')).toHaveCount(2);
  await expect(headlines(workbench)).toHaveCount(0);
});
