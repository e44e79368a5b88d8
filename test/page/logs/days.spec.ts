import type { Page } from '@playwright/test';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';

const hour = 3_600_000;

/** Noon two days ago in UTC, so that the following hours are in the past. */
const noon = Math.floor(Date.now() / (24 * hour)) * 24 * hour - 36 * hour;
const iso = (hours: number) => new Date(noon + hours * hour).toISOString();
const [dayBefore, dayAfter] = [iso(0).slice(0, 10), iso(24).slice(0, 10)];

/** Logs an entry at a number of hours after that noon. */
function log(service: SampleService, hours: number, content: string): void {
  service.logs.append(findEnvironmentId(service, 'docs-search', 'quiet'), [
    { timestamp: iso(hours), type: 'INFO', requestId: 'r', content },
  ]);
}

const times = (logs: Page) => logs.locator('.row .time');

test.use({ timezoneId: 'UTC' });

test('rows of one day have no date, which is shown once; with a second day, they have one', async ({
  workbench,
  page,
  service,
}) => {
  log(service, -12, 'first');
  log(service, 11.9, 'last');
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  const day = logs.locator('.status .day');
  await expect(logs.locator('.row')).toHaveCount(2);
  await expect(day).toHaveText(dayBefore);
  const shownTimes = () => times(logs).allInnerTexts();
  expect(await shownTimes()).toEqual(['00:00:00.000', '23:54:00.000']);
  const leftEdge = () =>
    logs
      .locator('.row .message')
      .first()
      .evaluate((cell) => cell.getBoundingClientRect().left);
  const narrowLeft = await leftEdge();

  // The time range of all loaded entries, not only of the visible ones.
  const hours = (service.clock.now() - noon) / hour;
  log(service, hours, 'of another day');
  await expect(logs.locator('.row').last()).toContainText('of another day');
  await expect(day).toHaveCount(0);
  expect(await shownTimes()).toEqual([
    `${dayBefore} 00:00:00.000`,
    `${dayBefore} 23:54:00.000`,
    iso(hours).slice(0, -1).replace('T', ' '),
  ]);
  expect(await leftEdge()).toBeGreaterThan(narrowLeft);
  await logs.locator('input').fill('first');
  await expect(logs.locator('.row')).toHaveCount(1);
  await expect(day).toHaveCount(0);
  await page.setViewportSize({ width: 250, height: 600 });
  expect(await shownTimes()).toEqual(['00:00:00.000']);
});

test.describe('in a time zone ahead of UTC', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a day is one of the displayed time zone', async ({ workbench, service }) => {
    // One day in that time zone, two days in UTC.
    log(service, 11, 'before midnight of UTC');
    log(service, 12.5, 'after it');
    await workbench.openLogs('docs-search', 'quiet');
    const { logs } = workbench;
    await expect(logs.locator('.status .day')).toHaveText(dayAfter);
    await expect(times(logs).first()).toHaveText(`${dayAfter} 08:00:00.000`);
    await expect(times(logs).first().locator('.date')).toBeHidden();
    await logs.getByRole('button', { name: 'More Actions...' }).click();
    await workbench.choose(workbench.item('Show Times in UTC'));
    await expect(logs.locator('.status .day')).toHaveCount(0);
    await expect(times(logs).first().locator('.date')).toBeVisible();
    await expect(times(logs).first()).toHaveText(`${dayBefore} 23:00:00.000`);
  });
});
