import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/** Returns locators for the messages on an inspector page. */
export const findMessages = (page: Page) => {
  const section = page.locator('.messages');
  const list = section.getByRole('grid', { name: 'Messages' });
  return {
    section,
    list,
    rows: list.getByRole('row'),
    /** Finds the rows of a method, sent or received. */
    row: (method: string, direction: 'Sent' | 'Received' = 'Sent'): Locator =>
      list
        .getByRole('row')
        .filter({ has: page.locator(`.direction[title="${direction}"]`) })
        .filter({ hasText: method }),
    find: section.getByRole('textbox', { name: 'Find in messages' }),
    selected: list.locator('[aria-selected="true"]'),
    text: section.locator('.message .json'),
    pair: section.locator('.pair .json'),
    hits: section.locator('.hits'),
    /** Returns the number in a filter button. */
    kindCount: async (kind: 'Requests' | 'Errors' | 'Notifications'): Promise<number> =>
      Number.parseInt(
        await section.locator('.filters button', { hasText: kind }).locator('.quiet').innerText(),
        10,
      ),
    count: async () => Number(await list.getAttribute('aria-rowcount')),
    button: (name: string) => section.getByRole('button', { name, exact: true }),
  };
};

/** Opens the messages with a height for many rows. */
export async function openMessages(page: Page) {
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  const messages = findMessages(page);
  await expect(messages.rows.first()).toBeVisible();
  await page.getByRole('separator', { name: /^Height/ }).press('End');
  return messages;
}

/** Calls a tool, and waits for its response. */
export async function callTool(page: Page, tool: string): Promise<void> {
  await page.locator(`[data-key="tool:${tool}"]`).click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(page.locator('.response')).not.toContainText('Waiting');
}

/** Shows another panel and then this one again, which loads its page again. */
export async function hideAndShow(workbench: PageWindow): Promise<void> {
  await workbench.run('Open Environment', workbench.environment('weather-tools', 'production'));
  await expect(workbench.page.locator('.phase')).toHaveCount(0);
  await workbench.tab(/^Inspect: /).click();
  await expect(workbench.page.locator('.phase')).toContainText('Connected');
}
