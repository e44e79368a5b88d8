import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { cache } from '../harness/paths.ts';

/** Writes a picture of the window to `.vscode-test/pictures/<name>-<theme>.png`. */
export async function take(page: Page, { project }: TestInfo, name: string): Promise<void> {
  const path = join(cache, 'pictures', `${name}-${project.name}.png`);
  // Each frame loads the font of its icons. A frame can close in the meantime.
  await Promise.all(
    page
      .frames()
      .map((frame) => frame.evaluate(async () => void (await document.fonts.ready)).catch(() => undefined)),
  );
  // Animations are finished before the picture is taken.
  await page.screenshot({ path, animations: 'disabled' });
}
