import type { Locator, Page } from '@playwright/test';
import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { openFullPage } from './fullPage.ts';

/** Returns the lines that Ctrl+C copies. */
async function copiedLines(page: Page, isThere: (lines: readonly string[]) => boolean): Promise<string[]> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('Control+c');
  let lines: string[] = [];
  await expect
    .poll(async () => {
      lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
      return isThere(lines);
    })
    .toBe(true);
  return lines;
}

async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not drawn.');
  return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
}

const entry = /^\d{4}-\d\d-\d\dT[\d:.]+Z [A-Z]+ /;

test.describe('copying', () => {
  test('after "select all" takes all entries, also those not drawn, and nothing else', async ({
    workbench,
    page,
  }) => {
    const logs = await openFullPage(workbench);
    await logs.locator('.row .message').last().click();
    await page.keyboard.press('Control+a');
    await expect(logs.locator('.row:not([aria-selected="true"])')).toHaveCount(0);
    const lines = await copiedLines(page, (found) => found.length >= 1000);
    expect(lines.filter((line) => entry.test(line))).toHaveLength(1000);
    expect(lines.filter((line) => !entry.test(line) && !line.startsWith('    '))).toEqual([]);

    // In an input field, the keys edit its text.
    await logs.locator('input').fill('forecast');
    await page.keyboard.press('Control+a');
    expect(await copiedLines(page, (found) => found.join() !== '')).toEqual(['forecast']);
  });

  test('a mouse selection over several rows takes whole entries', async ({ workbench, page }) => {
    const logs = await openFullPage(workbench);
    const messages = logs.locator('.row .message');
    const texts = await Promise.all([-4, -3, -2].map((index) => messages.nth(index).innerText()));
    const end = await middleOf(messages.nth(-2));
    const start = await middleOf(messages.nth(-4));
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 5 });
    await page.mouse.up();
    const lines = await copiedLines(page, (found) => found.length >= 3);
    const entries = lines.filter((line) => !line.startsWith('    '));
    expect(entries.every((line) => entry.test(line))).toBe(true);
    // Rows of JSON have spaces between its tokens.
    const withoutSpaces = (text = '-') => text.replaceAll(/\s/g, '');
    expect(entries.map((line, index) => withoutSpaces(line).endsWith(withoutSpaces(texts[index])))).toEqual([
      true,
      true,
      true,
    ]);

    // Even if the rows are scrolled out of view while they are selected or later, and aren't drawn.
    const id = await logs.locator('.row').nth(-2).getAttribute('id');
    await page.mouse.move(end.x, end.y);
    await page.mouse.down();
    await page.mouse.move(start.x, start.y, { steps: 5 });
    await page.mouse.wheel(0, -3000);
    await expect(logs.locator(`#${id}`)).toHaveCount(0);
    await page.mouse.move(start.x + 5, start.y, { steps: 2 });
    await page.mouse.up();
    await page.mouse.wheel(0, -6000);
    await expect(logs.locator('.row[aria-selected="true"]')).toHaveCount(0);
    const all = await copiedLines(page, (found) => found.length >= 100);
    expect(all.filter((line) => !line.startsWith('    ')).every((line) => entry.test(line))).toBe(true);
    expect(all.at(-1)).toBe(lines.at(-1));
  });

  test('a selection within one row takes the selected text', async ({ workbench, page }) => {
    await workbench.openLogs('weather-tools', 'production');
    const message = workbench.logs.locator('.row .message').nth(-3);
    // While older entries are added above, another row can move below the mouse.
    await expect(async () => {
      const text = await message.innerText();
      // Selects the whole message, up to the next element.
      await message.click({ clickCount: 3 });
      const lines = await copiedLines(page, (found) => found.join('').trim() !== '');
      expect(lines.join('').trim()).toBe(text.trim());
    }).toPass();
  });
});

test('Tab moves from the filter to the list, and the view stays at the end', async ({
  workbench,
  page,
  service,
}) => {
  const logs = await openFullPage(workbench);
  await logs.locator('input').click();
  // The buttons of the toolbar come in between.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(logs.locator('.grid')).toBeFocused({ timeout: 100 });
  }).toPass();
  await expect(logs.locator('.pill')).toHaveCount(0);
  const last = logs.locator('.row').last();
  await expect(last).toBeInViewport();
  await expect(logs.locator('.older:not(.newer)')).not.toBeInViewport();

  const id = findEnvironmentId(service, 'weather-tools', 'production');
  appendLogs(service, id, 'came after Tab');
  await expect(last).toContainText('came after Tab');
  await expect(last).toBeInViewport();

  // It's a tab stop again as soon as it's visible.
  await page.keyboard.press('Home');
  const older = logs.getByRole('button', { name: 'Load Older Entries' });
  await expect(older).toBeInViewport();
  await page.keyboard.press('Shift+Tab');
  await expect(older).toBeFocused();
});

test('a click activates a row, and Shift+click selects up to it', async ({ workbench, page, service }) => {
  const id = findEnvironmentId(service, 'docs-search', 'quiet');
  appendLogs(service, id, 'one', '{"two":2}', 'three', 'four');
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  const row = (text: string) => logs.locator('.row', { hasText: text });
  await row('"two"').locator('.message').click();
  await expect(row('"two"')).toHaveClass(/active/);
  await page.keyboard.press('Enter');
  await expect(row('"two"').locator('.details')).toBeVisible();
  await row('four')
    .locator('.time')
    .click({ modifiers: ['Shift'] });
  await expect(logs.locator('.row[aria-selected="true"]')).toHaveCount(3);
  await page.keyboard.press('ArrowUp');
  await expect(row('three')).toHaveClass(/active/);
  await expect(logs.locator('.row[aria-selected="true"]')).toHaveCount(1);
});

test('an entry higher than the view is read with the keyboard, page by page', async ({
  workbench,
  page,
  service,
}) => {
  const id = findEnvironmentId(service, 'docs-search', 'quiet');
  const tall = Array.from({ length: 90 }, (_, line) => `line ${line}`).join('\n');
  appendLogs(service, id, 'before', tall, 'after');
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  const row = logs.locator('.row', { hasText: 'line 0' });
  await row.locator('.time').click();
  await page.keyboard.press('Enter');
  await expect(row.locator('.details')).toBeVisible();
  const top = async () => (await row.boundingBox())?.y ?? Number.NaN;
  const view = (await logs.locator('.scroller').boundingBox())?.height ?? Number.NaN;
  for (let pages = 0; pages < 5; pages++) {
    const before = await top();
    await page.keyboard.press('PageDown');
    await expect
      .poll(
        async () =>
          (await top()) < before ||
          /active/.test(String(await logs.locator('.row', { hasText: 'after' }).getAttribute('class'))),
      )
      .toBe(true);
    expect(before - (await top())).toBeLessThanOrEqual(view);
  }
  await expect(logs.locator('.row', { hasText: 'after' })).toHaveClass(/active/);
});

test('the list has the focus after the keyboard loads older entries', async ({ workbench, page }) => {
  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.counts')).toHaveText('1,000 entries');
  await logs.locator('.grid').press('Home');
  await logs.getByRole('button', { name: 'Load Older Entries' }).press('Enter');
  await expect(logs.locator('.counts')).not.toHaveText('1,000 entries');
  await expect(logs.locator('.grid')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(logs.locator('.row.active')).toBeInViewport();
});
