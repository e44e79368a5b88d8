import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/** Opens logs of which only a few rows are drawn, with the first row visible. */
async function openAtStart(workbench: PageWindow): Promise<Page> {
  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.counts')).toHaveText('1,000 entries');
  await jump(logs, 0);
  await expect(logs.locator('[aria-rowindex="2"]')).toBeInViewport();
  return logs;
}

/** Scrolls to a share of the scroll bar's range. */
function jump(logs: Page, share: number): Promise<void> {
  return logs.locator('.scroller').evaluate((scroller, to) => {
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * to;
  }, share);
}

/** Scrolls until rows are drawn that weren't drawn at the start. */
async function jumpAway(logs: Page): Promise<void> {
  await jump(logs, 0.5);
  await expect(logs.locator('[aria-rowindex="502"]')).toBeInViewport();
  await expect(logs.locator('[aria-rowindex="2"]')).toHaveCount(0);
}

test.describe('rows in reused elements', () => {
  test('stay in the document when the scroll bar moves far', async ({ workbench }) => {
    const logs = await openAtStart(workbench);
    await logs.locator('.grid .rows').evaluate((rows) => {
      const moves = { count: 0 };
      new MutationObserver((found) => {
        moves.count += found.reduce((sum, { removedNodes }) => sum + removedNodes.length, 0);
      }).observe(rows, { childList: true });
      Object.assign(globalThis, { moves });
    });
    const rowCount = await logs.locator('.row').count();
    await jumpAway(logs);
    const removed = await logs.evaluate(() => Reflect.get(globalThis, 'moves') as { count: number });
    expect(removed.count, `of ${rowCount} rows`).toBeLessThan(rowCount / 2);
    // The rows are in order, and each has its own content.
    const rowTexts = await logs.locator('.row').evaluateAll((rows) =>
      rows.map((row) => ({
        index: Number(row.getAttribute('aria-rowindex')),
        time: row.querySelector('.time')?.textContent ?? '',
        title: row.querySelector<HTMLElement>('.time')?.title ?? '',
      })),
    );
    expect(rowTexts.map(({ index }) => index)).toEqual(
      rowTexts.map((_, nth) => (rowTexts[0]?.index ?? 0) + nth),
    );
    // The titles have the date, because the rows can be from two days.
    expect(rowTexts.map(({ title }) => title)).toEqual(rowTexts.map(({ title }) => title).toSorted());
    for (const { time, title } of rowTexts) expect(title.slice(-10, -1)).toBe(time.slice(-9));
  });

  test('do not inherit a highlight', async ({ workbench }) => {
    const logs = await openAtStart(workbench);
    await logs.locator('.grid .rows').evaluate((rows) => {
      const [from, to] = [rows.children[2], rows.children[5]].map((row) => row?.querySelector('.message'));
      getSelection()?.setBaseAndExtent(from as Node, 0, to as Node, 1);
    });
    await expect.poll(() => logs.evaluate(() => getSelection()?.toString() ?? '')).not.toBe('');
    await jumpAway(logs);
    expect(await logs.evaluate(() => getSelection()?.toString())).toBe('');
  });

  test('do not inherit the focus', async ({ workbench }) => {
    const logs = await openAtStart(workbench);
    await logs.locator('[aria-rowindex="4"] .chevron').focus();
    await jumpAway(logs);
    await expect(logs.locator('.row :focus')).toHaveCount(0);
  });
});
