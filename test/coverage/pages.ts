import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { counted } from './counted.ts';
import { coverageFolder } from './instrument.ts';
import { keep } from './keep.ts';

/** Keeps what the pages of this context reach, those inside of panels too. Without `npm run coverage` it does nothing. */
export async function keepPages(context: BrowserContext): Promise<void> {
  const folder = coverageFolder;
  if (folder === undefined) return;
  await context.exposeBinding('keepCoverage', (_source, name: string, counters: string) =>
    keep(folder, name, counters),
  );
}

/** Before a page closes: keeps what its frames and its web worker host have reached. */
export async function keepOpenPages(page: Page): Promise<void> {
  if (coverageFolder === undefined) return;
  // A frame may go meanwhile; what it reached before is kept.
  const inFrames = page.frames().map((frame) => frame.evaluate(counted).catch(() => '{}'));
  const inWorkers = page.workers().map((worker) => worker.evaluate(counted).catch(() => '{}'));
  for (const counters of await Promise.all([...inFrames, ...inWorkers])) {
    keep(coverageFolder, `open-${randomUUID()}`, counters);
  }
}
