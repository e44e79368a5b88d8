import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAccessibilityProblems } from '../../kit/access.ts';
import { skyPng } from '../../service/mcp/media.ts';
import { expect, test } from '../fixtures.ts';
import { openInspector } from './inspectorPage.ts';

test('the bytes of a resource and of a response are saved as files', async ({ workbench, page, folder }) => {
  await openInspector(workbench);
  const sky = Buffer.from(skyPng, 'base64');
  const save = page.getByRole('button', { name: 'Save...' });
  await page.locator('.item', { hasText: 'sky.png' }).click();
  await page.getByRole('button', { name: 'Read Resource' }).click();
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(workbench.input).toHaveValue(/\/sky\.png$/);
  const file = join(folder, 'saved.png');
  await workbench.enter(file);
  await expect(workbench.notification('Saved the content to')).toContainText(file);
  expect(readFileSync(file).equals(sky)).toBe(true);

  await page.locator('.item', { hasText: 'show_everything' }).click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  // An image, a sound, and an embedded resource. Text content can't be saved.
  await expect(save).toHaveCount(3);
  await save.nth(1).click();
  await expect(workbench.input).toHaveValue(/\/show_everything\.wav$/);
  await workbench.input.press('Escape');
  await save.nth(2).click();
  await expect(workbench.input).toHaveValue(/\/sky\.png$/);
});

test('a resource is subscribed to, read again after a change, and kept up to date', async ({
  workbench,
  page,
  service,
}) => {
  await openInspector(workbench);
  const barometer = page.locator('[data-key="resource:weather://barometer"]');
  const change = async () => {
    await page.locator('[data-key="tool:read_barometer"]').click();
    await page.getByRole('button', { name: 'Call Tool' }).click();
  };
  const mark = barometer.getByRole('img', { name: 'Changed' });
  await page.locator('.item', { hasText: 'list_cities' }).first().click();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(0);
  await barometer.click();
  await page.getByRole('button', { name: 'Subscribe' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeFocused();
  await change();
  await expect(mark).toBeVisible();
  expect(await findAccessibilityProblems(page.locator('body'))).toEqual([]);
  await barometer.click();
  await expect(mark).toHaveCount(0);
  await expect(page.locator('main')).toContainText('reported a change');
  await expect(page.locator('.response')).toContainText('1001 hPa');

  service.mcp.endAll();
  await change();
  await expect(page.getByRole('status').filter({ hasText: 'new session was started' })).toBeVisible();
  await expect(page.locator('.phase')).toContainText('Connected');
  await change();
  await expect(mark).toBeVisible();
  await barometer.click();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
});

test('sets the log level of the server', async ({ workbench, page }) => {
  await openInspector(workbench);
  await page.getByRole('button', { name: 'Messages' }).click();
  const level = page.getByRole('combobox', { name: 'Server log level' });
  await expect(level.getByRole('option')).toHaveCount(9);
  await level.selectOption('error');
  await expect(level).toHaveValue('error');
  await expect(level.getByRole('option')).toHaveCount(8);
  await page.locator('[data-key="tool:write_logs"]').click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(page.locator('.response')).toContainText('written');
  await page.getByRole('combobox', { name: 'Method' }).selectOption('notifications/message');
  await expect(page.getByRole('grid', { name: 'Messages' })).toHaveAttribute('aria-rowcount', '4');
  expect(await findAccessibilityProblems(page.locator('body'))).toEqual([]);
});

test('icons of the server and of its tools are shown without requests to other hosts', async ({
  workbench,
  page,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await openInspector(workbench);
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  await expect.poll(() => page.locator('h1 img').evaluate(isDrawn)).toBe(true);
  const tool = page.locator('[data-key="tool:list_cities"]');
  await expect.poll(() => tool.locator('img').evaluate(isDrawn)).toBe(true);
  await tool.click();
  await expect(page.locator('main h2 img')).toBeVisible();
  await expect(page.locator('main .facts')).toContainText('https://weather.example.com/cities.svg');
  expect(await findAccessibilityProblems(page.locator('body'))).toEqual([]);
  expect(requestedUrls.filter((url) => url.includes('weather.example.com'))).toEqual([]);
});
