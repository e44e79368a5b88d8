import type { Locator, Page } from '@playwright/test';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';

const hour = 3_600_000;

/** Noon two days ago in UTC, so that the following hours are in the past. */
const noon = Math.floor(Date.now() / (24 * hour)) * 24 * hour - 36 * hour;
const iso = (hours: number) => new Date(noon + hours * hour).toISOString();

/** Logs an entry at a number of hours after that noon. */
function log(service: SampleService, hours: number, content: string): void {
  service.logs.append(findEnvironmentId(service, 'docs-search', 'quiet'), [
    { timestamp: iso(hours), type: 'INFO', requestId: 'r', content },
  ]);
}

const times = (logs: Page) => logs.locator('.row .time');
const heading = (logs: Page) => logs.locator('.day-heading');
const separators = (logs: Page) => logs.locator('.day-separators .day-label');
/** Formats the date at a number of hours after that noon. */
const dateAt = (hours: number, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone,
  }).format(noon + hours * hour);

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN;
}

test.use({ timezoneId: 'UTC' });

test('rows have only times, and the date is above the list and where the day changes', async ({
  workbench,
  page,
  service,
}) => {
  log(service, -12, 'first');
  log(service, 11.9, 'last');
  log(service, 12, 'of the next day');
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  await expect(times(logs)).toHaveText(['00:00:00.000', '23:54:00.000', '00:00:00.000']);
  await expect(heading(logs)).toHaveText(dateAt(0));
  await expect(separators(logs)).toHaveText([dateAt(12)]);
  // The separator is between the rows, and for screen readers, the row below it has the date.
  const rows = logs.locator('.row');
  const rowHeight = (await rows.first().boundingBox())?.height ?? Number.NaN;
  expect(await topOf(separators(logs))).toBe((await topOf(rows.nth(1))) + rowHeight);
  expect(await topOf(rows.nth(2))).toBe((await topOf(separators(logs))) + rowHeight);
  await expect(logs.locator('.row[aria-description]')).toHaveCount(1);
  await expect(rows.nth(2)).toHaveAttribute('aria-description', dateAt(12));

  await logs.locator('input').fill('day');
  await expect(times(logs)).toHaveCount(1);
  await expect(separators(logs)).toHaveCount(0);
  await expect(heading(logs)).toHaveText(dateAt(12));
  await expect(logs.locator('.row[aria-description]')).toHaveCount(0);
  await logs.locator('input').fill('');

  // The grouped list has one request of two days, which belongs to the day of its header.
  await logs.locator('.grid').press('g');
  await expect(logs.locator('.row.head')).toHaveCount(1);
  await expect(separators(logs)).toHaveCount(0);
  await expect(heading(logs)).toHaveText(dateAt(0));
  await page.setViewportSize({ width: 250, height: 600 });
  await expect(heading(logs)).toBeVisible();
});

test('the date above the list is that of the top row while scrolling, and nothing jumps', async ({
  workbench,
  page,
  service,
}) => {
  // 200 rows on each of three days.
  for (const day of [0, 1, 2]) {
    service.logs.append(
      findEnvironmentId(service, 'docs-search', 'quiet'),
      Array.from({ length: 200 }, (_, nth) => ({
        timestamp: new Date(noon + (day - 1) * 24 * hour + nth * 1000).toISOString(),
        type: 'INFO',
        requestId: `${day}`,
        content: `day ${day}, row ${nth}`,
      })),
    );
  }
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  await expect(logs.locator('.counts')).toHaveText('600 entries');
  await expect(heading(logs)).toHaveText(dateAt(24));
  // Each row keeps its distance to the next one, whichever part is drawn, and the end is reached exactly.
  await logs.locator('.grid').press('Home');
  await expect(heading(logs)).toHaveText(dateAt(-24));
  const scroller = logs.locator('.scroller');
  const height = await scroller.evaluate(({ scrollHeight }) => scrollHeight);
  const rowHeight = (await logs.locator('.row').first().boundingBox())?.height ?? Number.NaN;
  const older = await logs
    .locator('.older')
    .first()
    .evaluate((element) => (element as HTMLElement).offsetHeight);
  expect(height).toBe(600 * rowHeight + 2 * rowHeight + older);

  // Scrolling by wheel moves a row by exactly that distance, also across a separator.
  await scroller.evaluate((element, top) => element.scrollTo(0, top), older + 195 * rowHeight);
  const row = logs.locator('.row', { hasText: 'day 1, row 5' }).first();
  await expect(separators(logs)).toHaveText([dateAt(0)]);
  await expect(heading(logs)).toHaveText(dateAt(-24));
  const before = await topOf(row);
  for (let step = 1; step <= 8; step++) {
    await scroller.evaluate((element, by) => element.scrollBy(0, by), rowHeight);
    await expect.poll(async () => Math.round(before - (await topOf(row)))).toBe(step * rowHeight);
  }
  await expect(heading(logs)).toHaveText(dateAt(0));
  await expect(separators(logs)).toHaveCount(0);

  // Older entries of another day above the first row don't move it.
  await logs.locator('.grid').press('Home');
  const first = logs.locator('.row', { hasText: 'day 0, row 0' }).first();
  await expect(first).toBeInViewport();
  const top = await topOf(first);
  log(service, -48, 'the day before');
  await logs.getByRole('button', { name: 'Load Older Entries' }).click();
  await expect(logs.locator('.counts')).toHaveText('601 entries');
  await expect(first).toHaveAttribute('aria-description', dateAt(-24));
  expect(Math.abs((await topOf(first)) - top)).toBeLessThan(1);
  await page.keyboard.press('End');
  await expect(heading(logs)).toHaveText(dateAt(24));
});

test.describe('in a time zone ahead of UTC', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a day is one of the displayed time zone', async ({ workbench, service }) => {
    // One day in that time zone, two days in UTC.
    log(service, 11, 'before midnight of UTC');
    log(service, 12.5, 'after it');
    await workbench.openLogs('docs-search', 'quiet');
    const { logs } = workbench;
    await expect(times(logs)).toHaveText(['08:00:00.000', '09:30:00.000']);
    await expect(heading(logs)).toHaveText(dateAt(11, 'Asia/Tokyo'));
    await expect(separators(logs)).toHaveCount(0);
    await logs.getByRole('button', { name: 'More Actions...' }).click();
    await workbench.choose(workbench.item('Show Times in UTC'));
    await expect(times(logs)).toHaveText(['23:00:00.000', '00:30:00.000']);
    await expect(heading(logs)).toHaveText(`${dateAt(11)} UTC`);
    await expect(separators(logs)).toHaveText([`${dateAt(12.5)} UTC`]);
  });
});
