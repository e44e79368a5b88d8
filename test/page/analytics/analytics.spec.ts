import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import {
  countColoredPixels,
  dayMs,
  fetchAnalytics,
  findCard,
  listAnalyticsRequests,
  openAnalytics,
  readTable,
} from './analyticsPage.ts';

test.describe('the analytics of a project', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('are charts with a table each, for the selected time range', async ({ workbench, service, page }) => {
    const before = Date.now();
    await openAnalytics(workbench);
    const { webview } = workbench;
    await expect(webview.locator('.card canvas')).toHaveCount(8);
    // A card has at most two buttons.
    for (const card of await webview.locator('.card[data-key]').all())
      await expect(card.getByRole('button')).toHaveCount(2);
    await expect(webview.locator('.breakdown .note').first()).toHaveText(
      /^Calls of all tools: [\d,]+\. The service doesn't report/,
    );
    for (const key of [
      'sessions_count',
      'requests_count',
      'requests_latency_mean',
      'tool_errors',
      'mcp_errors',
    ]) {
      await expect.poll(() => countColoredPixels(workbench, key), key).toBeGreaterThan(200);
    }
    const first = listAnalyticsRequests(service).at(-1);
    expect(first?.zone).toBe('America/New_York');
    expect((first?.to ?? 0) - (first?.from ?? 0)).toBe(dayMs);
    expect(first?.to).toBeGreaterThanOrEqual(before);

    await webview.getByRole('button', { name: 'Last 7 Days' }).click();
    await expect(webview.locator('.shown')).toContainText(' · 1-day intervals');
    const second = listAnalyticsRequests(service).at(-1);
    expect((second?.to ?? 0) - (second?.from ?? 0)).toBe(7 * dayMs);

    const requests = findCard(workbench, 'requests_count');
    await requests.getByRole('button', { name: 'Show as Table' }).click();
    await expect(requests.getByRole('table', { name: /^Requests by method, / })).toBeVisible();
    await expect(requests.locator('canvas')).toBeHidden();
    // The table has the place of the chart, so that there is no hole beside it.
    const heightOf = async (key: string) => (await findCard(workbench, key).boundingBox())?.height;
    expect(await heightOf('requests_count')).toBe(await heightOf('output_token_mean'));
    // The values are visible in a narrow editor, too.
    const sessions = findCard(workbench, 'sessions_count');
    await sessions.getByRole('button', { name: 'Show as Table' }).click();
    await page.setViewportSize({ width: 282, height: 798 });
    // The table fades out at the edge behind which there are more columns.
    const fade = () =>
      requests
        .locator('.table')
        .evaluate((table) => getComputedStyle(table, '::after').getPropertyValue('--right-fade'));
    await expect.poll(fade).toBe('48px');
    await sessions.scrollIntoViewIfNeeded();
    await expect(sessions.locator('tbody td').first()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 922, height: 698 });
    const { timeSeries } = await fetchAnalytics(service);
    const series = timeSeries['requests_count'] ?? [];
    const names = Object.keys(series[0]?.categories ?? {});
    await expect(requests.locator('thead th')).toHaveText(['Time', ...names]);
    expect(await readTable(workbench, 'requests_count')).toEqual(
      series.map(({ categories }) => names.map((name) => categories[name])),
    );
    const sum = series.flatMap(({ categories }) => Object.values(categories)).reduce((a, b) => a + b, 0);
    await expect(requests.locator('.total')).toHaveText(`${sum.toLocaleString('en')} in total`);

    await requests.getByRole('button', { name: 'Copy as CSV: Requests by method' }).click();
    const lines = [
      ['time', ...names],
      ...series.map(({ timestamp, categories }) => [
        new Date(timestamp).toISOString(),
        ...names.map((name) => categories[name]),
      ]),
    ];
    const csv = lines.map((line) => `${line.join(',')}\r\n`).join('');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(csv);
    await webview.getByRole('button', { name: 'Copy All as CSV' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^series,time,category,value\r\nsessions_count,\d{4}-\d\d-\d\dT[\d:.]+Z,total,\d+\r\n/);
  });

  test('mark the last interval while it is incomplete, and explain it at the pointer', async ({
    workbench,
    page,
  }) => {
    await openAnalytics(workbench);
    const { webview } = workbench;
    const card = findCard(workbench, 'requests_count');
    const hatching = card.locator('.incomplete');
    await expect(hatching).toHaveCount(1);
    await expect(webview.locator('.shown')).toContainText('hatched intervals are incomplete');
    await card.scrollIntoViewIfNeeded();
    const [area, box] = [await card.locator('.u-over').boundingBox(), await hatching.boundingBox()];
    expect(box?.width).toBeGreaterThan(5);
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) - (area?.x ?? 0) - (area?.width ?? 0))).toBeLessThan(2);
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 40);
    const tip = card.locator('.tip');
    await expect(tip).toContainText('(incomplete)');
    await expect(tip).toContainText('The time range includes only a part of this interval.');
    await page.mouse.move((area?.x ?? 0) + 40, (box?.y ?? 0) + 40);
    await expect(tip).not.toContainText('incomplete');
    await expect(webview.getByRole('slider', { name: 'Requests by method over time' })).toHaveAttribute(
      'aria-valuetext',
      /\(incomplete\), /,
    );
  });

  test('validate a custom time range first, and keep its input', async ({ workbench, service }) => {
    await openAnalytics(workbench);
    const { webview } = workbench;
    await webview.getByRole('button', { name: 'Custom...' }).click();
    const [from, to] = [
      webview.getByLabel('From', { exact: true }),
      webview.getByLabel('To', { exact: true }),
    ];
    await expect(from).toBeFocused();
    await expect(to).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
    service.requests.clear();
    await from.fill('whenever');
    await to.fill('2999-01-01');
    await to.press('Enter');
    await expect(from).toHaveAccessibleDescription(/isn't a valid date/);
    await expect(to).toHaveAccessibleDescription(/in the future/);
    await expect(from).toBeFocused();
    await from.fill(`${day(40)} 10:00`);
    await to.fill(`${day(2)} 10:00`);
    await to.press('Enter');
    await expect(from).toHaveAccessibleDescription(/31 days/);
    expect(listAnalyticsRequests(service)).toEqual([]);

    await from.fill(`${day(30)} 10:00`);
    await webview.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(webview.getByRole('button', { name: 'Custom...' })).toHaveAttribute('aria-pressed', 'true');
    // New York is 4 or 5 hours behind UTC.
    await expect.poll(() => listAnalyticsRequests(service).length).toBe(1);
    const [request] = listAnalyticsRequests(service);
    expect(new Date(request?.from ?? 0).toISOString()).toMatch(new RegExp(`^${day(30)}T1[45]:00:00.000Z$`));
    expect(new Date(request?.to ?? 0).toISOString()).toMatch(new RegExp(`^${day(2)}T1[45]:00:00.000Z$`));

    // The error of one time isn't shown next to the other. The entered text is kept.
    await from.fill('whenever');
    await from.press('Enter');
    await expect(from).toHaveAccessibleDescription(/isn't a valid date/);
    await webview.getByRole('button', { name: 'Last 7 Days' }).click();
    await expect(from).toBeHidden();
    await webview.getByRole('button', { name: 'Custom...' }).click();
    await expect(from).toHaveValue('whenever');
    await expect(from).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('have a calendar for each end of a custom time range, which keeps what was typed', async ({
    workbench,
    service,
    page,
  }) => {
    await openAnalytics(workbench);
    const { webview } = workbench;
    await webview.getByRole('button', { name: 'Custom...' }).click();
    const from = webview.getByLabel('From', { exact: true });
    const to = webview.getByLabel('To', { exact: true });
    const calendar = webview.getByLabel('Select Date and Time: From');
    const toCalendar = webview.getByLabel('Select Date and Time: To');
    // The calendar opens at the entered time, and its last selectable minute is the current one.
    await expect(calendar).toHaveValue(((await from.inputValue()) ?? '').replace(' ', 'T'));
    await expect(calendar).toHaveAttribute('max', /^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    await from.fill('2026-02-30');
    await expect(calendar).toHaveValue('');
    await expect(from).toHaveValue('2026-02-30');
    const day = new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10);
    await from.fill(`${day} 10:00Z`);
    // New York is 4 or 5 hours behind UTC.
    await expect(calendar).toHaveValue(new RegExp(`^${day}T0[56]:00$`));
    await to.fill(day);
    await expect(toCalendar).toHaveValue(`${day}T23:59`);

    await calendar.fill(`${day}T03:15`);
    await expect(from).toHaveValue(`${day} 03:15`);
    await expect(to).toHaveValue(day);
    // The keyboard reaches the calendar and its button, but not each part of its date.
    await from.focus();
    await page.keyboard.press('Tab');
    await expect(calendar).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(to).toBeFocused();
    service.requests.clear();
    await webview.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => listAnalyticsRequests(service).length).toBe(1);
    const [request] = listAnalyticsRequests(service);
    expect(new Date(request?.from ?? 0).toISOString()).toMatch(new RegExp(`^${day}T0[78]:15:00.000Z$`));
  });

  test('are restored after a reload, and kept while the page is hidden', async ({ workbench, service }) => {
    await openAnalytics(workbench);
    const { webview } = workbench;
    await webview.getByRole('button', { name: 'Custom...' }).click();
    const [from, to] = [
      webview.getByLabel('From', { exact: true }),
      webview.getByLabel('To', { exact: true }),
    ];
    const day = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10);
    await from.fill(day);
    await to.fill(day);
    await expect(webview.locator('.card canvas').first()).toBeVisible();
    service.requests.clear();
    await to.press('Enter');
    await expect(webview.getByRole('button', { name: 'Custom...' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => listAnalyticsRequests(service).length).toBe(1);
    const [request] = listAnalyticsRequests(service);
    await findCard(workbench, 'tool_errors').getByRole('button', { name: 'Show as Table' }).click();
    await expect(webview.locator('.table table')).toBeVisible();
    await to.fill('half typ');

    service.requests.clear();
    await workbench.reloadWithEditors();
    await expect(workbench.tab('Analytics: weather-tools')).toBeVisible();
    await expect(findCard(workbench, 'tool_errors').locator('table')).toBeVisible();
    await expect(from).toHaveValue(day);
    await expect(to).toHaveValue('half typ');
    expect(listAnalyticsRequests(service).map((one) => [one.from, one.to])).toEqual([
      [request?.from, request?.to],
    ]);

    // After the page is hidden and shown again, it's unchanged and has sent no requests.
    await workbench.openLogs('docs-search', 'quiet');
    await expect(workbench.logs.locator('.empty')).toBeVisible();
    await workbench.tab('Analytics: weather-tools').click();
    await expect(to).toHaveValue('half typ');
    await expect.poll(() => countColoredPixels(workbench, 'requests_count')).toBeGreaterThan(200);
    expect(listAnalyticsRequests(service)).toHaveLength(1);
  });
});

test('from the Command Palette, the most recently used project comes first, and all data can be exported', async ({
  workbench,
  service,
  folder,
}) => {
  await workbench.run('Open Analytics');
  await workbench.choose(workbench.item('docs-search'));
  await expect(workbench.tab('Analytics: docs-search')).toBeVisible();
  await expect(workbench.webview.locator('.card canvas').first()).toBeVisible();
  await workbench.webview.getByRole('button', { name: 'Export CSV...' }).click();
  await expect(workbench.input).toHaveValue(/docs-search-analytics-/);
  await workbench.enter(join(folder, 'figures.csv'));
  await expect(workbench.notification('exported to figures.csv')).toBeVisible();
  const { timeSeries } = await fetchAnalytics(service);
  const values = Object.values(timeSeries).flatMap((points) =>
    points.flatMap(({ categories }) => Object.keys(categories)),
  );
  expect(readFileSync(join(folder, 'figures.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(
    values.length + 1,
  );

  await workbench.run('Open Analytics');
  await expect(workbench.item(/./).first()).toContainText('docs-search');
  await workbench.choose(workbench.item('weather-tools'));
  await expect(workbench.tab('Analytics: weather-tools')).toBeVisible();
});

test.describe('analytics in the time zone UTC, which the service does not support', () => {
  test.use({ timezoneId: 'UTC' });

  test('are requested in an equivalent time zone, without a note', async ({ workbench, service }) => {
    await openAnalytics(workbench);
    const { webview } = workbench;
    await expect(webview.locator('.card canvas')).toHaveCount(8);
    const zone = listAnalyticsRequests(service).at(-1)?.zone;
    expect(zone).not.toBe('UTC');
    // Days start at the same time in both, so the time zone isn't worth a note.
    await expect(webview.locator('.what')).toHaveText(
      /\d.[AP]M · 1-hour intervals · hatched intervals are incomplete$/,
    );
  });
});
