import type { Page } from '@playwright/test';
import { startChattyServer } from '../../kit/chattyServer.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/** Shows a value as structured content, and returns its view. */
async function showStructured(workbench: PageWindow, page: Page, value: object, run: () => Promise<void>) {
  const server = await startChattyServer({ answer: [] }, value);
  try {
    await workbench.run('Inspect Server', { targetUrl: server.url });
    await page.locator('[data-key="tool:answer"]').click();
    await page.getByRole('button', { name: 'Call Tool' }).click();
    await expect(viewOf(page)).toBeVisible();
    await run();
  } finally {
    await server.close();
  }
}

const viewOf = (page: Page) => page.getByRole('tree', { name: 'Structured content' });

test('JSON is folded and unfolded with the mouse and the keyboard, and a value is copied', async ({
  workbench,
  page,
}) => {
  const raw = Reflect.get(JSON, 'rawJSON') as (digits: string) => unknown;
  const value = {
    city: 'Oslo <b>\u202e',
    wind: { speed: raw('12345678901234567890'), from: 'W', isGusty: false },
    hours: [1, 2],
    none: {},
    rain: null,
  };
  await showStructured(workbench, page, value, async () => {
    const view = viewOf(page);
    const wind = view.getByRole('treeitem', { name: /^"wind"/ });
    const focused = view.locator('[role="treeitem"]:focus');
    await expect(view.getByRole('treeitem')).toHaveCount(11);
    // The text is the same JSON, so a selection can be copied.
    expect(JSON.parse(await view.innerText())).toEqual(JSON.parse(JSON.stringify(value)));
    await expect(view.locator('.json-number').first()).toHaveText('12345678901234567890');
    await expect(view.locator('b')).toHaveCount(0);
    await expect(view.locator('.unseen-mark')).toHaveAttribute('data-signs', '[U+202E]');

    await wind.click();
    await expect(wind).toHaveAttribute('aria-expanded', 'false');
    await expect(wind).toContainText('{"speed": 12345678901234567890, "from": "W", "isGusty": false}');
    await expect(wind).toContainText('3 properties');
    await expect(view.getByRole('treeitem')).toHaveCount(8);
    await expect(wind).toBeFocused();
    await page.keyboard.press('Control+c');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('{"speed":12345678901234567890,"from":"W","isGusty":false}');
    await page.keyboard.press('ArrowRight');
    await expect(view.getByRole('treeitem')).toHaveCount(11);
    await page.keyboard.press('ArrowRight');
    await expect(focused).toHaveText('"speed": 12345678901234567890,');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(view.getByRole('treeitem')).toHaveCount(8);
    await page.keyboard.press('ArrowDown');
    await expect(focused).toHaveText('"hours": [');
    await page.keyboard.press('End');
    await expect(focused).toHaveText('"rain": null');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect(view.getByRole('treeitem')).toHaveCount(1);
    // Only one row is in the tab order.
    await expect(view.locator('[tabindex="0"]')).toHaveCount(1);
  });
});

test('large JSON shows a part of its rows, and the rest on request', async ({ workbench, page }) => {
  const value = {
    stations: Array.from({ length: 250 }, (_, number) => ({ number, sensors: [number] })),
    note: 'x'.repeat(6000),
  };
  await showStructured(workbench, page, value, async () => {
    const view = viewOf(page);
    const rows = view.locator('[aria-level="3"]');
    const stations = view.locator('[aria-level="2"]');
    await expect(stations.first()).toHaveText('"stations": [');
    await expect(rows).toHaveCount(101);
    expect(await view.getByRole('treeitem').count()).toBeLessThan(400);
    await rows.last().click();
    await expect(rows).toHaveCount(201);
    await rows.last().focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(250);
    await expect(rows.nth(200)).toBeFocused();
    await expect(rows.nth(200)).toHaveAttribute('aria-posinset', '201');
    await page.keyboard.press('End');
    await expect(view.locator('.json-string')).toHaveText(`"${'x'.repeat(4999)}…`);
    await page.keyboard.press('Enter');
    await expect(view.locator('.json-string')).toHaveText(`"${'x'.repeat(6000)}"`);
  });
});
