import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { SampleService } from '../service/service.ts';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

const path = '/v1/analytics/';
const dayMs = 86_400_000;

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly zone: string | null;
  readonly path: string;
}

/** What the service was asked for. */
function asked({ requests }: SampleService): readonly Asked[] {
  return requests
    .list()
    .filter((request) => request.path.startsWith(path))
    .map((request) => {
      const query = new URL(request.path, 'http://service').searchParams;
      const [from, to] = [Number(query.get('startTimestamp')), Number(query.get('endTimestamp'))];
      return { from, to, zone: query.get('timeZone'), path: request.path };
    });
}

interface Reply {
  readonly timeSeries: Readonly<
    Record<string, readonly { timestamp: string; categories: Readonly<Record<string, number>> }[]>
  >;
}

/** What the service says to the same question. */
async function held(service: SampleService): Promise<Reply> {
  const last = asked(service).at(-1);
  const response = await fetch(service.url + (last?.path ?? ''), {
    headers: { Authorization: `Bearer ${service.apiKey}` },
  });
  return JSON.parse(await response.text());
}

const card = ({ webview }: Workbench, key: string) => webview.locator(`[data-key="${key}"]`);

/** Opens the tab of a project from its row. */
async function open(workbench: Workbench, project = 'weather-tools'): Promise<void> {
  await workbench.runOn(workbench.row(project), 'Show Analytics');
  await expect(workbench.webview.getByRole('button', { name: 'Last 24 Hours' })).toBeVisible();
}

/** How many pixels of a chart are of one of its lines: neither empty nor grey. */
function coloredPixels(workbench: Workbench, key: string): Promise<number> {
  return card(workbench, key)
    .locator('canvas')
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
        if (alpha > 100 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) count++;
      }
      return count;
    });
}

/** The numbers in the table of a chart, row by row. */
async function tableOf(workbench: Workbench, key: string): Promise<number[][]> {
  const rows = await card(workbench, key).locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('td').allInnerTexts()).map((text) => Number(text.replaceAll(',', ''))),
    ),
  );
}

