import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAccessibilityProblems } from '../../kit/access.ts';
import { expect, test } from '../fixtures.ts';
import { openReport } from './reportPage.ts';

test("screenshots of the server's views are shown, enlarged, and saved; the page loads none itself", async ({
  workbench,
  page,
  folder,
  service,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  // A URL expires after a while. The first one has expired, the next one hasn't.
  service.faults.add({ match: { path: '/screenshots/aud_views-claudeai' }, status: 403, times: 1 });
  const report = await openReport(workbench, 'aud_views');
  await expect(report.locator('.facts')).toContainText('ChatGPT, Claude');
  const screenshots = report.getByRole('region', { name: /^Screenshots/ });
  await expect(screenshots.locator('figcaption')).toHaveText(['ChatGPT', 'Claude']);
  const images = screenshots.locator('figure img');
  await expect(images).toHaveCount(2);
  for (const image of await images.all()) {
    expect(await image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(
      640,
    );
  }
  await report.locator('.kind.pass > details > summary').click();
  await expect(report.getByRole('article', { name: 'Views are drawn' }).locator('.chip')).toHaveText('Views');
  expect(requestedUrls.filter((url) => url.includes('screenshots'))).toEqual([]);

  const opener = screenshots.getByRole('button', { name: /ChatGPT/ });
  await opener.press('Enter');
  const dialog = report.getByRole('dialog', { name: /ChatGPT/ });
  await expect(dialog.getByRole('heading')).toHaveText("Screenshot of the server's view in ChatGPT");
  await expect(dialog).toContainText(/640 × \d+ pixels/);
  expect(await findAccessibilityProblems(report.locator('body'))).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(report.getByRole('dialog', { name: /Claude/ })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await screenshots.getByRole('button', { name: 'Save Screenshot...' }).first().click();
  await expect(workbench.input).toHaveValue(/view-weather\.example\.com-ChatGPT\.png$/);
  const file = join(folder, 'view.png');
  await workbench.enter(file);
  await expect(workbench.notification(/saved.*view\.png/)).toBeVisible();
  const source = (await images.first().getAttribute('src')) ?? '';
  expect(`data:image/png;base64,${readFileSync(file).toString('base64')}`).toBe(source);
});

test('invalid and missing screenshots are reported in their place, and requested again', async ({
  workbench,
  service,
}) => {
  const report = await openReport(workbench, 'aud_odd');
  const figures = report.locator('.screenshots figure');
  await expect(figures.first()).toContainText('PNG, JPEG, or WebP');
  await expect(figures.last()).toContainText('no longer available');
  const before = service.requests.list().filter(({ path }) => path.includes('aud_odd-claudeai')).length;
  await figures.last().getByRole('button', { name: 'Try Again' }).click();
  await expect
    .poll(() => service.requests.list().filter(({ path }) => path.includes('aud_odd-claudeai')).length)
    .toBeGreaterThan(before);
});
