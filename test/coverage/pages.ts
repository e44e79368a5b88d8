import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { coverageFolder } from './instrument.ts';
import { readCounters } from './readCounters.ts';
import { writeCounters } from './writeCounters.ts';

/**
 * Records the counters of all pages of a browser context, including their frames. Does nothing without `npm
 * run coverage`.
 */
export async function recordPages(context: BrowserContext): Promise<void> {
  const folder = coverageFolder;
  if (folder === undefined) return;
  await context.exposeBinding('recordCoverage', (_source, name: string, counters: string) =>
    writeCounters(folder, name, counters),
  );
}

/** Records the counters of a page's frames and web workers. Call it before the page closes. */
export async function recordOpenPages(page: Page): Promise<void> {
  if (coverageFolder === undefined) return;
  // A frame can close in the meantime. Its earlier counters are already recorded.
  const inFrames = page.frames().map((frame) => frame.evaluate(readCounters).catch(() => '{}'));
  const inWorkers = page.workers().map((worker) => worker.evaluate(readCounters).catch(() => '{}'));
  for (const counters of await Promise.all([...inFrames, ...inWorkers])) {
    writeCounters(coverageFolder, `open-${randomUUID()}`, counters);
  }
}
