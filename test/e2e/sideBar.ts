import type { Page } from '@playwright/test';

/** Drags the edge of the side bar to a width in pixels. */
export async function setSideBar(page: Page, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (!box) throw new Error('There is no side bar.');
  await page.mouse.move(box.x + box.width, 500);
  await page.mouse.down();
  await page.mouse.move(box.x + width, 500, { steps: 5 });
  await page.mouse.up();
}
