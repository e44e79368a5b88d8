import { findAccessibilityProblems, findThemeProblems } from '../../kit/access.ts';
import { expect, test } from '../fixtures.ts';
import { changeTheme } from '../panelTab.ts';
import { expectThemeColor } from '../themes.ts';
import type { PageWindow } from '../window.ts';
import { analyticsPath, fetchAnalytics, findCard, openAnalytics } from './analyticsPage.ts';

const focused = ({ webview }: PageWindow) => webview.locator(':focus-visible');

test('everything can be reached and read with the keyboard, and the cursors of all charts move together', async ({
  workbench,
  service,
  page,
}) => {
  await openAnalytics(workbench);
  const { webview } = workbench;
  const chart = webview.getByRole('slider', { name: 'Requests by method over time' });
  await expect(chart).toBeVisible();
  const { timeSeries } = await fetchAnalytics(service);
  const series = timeSeries['requests_count'] ?? [];
  const names = Object.keys(series[0]?.categories ?? {});
  const words = (at: number) =>
    names.map((name) => `${name} ${series.at(at)?.categories[name]?.toLocaleString('en')}`).join(', ');
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`, ${words(-1)}$`));

  await webview.getByRole('button', { name: 'Last 24 Hours' }).focus();
  const tab = () => page.keyboard.press('Tab');
  for (const name of [
    'Last 7 Days',
    'Last 30 Days',
    'Custom...',
    'Refresh',
    'Copy All as CSV',
    'Export CSV...',
  ]) {
    await tab();
    await expect(webview.getByRole('button', { name, exact: true })).toBeFocused();
  }
  for (const name of [/^Peak [\d,]+ at/, /^Peak [\d,]+ at/, /^Peak [\d,]+\sms at/]) {
    await tab();
    await expect(webview.getByRole('button', { name }).and(focused(workbench))).toBeVisible();
  }
  for (const key of ['requests_by_result', 'requests_latency_mean']) {
    for (const role of ['button', 'button', 'slider'] as const) {
      await tab();
      await expect(findCard(workbench, key).getByRole(role).and(focused(workbench))).toBeVisible();
    }
  }
  await tab();
  await expect(webview.locator('.breakdown-scroll').first()).toBeFocused();
  await findCard(workbench, 'requests_count').getByRole('button').last().focus();
  await tab();
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
  // A series without a name has no legend, so its value is in the head.
  const sessionsCard = findCard(workbench, 'sessions_count');
  await expect(sessionsCard.locator('.legend')).toBeHidden();
  await expect(sessionsCard.locator('.tip')).toBeHidden();
  // Each chart names the time of its values in place of its summary.
  const times = webview.locator('.card .status > .time');
  const time = (await times.first().innerText()).split(' · ').at(-1);
  // The sum of counts comes first, also if the legend shows the count of each category.
  const sum = names.reduce((total, name) => total + (series[1]?.categories[name] ?? 0), 0);
  await expect(findCard(workbench, 'requests_count').locator('.status > .time')).toHaveText(
    `${sum.toLocaleString('en')} · ${time}`,
  );
  await expect(sessionsCard.locator('.status > .time')).toHaveText(`${sessions} · ${time}`);
  expect(new Set((await times.allInnerTexts()).map((text) => text.split(' · ').at(-1)))).toEqual(
    new Set([time]),
  );
  await expect(times.first()).toHaveText(/\d:\d\d/);
  await expect(webview.locator('.card .total:not(.replaced):visible')).toHaveCount(
    await webview.locator('.breakdown').count(),
  );
  await page.keyboard.press('Escape');
  await expect(chart.locator('.tip')).toBeHidden();
  await expect(times.first()).toHaveText('');

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(
    webview.getByRole('button', { name: 'Show as Table: Requests by method', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Space');
  const toggle = webview.getByRole('button', { name: 'Show as Chart: Requests by method', exact: true });
  await expect(toggle).toBeFocused();
  await tab();
  await page.keyboard.press('Enter');
  await expect(webview.getByRole('status')).toHaveText('Requests by method copied as CSV');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('tools/call');
  await tab();
  await expect(webview.getByRole('region', { name: /^Requests by method, / })).toBeFocused();
  await toggle.press('Enter');
  await expect(chart).toBeVisible();

  // If the user has moved the focus before the data arrives, it isn't moved back.
  service.faults.add({ match: { path: analyticsPath }, delayMs: 2000 });
  await webview.getByRole('button', { name: 'Last 7 Days' }).press('Enter');
  await chart.focus();
  await expect(webview.locator('.shown')).toContainText('1-day intervals');
  await expect(chart).toBeFocused();
});

test('a problem of a date is below the row of its field, and above the button', async ({
  workbench,
  page,
}) => {
  await openAnalytics(workbench);
  const { webview } = workbench;
  await webview.getByRole('button', { name: 'Custom...' }).click();
  const from = webview.getByLabel('From', { exact: true });
  const show = webview.getByRole('button', { name: 'Show', exact: true });
  await from.fill('x');
  await show.click();
  const boxes = async () => {
    const parts = [from, webview.locator('.issue'), show].map(async (part) => {
      const box = await part.boundingBox();
      return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
    });
    const [field, issue, button] = await Promise.all(parts);
    return { field, issue, button };
  };
  // The button is beside the fields if there is space.
  await page.setViewportSize({ width: 900, height: 700 });
  const wide = await boxes();
  expect(Math.abs((wide.button?.top ?? 0) - (wide.field?.top ?? 0))).toBeLessThan(4);
  for (const width of [900, 400, 300]) {
    await page.setViewportSize({ width, height: 700 });
    const { field, issue, button } = await boxes();
    const distance = (issue?.top ?? 0) - (field?.bottom ?? 0);
    expect(distance).toBeGreaterThanOrEqual(0);
    expect(distance).toBeLessThan(10);
    if (width < 900) expect(button?.top).toBeGreaterThanOrEqual(issue?.bottom ?? 0);
  }
});

test('the cards of all rows have the same columns', async ({ workbench, page }) => {
  await page.setViewportSize({ width: 1140, height: 800 });
  await openAnalytics(workbench);
  const cards = workbench.webview.locator('.card');
  await expect(workbench.webview.locator('.breakdown')).toHaveCount(2);
  const edges = await cards.evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().left)),
  );
  expect(new Set(edges).size).toBe(2);
  // The sparklines of all tables are at the same side of their numbers.
  const directions = await workbench.webview
    .locator('.breakdown td > div')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).flexDirection));
  expect(new Set(directions)).toEqual(new Set(['column']));
});

