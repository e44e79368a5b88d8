import type { Page } from '@playwright/test';
import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/** Number of entries in a list whose rows of 160 px are together higher than the scrolled element can be. */
const many = 80_000;

async function openWeek(workbench: PageWindow): Promise<void> {
  await workbench.run('Open Logs Since');
  await workbench.choose(workbench.item('weather-tools').filter({ hasText: 'production' }));
  await workbench.choose(workbench.item('Last 7 days'));
}

/** Uses a large font, so that few entries have the height of many. */
async function useLargeFont(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () =>
      document.documentElement.style.setProperty('--vscode-editor-font-size', '100px'),
    );
  });
}

test.describe('entries higher than the scrolled element can be', () => {
  test.use({ serviceOptions: { seed: 7, live: false, entries: many } });

  test('are all loaded, and the first and the last are reachable at any zoom', async ({
    workbench,
    page,
  }) => {
    await useLargeFont(page);
    await openWeek(workbench);
    const { logs } = workbench;
    // The newest entries are loaded immediately, in addition to other requests.
    await expect(logs.locator('.row:not(.gap)').last()).toBeVisible();
    await expect(logs.locator('.counts')).toHaveText(/^8\d,\d{3} entries$/);
    await expect(logs.locator('.row.gap')).toHaveCount(0);
    await expect(logs.locator('.status .doing')).toHaveCount(0);
    const count = Number(await logs.locator('.grid').getAttribute('aria-rowcount')) - 1;
    expect(count).toBeGreaterThanOrEqual(many);
    const height = await logs.locator('.scroller').evaluate(({ scrollHeight }) => scrollHeight);
    expect(height).toBeLessThan(count * 160 * 0.9);

    const session = await page.context().newCDPSession(page);
    for (const deviceScaleFactor of [1, 2, 3]) {
      const screen = { width: 1280, height: 800, deviceScaleFactor, mobile: false };
      await session.send('Emulation.setDeviceMetricsOverride', screen);
      const row = (index: number) => logs.locator(`.row[aria-rowindex="${index + 2}"]`);
      await logs.locator('.grid').press('Home');
      await expect(row(0)).toBeInViewport({ ratio: 1 });
      await logs.locator('.grid').press('End');
      await expect(row(count - 1)).toBeInViewport({ ratio: 1 });
      await expect(row(count - 1)).toHaveClass(/active/);
      // Scrolls with the scroll bar to each end and to the middle.
      const scrollTo = (part: number) =>
        logs.locator('.scroller').evaluate((scroller, to) => {
          scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * to;
        }, part);
      await scrollTo(0.5);
      await expect(row(count - 1)).toHaveCount(0);
      const middle = Number(await logs.locator('.row').first().getAttribute('aria-rowindex'));
      expect(Math.abs(middle / count - 0.5)).toBeLessThan(0.01);
      // Scrolls in a single step.
      await scrollTo(0);
      await expect(row(0)).toBeInViewport({ ratio: 1 });
      await scrollTo(1);
      await expect(row(count - 1)).toBeInViewport({ ratio: 1 });
    }

    // The page contains only the rows near the visible ones.
    expect(await logs.locator('.row').count()).toBeLessThan(100);
    await logs.locator('input').fill('no entry has this');
    await expect(logs.locator('.hits')).toHaveText('No results');
    await logs.locator('input').fill('');
    await expect(logs.locator('.counts')).toHaveText(/^8\d,\d{3} entries$/);
  });
});

test.describe('a long range', () => {
  test.use({ serviceOptions: { seed: 7, live: false, entries: 20_000 } });

  test('that is canceled shows where entries are missing, and loads them on request', async ({
    workbench,
    service,
  }) => {
    // The service responds with the newest entries and the first page. The entries between them stay missing.
    const match = { path: '^/v1/environments/[^/]+/logs' };
    service.faults.add({ match, delayMs: 0, times: 2 });
    service.faults.add({ match, hang: true });
    await openWeek(workbench);
    const { logs } = workbench;
    await expect(logs.locator('.doing')).toContainText(/Loading\.\.\. \d+%, 3,000 so far/);
    await logs.getByRole('button', { name: 'Cancel' }).click();
    await expect(logs.locator('.notice')).toContainText('Loading was canceled');
    service.faults.clear();
    // The gap follows the thousand entries of the first page, each with a row of 22 px.
    await logs.locator('.scroller').evaluate((one) => one.scrollTo(0, 22_000 - 200));
    const gap = logs.locator('.row.gap').first();
    await expect(gap).toBeInViewport();
    await expect(gap.locator('.message')).toHaveText(/^\d+ (days|hours) not loaded Load$/);
    await expect(gap.locator('.message')).toHaveAttribute(
      'title',
      /^\d+ (days|hours) not loaded\nFrom .* to .*$/,
    );
    // The button doesn't move the text.
    const tops = await gap.evaluate((row) =>
      ['.time', '.link'].map((name) => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector(name) ?? row);
        return range.getBoundingClientRect().top;
      }),
    );
    expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 9))).toBeLessThan(1);
    const before = await logs.locator('.counts').innerText();
    await gap.getByRole('button', { name: 'Load' }).click();
    await expect(logs.locator('.counts')).not.toHaveText(before);
    await expect(logs.locator('.doing')).toHaveCount(0);
    // Loads other missing entries, if there was more than one gap.
    await expect(async () => {
      const goOn = logs.getByRole('button', { name: 'Continue' });
      if (await goOn.isVisible()) await goOn.click({ timeout: 1000 });
      await expect(logs.locator('.counts')).toHaveText(/^2\d,\d{3} entries$/, { timeout: 3000 });
    }).toPass();
    await expect(gap).toHaveCount(0);
  });
});

test('that ends with a gap can be continued there', async ({ workbench, service }) => {
  const id = findEnvironmentId(service, 'docs-search', 'quiet');
  appendLogs(service, id, 'in the range');
  await workbench.run('Open Logs Since');
  await workbench.choose(workbench.item('docs-search').filter({ hasText: 'quiet' }));
  await workbench.choose(workbench.item('Last hour'));
  const { logs } = workbench;
  await expect(logs.locator('.row')).toHaveText([/in the range/]);
  await expect(logs.locator('.live-state')).toHaveText(/^Not updated since \d\d:\d\d:\d\d$/);
  appendLogs(service, id, 'after it');
  await logs.getByRole('button', { name: 'Load Newer Entries' }).click();
  await expect(logs.locator('.row')).toHaveText([/in the range/, /after it/]);
  await logs.locator('.live').click();
  await expect(logs.locator('.live-state')).toHaveText('Live');
  await expect(logs.getByRole('button', { name: 'Load Newer Entries' })).toHaveCount(0);
});
