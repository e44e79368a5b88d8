import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { counted } from './counted.ts';
import { coverageFolder } from './instrument.ts';
import { keep } from './keep.ts';

/** Keeps what the pages of this context reach, those inside of panels too. Without `npm run coverage` it does nothing. */
export async function keepPages(context: BrowserContext): Promise<void> {
  if (coverageFolder === undefined) return;
  await context.exposeBinding('keepCoverage', (_source, name: string, counters: string) =>
    keep(coverageFolder, name, counters),
  );
}

/** Before a page closes: keeps what its frames and its web worker host have reached. */
export async function keepOpenPages(page: Page): Promise<void> {
  if (coverageFolder === undefined) return;
  for (const place of [...page.frames(), ...page.workers()]) {
    const counters = await place.evaluate(counted).catch(() => '{}');
    keep(coverageFolder, `${counters.length}-${randomUUID()}`, counters);
  }
}
