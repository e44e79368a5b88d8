import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { cache } from '../harness/paths.ts';

/** Writes what is in the window to `.vscode-test/pictures/<name>-<theme>.png`. */
export async function take(page: Page, { project }: TestInfo, name: string): Promise<void> {
  const path = join(cache, 'pictures', `${name}-${project.name}.png`);
  // Icons are letters of a font, in each page its own; a page may go meanwhile.
  await Promise.all(
    page
      .frames()
      .map((frame) => frame.evaluate(async () => void (await document.fonts.ready)).catch(() => undefined)),
  );
  // What fades in is there.
  await page.screenshot({ path, animations: 'disabled' });
}