test.describe('the page', () => {
  test.use({ theme: 'light' });

  test('passes the automated accessibility checks in every theme and width', async ({
    workbench,
    service,
    page,
  }) => {
    await openAnalytics(workbench, '<img src=x');
    const { webview } = workbench;
    await findCard(workbench, 'requests_count').getByRole('button', { name: 'Show as Table' }).click();
    await webview.getByRole('button', { name: 'Custom...' }).click();
    await webview.getByLabel('From', { exact: true }).fill('x');
    await webview.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(webview.locator('.issue')).toBeVisible();
    // The segment of the open form is the only pressed one.
    await expect(webview.locator('.range[aria-pressed="true"]')).toHaveText('Custom...');
    service.faults.add({ match: { path: analyticsPath }, status: 500 });
    await webview.getByRole('button', { name: 'Refresh' }).click();
    await expect(webview.getByRole('alert')).toBeVisible();
    const canvas = findCard(workbench, 'sessions_count').locator('canvas');
    const image = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
    expect(await findAccessibilityProblems(webview.locator('body'))).toEqual([]);
    for (const theme of ['dark', 'high-contrast'] as const) {
      const before = await image();
      await changeTheme(page, theme);
      // In high contrast, the color for the borders of invalid fields is the one of all borders.
      const borderColor =
        theme === 'dark' ? '--vscode-inputValidation-errorBorder' : '--vscode-errorForeground';
      const from = webview.getByLabel('From', { exact: true });
      await expectThemeColor(from, 'border-top-color', borderColor);
      await expectThemeColor(
        webview.getByLabel('To', { exact: true }),
        'border-top-color',
        borderColor,
        false,
      );
      await expect.poll(image).not.toBe(before);
      await webview.getByRole('slider', { name: 'Requests by result over time' }).hover();
      await expect(webview.locator('.tip:visible')).toHaveCount(1);
      expect(await findThemeProblems(webview.locator('body')), theme).toEqual([]);
    }
    const width = async () => (await canvas.boundingBox())?.width ?? 0;
    const wide = await width();
    // The minimum width of an editor.
    await page.setViewportSize({ width: 242, height: 698 });
    await expect.poll(width).toBeLessThan(wide);
    expect(await findOverflow(workbench)).toEqual([]);
  });
});

/**
 * Returns the elements that are wider than the page or their box, except tables, which have their own scroll
 * bar.
 */
function findOverflow({ webview }: PageWindow): Promise<string[]> {
  return webview
    .locator('html')
    .evaluate((root) =>
      [
        root,
        ...root.querySelectorAll<HTMLElement>(
          '#app *:not(.unseen, .table, .table *, .breakdown-scroll, .breakdown-scroll *)',
        ),
      ]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
        .map((one) => `${one.tagName}.${one.className}: ${one.scrollWidth} in ${one.clientWidth}`),
    );
}