test.describe('the analytics of a project', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('are charts with a table behind each, of the time that is chosen', async ({
    workbench,
    service,
    page,
  }) => {
    const before = Date.now();
    await open(workbench);
    const { webview } = workbench;
    await expect(webview.locator('.card canvas')).toHaveCount(7);
    for (const key of [
      'sessions_count',
      'requests_count',
      'requests_latency_mean',
      'tool_errors',
      'mcp_errors',
    ]) {
      await expect.poll(() => coloredPixels(workbench, key), key).toBeGreaterThan(200);
    }
    const first = asked(service).at(-1);
    expect(first?.zone).toBe('America/New_York');
    expect((first?.to ?? 0) - (first?.from ?? 0)).toBe(dayMs);
    expect(first?.to).toBeGreaterThanOrEqual(before);

    await webview.getByRole('button', { name: 'Last 7 Days' }).click();
    await expect(webview.locator('.shown')).toContainText('America/New_York · by the day');
    const second = asked(service).at(-1);
    expect((second?.to ?? 0) - (second?.from ?? 0)).toBe(7 * dayMs);

    const requests = card(workbench, 'requests_count');
    await requests.getByText('Show as Table').click();
    await expect(requests.getByRole('table', { name: /^Requests, / })).toBeVisible();
    // The values are in view in a narrow editor, too.
    const sessions = card(workbench, 'sessions_count');
    await sessions.getByText('Show as Table').click();
    await page.setViewportSize({ width: 640, height: 900 });
    await expect(sessions.locator('tbody td').first()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    const { timeSeries } = await held(service);
    const series = timeSeries['requests_count'] ?? [];
    const names = Object.keys(series[0]?.categories ?? {});
    await expect(requests.locator('thead th')).toHaveText(['Time', ...names]);
    expect(await tableOf(workbench, 'requests_count')).toEqual(
      series.map(({ categories }) => names.map((name) => categories[name])),
    );
    const sum = series.flatMap(({ categories }) => Object.values(categories)).reduce((a, b) => a + b, 0);
    await expect(requests.locator('.total')).toHaveText(`${sum.toLocaleString('en')} in total`);

    await requests.getByRole('button', { name: 'Copy as CSV: Requests' }).click();
    const lines = [
      ['time', ...names],
      ...series.map(({ timestamp, categories }) => [timestamp, ...names.map((name) => categories[name])]),
    ];
    const csv = lines.map((line) => `${line.join(',')}\r\n`).join('');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(csv);
    await webview.getByRole('button', { name: 'Copy All as CSV' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^series,time,category,value\r\nsessions_count,\d{4}-\d\d-\d\dT[\d:.]+Z,total,\d+\r\n/);
  });

  test('are read with the keyboard, and the cursors of all charts move together', async ({
    workbench,
    service,
    page,
  }) => {
    await open(workbench);
    const { webview } = workbench;
    const chart = webview.getByRole('slider', { name: 'Requests over time' });
    await expect(chart).toBeVisible();
    const { timeSeries } = await held(service);
    const series = timeSeries['requests_count'] ?? [];
    const names = Object.keys(series[0]?.categories ?? {});
    const words = (at: number) =>
      names.map((name) => `${name} ${series.at(at)?.categories[name]?.toLocaleString('en')}`).join(', ');
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`, ${words(-1)}$`));

    await webview.getByRole('button', { name: 'Copy as CSV: Sessions' }).focus();
    await page.keyboard.press('Tab');
    await expect(chart).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(chart).toHaveAttribute('aria-valuenow', '1');
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`, ${words(1)}$`));
    await expect(chart.locator('.tip')).toBeVisible();
    await expect(chart.locator('.tip .value')).toHaveText(
      names.map((name) => String(series[1]?.categories[name]?.toLocaleString('en'))),
    );
    const sessions = timeSeries['sessions_count']?.[1]?.categories['total'];
    await expect(card(workbench, 'sessions_count').locator('.legend .value')).toHaveText(String(sessions));
    await expect(card(workbench, 'sessions_count').locator('.tip')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(chart.locator('.tip')).toBeHidden();
  });

  test('of any time are checked first, and lose nothing typed', async ({ workbench, service }) => {
    await open(workbench);
    const { webview } = workbench;
    await webview.getByRole('button', { name: 'Custom…' }).click();
    const [from, to] = [webview.getByLabel('From'), webview.getByLabel('To', { exact: true })];
    await expect(from).toBeFocused();
    await expect(to).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
    service.requests.clear();
    await from.fill('whenever');
    await to.fill('2999-01-01');
    await to.press('Enter');
    await expect(from).toHaveAccessibleDescription(/^This is no date\./);
    await expect(to).toHaveAccessibleDescription(/^Must not be in the future\./);
    await expect(from).toBeFocused();
    await from.fill(`${day(40)} 10:00`);
    await to.fill(`${day(2)} 10:00`);
    await to.press('Enter');
    await expect(from).toHaveAccessibleDescription(/^Must be at most 31 days before To\./);
    expect(asked(service)).toEqual([]);

    await from.fill(`${day(30)} 10:00`);
    await webview.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(webview.getByRole('button', { name: 'Custom…' })).toHaveAttribute('aria-pressed', 'true');
    // New York is 4 or 5 hours behind.
    await expect.poll(() => asked(service).length).toBe(1);
    const [request] = asked(service);
    expect(new Date(request?.from ?? 0).toISOString()).toMatch(new RegExp(`^${day(30)}T1[45]:00:00.000Z$`));
    expect(new Date(request?.to ?? 0).toISOString()).toMatch(new RegExp(`^${day(2)}T1[45]:00:00.000Z$`));

    // What was wrong with one time is not said beside another; what was typed is still there.
    await from.fill('whenever');
    await from.press('Enter');
    await expect(from).toHaveAccessibleDescription(/^This is no date\./);
    await webview.getByRole('button', { name: 'Last 7 Days' }).click();
    await expect(from).toBeHidden();
    await webview.getByRole('button', { name: 'Custom…' }).click();
    await expect(from).toHaveValue('whenever');
    await expect(from).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('come back after a reload, and are there when they are shown again', async ({
    workbench,
    service,
  }) => {
    await open(workbench);
    const { webview } = workbench;
    await webview.getByRole('button', { name: 'Custom…' }).click();
    const [from, to] = [webview.getByLabel('From'), webview.getByLabel('To', { exact: true })];
    const day = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10);
    await from.fill(day);
    await to.fill(day);
    await expect(webview.locator('.card canvas').first()).toBeVisible();
    service.requests.clear();
    await to.press('Enter');
    await expect(webview.getByRole('button', { name: 'Custom…' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => asked(service).length).toBe(1);
    const [request] = asked(service);
    await card(workbench, 'tool_errors').getByText('Show as Table').click();
    await expect(webview.locator('table')).toBeVisible();
    await to.fill('half typ');

    service.requests.clear();
    await workbench.reloadWithEditors();
    await expect(workbench.tab('Analytics: weather-tools')).toBeVisible();
    await expect(card(workbench, 'tool_errors').locator('table')).toBeVisible();
    await expect(from).toHaveValue(day);
    await expect(to).toHaveValue('half typ');
    expect(asked(service).map((one) => [one.from, one.to])).toEqual([[request?.from, request?.to]]);

    // Hidden and shown again, it is as it was, and nothing is asked for.
    await workbench.runOther('File: New Untitled Text File');
    await expect(workbench.tab('Untitled-1')).toBeVisible();
    await workbench.tab('Analytics: weather-tools').click();
    await expect(to).toHaveValue('half typ');
    await expect.poll(() => coloredPixels(workbench, 'requests_count')).toBeGreaterThan(200);
    expect(asked(service)).toHaveLength(1);
  });
});

test('what fails is told in place, with ways out, and what was read before stays', async ({
  workbench,
  service,
}) => {
  service.faults.add({ match: { path }, status: 500, times: 1 });
  await open(workbench);
  const { webview } = workbench;
  const notice = webview.getByRole('alert');
  await expect(notice).toContainText('Service error 500');
  await expect(notice.getByRole('button', { name: 'Show Log' })).toBeVisible();
  await notice.getByRole('button', { name: 'Try Again' }).click();
  await expect(webview.locator('.card canvas')).toHaveCount(7);
  await expect(notice).toHaveCount(0);
  const shown = await webview.locator('.what').innerText();

  service.faults.add({ match: { path }, status: 401 });
  await webview.getByRole('button', { name: 'Last 30 Days' }).click();
  await expect(notice.getByRole('button', { name: 'Use API Key' })).toBeVisible();
  await expect(webview.locator('.what')).toHaveText(shown);
  await expect(webview.locator('.card canvas')).toHaveCount(7);

  service.faults.clear();
  service.faults.add({ match: { path }, hang: true, times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await webview.getByRole('button', { name: 'Cancel' }).click();
  await expect(webview.getByText('Loading was cancelled. What was read before is shown.')).toBeVisible();
  await webview.getByRole('button', { name: 'Try Again' }).click();
  await expect(webview.locator('.what')).toContainText('by the day');
  await expect(webview.locator('.notice')).toHaveCount(0);
});

test('whatever the service sends is shown as text, drawn as far as it can be, and copied safely', async ({
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
  // JSON has no NaN; what is too great to be a number is what comes nearest.
  const text = JSON.stringify(body).replace('1e+308', '1e999');
  service.faults.add({ match: { path }, body: text, contentType: 'application/json', times: 1 });
  await open(workbench);
  const { webview } = workbench;
  const odd = card(workbench, 'new_<b>measure</b>');
  await expect(odd.getByRole('heading', { name: 'new_<b>measure</b>' })).toBeVisible();
  await expect(odd.locator('.legend .name')).toHaveText(['=HYPERLINK("x")', '<img src=x onerror=alert(1)>']);
  await expect.poll(() => coloredPixels(workbench, 'new_<b>measure</b>')).toBeGreaterThan(20);
  await odd.getByText('Show as Table').click();
  await expect(odd.locator('tbody tr').first().locator('td')).toHaveText(['-5', /no value/]);
  await expect(card(workbench, 'sessions_count')).toContainText('No data in this time.');
  await expect(card(workbench, 'tool_errors')).toContainText('No data in this time.');
  await expect(card(workbench, 'requests_count').locator('.legend')).toContainText('22 more in the table');
  await odd.getByRole('button', { name: /^Copy as CSV/ }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^time,"'=HYPERLINK\(""x""\)",<img src=x onerror=alert\(1\)>\r\n[\dT:.Z-]+,-5,\r\n/);

  service.faults.add({ match: { path }, body: { timeSeries: {} }, times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(webview.getByText('The service sent no figures for this time.')).toBeVisible();
  service.faults.add({ match: { path }, body: { timeSeries: { sessions_count: [point(1, {})] } }, times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(webview.getByText('Nothing happened in this time.')).toBeVisible();
  service.faults.add({ match: { path }, body: '<h1>gateway</h1>', times: 1 });
  await webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(webview.getByRole('alert')).toContainText('Unreadable answer');
});

test('from the palette the project used last comes first, and all figures go to a file', async ({
  workbench,
  service,
  folder,
}) => {
  await workbench.run('Show Analytics');
  await workbench.choose(workbench.item('docs-search'));
  await expect(workbench.tab('Analytics: docs-search')).toBeVisible();
  await expect(workbench.webview.locator('.card canvas').first()).toBeVisible();
  await workbench.webview.getByRole('button', { name: 'Export CSV…' }).click();
  // The dialog is a box in an editor like this.
  await expect(workbench.input).toHaveValue(/weather|docs-search-analytics-/);
  await workbench.enter(join(folder, 'figures.csv'));
  await expect(workbench.notification('Exported to figures.csv')).toBeVisible();
  const { timeSeries } = await held(service);
  const values = Object.values(timeSeries).flatMap((points) =>
    points.flatMap(({ categories }) => Object.keys(categories)),
  );
  expect(readFileSync(join(folder, 'figures.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(
    values.length + 1,
  );

  await workbench.run('Show Analytics');
  await expect(workbench.item(/./).first()).toContainText('docs-search');
  await workbench.choose(workbench.item('weather-tools'));
  await expect(workbench.tab('Analytics: weather-tools')).toBeVisible();
});

test('where the service turns out to have none, that is said in place and not offered any more', async ({
  workbench,
  service,
}) => {
  service.faults.add({ match: { path }, status: 404, body: '<h1>Not Found</h1>' });
  await open(workbench);
  const { webview } = workbench;
  await expect(webview.getByText('does not offer analytics.')).toBeVisible();
  await expect(webview.getByRole('alert')).toHaveCount(0);
  expect(asked(service)).toHaveLength(1);
  await workbench.row('weather-tools').click({ button: 'right' });
  await expect(workbench.page.getByRole('menuitem', { name: 'Copy ID' })).toBeVisible();
  await expect(workbench.page.getByRole('menuitem', { name: 'Show Analytics' })).toHaveCount(0);
  await workbench.page.keyboard.press('Escape');

  service.faults.clear();
  await webview.getByRole('button', { name: 'Try Again' }).click();
  await expect(webview.locator('.card canvas').first()).toBeVisible();
  await workbench.runOn(workbench.row('docs-search'), 'Show Analytics');
  await expect(workbench.tab('Analytics: docs-search')).toBeVisible();
});

test.describe('a service of the specification only', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('says so calmly, once', async ({ workbench, service, page }) => {
    await workbench.run('Show Analytics');
    await expect(workbench.notification('does not offer analytics.')).toBeVisible();
    expect(asked(service)).toHaveLength(1);
    await expect(async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('F1');
      await workbench.input.fill('>Hosted MCP: Show', { timeout: 2000 });
      await expect(workbench.item('Hosted MCP: Show Playground')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(workbench.item('Hosted MCP: Show Analytics')).toHaveCount(0);
  });
});

test.describe('the page', () => {
  test.use({ settings: { 'workbench.colorTheme': 'Light 2026', 'workbench.reduceMotion': 'on' } });

  test('can be used by everybody, in every theme and width', async ({ workbench, service, page }) => {
    await open(workbench);
    const { webview } = workbench;
    await card(workbench, 'requests_count').getByText('Show as Table').click();
    await webview.getByRole('button', { name: 'Custom…' }).click();
    await webview.getByLabel('From').fill('x');
    await webview.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(webview.locator('.flaw')).toBeVisible();
    service.faults.add({ match: { path }, status: 500 });
    await webview.getByRole('button', { name: 'Refresh' }).click();
    await expect(webview.getByRole('alert')).toBeVisible();
    const canvas = card(workbench, 'sessions_count').locator('canvas');
    const image = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
    expect(await problems(workbench)).toEqual([]);
    for (const theme of ['Dark 2026', 'Dark High Contrast']) {
      const before = await image();
      await workbench.runOther('Preferences: Color Theme');
      await workbench.input.fill(theme);
      await workbench.choose(workbench.item(theme));
      await expect.poll(image).not.toBe(before);
      await webview.getByRole('slider', { name: 'Requests over time' }).hover();
      await expect(webview.locator('.tip:visible')).toHaveCount(1);
      expect(await problems(workbench), theme).toEqual([]);
    }
    const width = async () => (await canvas.boundingBox())?.width ?? 0;
    const wide = await width();
    await page.setViewportSize({ width: 700, height: 800 });
    await expect.poll(width).toBeLessThan(wide);
    const overflow = await webview.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

async function problems({ webview }: Workbench): Promise<string[]> {
  const body = webview.locator('body');
  await body.evaluate(axe.source);
  return body.evaluate(async (element) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(element.ownerDocument);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
  });
}
