import type { Browser } from '@playwright/test';
import { type Editor, openWorkbench } from '../harness/editor.ts';
import { openPage } from './frameMeasurements.ts';
import { sized } from './size.ts';

/** More rows than any other view in the side bar has. */
const someRows = 10;

/**
 * Opens a window, clicks an icon in the activity bar, and returns the time until rows appear, in
 * milliseconds. The click activates the extension.
 */
export async function timeClick(
  browser: Browser,
  editor: Editor,
  folder: string,
  { extension, title }: { readonly extension: string; readonly title: string },
): Promise<number> {
  const page = await openPage(browser);
  try {
    await openWorkbench(page, editor, { folder, extension });
    const icon = page.getByRole('tab', { name: title }).first();
    await icon.waitFor();
    // The one-time work of a new window must not be measured.
    await page.getByRole('treeitem').first().waitFor();
    await page.waitForTimeout(sized(3000, 0));
    await page.evaluate((minRows) => {
      let click = 0;
      document.addEventListener('mousedown', () => (click ||= performance.now()), true);
      const rows = new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('No rows appeared within five minutes.')), 300_000);
        const observer = new MutationObserver(() => {
          if (document.querySelectorAll('.part.sidebar .monaco-list-row').length < minRows) return;
          observer.disconnect();
          resolve(performance.now() - click);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      });
      Object.assign(globalThis, { rowsCame: rows });
    }, someRows);
    await icon.locator('a').click();
    return await page.evaluate(() => (globalThis as unknown as { rowsCame: Promise<number> }).rowsCame);
  } finally {
    await page.close();
  }
}
