import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { coverageFolder } from './instrument.ts';
import { readCounters } from './readCounters.ts';
import { writeCounters } from './writeCounters.ts';

/** Keeps what the pages of this context reach, those inside of panels too. Without `npm run coverage` it does nothing. */
export async function recordPages(context: BrowserContext): Promise<void> {
  const folder = coverageFolder;
  if (folder === undefined) return;
  await context.exposeBinding('keepCoverage', (_source, name: string, counters: string) =>
    writeCounters(folder, name, counters),
  );
}

/** Before a page closes: keeps what its frames and its web worker host have reached. */
export async function recordOpenPages(page: Page): Promise<void> {
  if (coverageFolder === undefined) return;
  // A frame may go meanwhile; what it reached before is kept.
  const inFrames = page.frames().map((frame) => frame.evaluate(readCounters).catch(() => '{}'));
  const inWorkers = page.workers().map((worker) => worker.evaluate(readCounters).catch(() => '{}'));
  for (const counters of await Promise.all([...inFrames, ...inWorkers])) {
    writeCounters(coverageFolder, `open-${randomUUID()}`, counters);
  }
}
