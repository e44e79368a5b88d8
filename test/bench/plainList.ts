import type { Page } from '@playwright/test';
import type { LogEntry } from '../../src/api/logEntries.ts';
import { createFrameMeasurements, openPage, withBrowser } from './frameMeasurements.ts';
import { measureFrames } from './measureFrames.ts';
import type { Measurement } from './measurement.ts';
import { jsonPages, parsePage } from './pages.ts';
import { sized } from './size.ts';

const sizes = sized([10_000, 50_000], [1000]);
const followMs = sized(4000, 100);
const scrollMs = sized(4000, 100);
const perSecond = 10_000;

const styles = `
  body { margin: 0; font: 13px/22px monospace }
  #list { height: 100vh; overflow: auto }
  .row { display: flex; gap: 12px; height: 22px; white-space: nowrap; overflow: hidden }
`;

/**
 * Measures a page that has one element for each entry, with the same entries and the same rate as the log
 * panel.
 */
export async function run(): Promise<Measurement[]> {
  return await withBrowser(async (browser, baseline) => {
    const measurements: Measurement[] = [];
    for (const size of sizes) {
      const page = await openPage(browser);
      await page.setContent(`<style>${styles}</style><div id="list"></div>`);
      await page.evaluate(fill, [...jsonPages(size / 1000)].flatMap(parsePage));
      const name = `Alternative (plain HTML list of ${size.toLocaleString('en')} entries)`;
      const scrolled = await measureFrames(page, () => scroll(page));
      measurements.push(...createFrameMeasurements(`${name}, scrolled`, scrolled, baseline));
      const followed = await measureFrames(page, () => page.evaluate(follow, { perSecond, ms: followMs }));
      measurements.push(
        ...createFrameMeasurements(
          `${name}, following ${perSecond.toLocaleString('en')} entries per second`,
          followed,
          baseline,
        ),
      );
      await page.close();
    }
    return measurements;
  });
}

/**
 * Creates a row for each entry. Runs in the page, and keeps the function that makes rows there for `follow`.
 */
function fill(entries: readonly LogEntry[]): void {
  const list = document.querySelector('#list');
  const makeRow = (index: number): HTMLElement => {
    const { timestamp, type, requestId = '', content = '' } = entries[index % entries.length] as LogEntry;
    const row = document.createElement('div');
    row.className = 'row';
    for (const text of [timestamp, type, requestId.slice(0, 8), content]) {
      row.append(Object.assign(document.createElement('span'), { textContent: text }));
    }
    return row;
  };
  list?.append(...entries.map((_, index) => makeRow(index)));
  Object.assign(globalThis, { makeRow });
}

/**
 * Adds rows at the end with each frame, removes as many at the start, and keeps the end in view. Runs in the
 * page.
 */
async function follow({ perSecond, ms }: { perSecond: number; ms: number }): Promise<void> {
  const list = document.querySelector('#list') as HTMLElement;
  const { makeRow } = globalThis as unknown as { makeRow(index: number): HTMLElement };
  const started = performance.now();
  let added = 0;
  await new Promise<void>((resolve) => {
    const step = (): void => {
      const elapsedMs = performance.now() - started;
      if (elapsedMs > ms) {
        resolve();
        return;
      }
      const rows: HTMLElement[] = [];
      for (; added < (elapsedMs * perSecond) / 1000; added++) rows.push(makeRow(added));
      list.append(...rows);
      for (let remaining = rows.length; remaining > 0; remaining--) list.firstElementChild?.remove();
      list.scrollTop = list.scrollHeight;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** Scrolls with the mouse wheel over the middle of the page. */
export async function scroll(page: Page, ms = scrollMs): Promise<void> {
  await page.mouse.move(640, 400);
  const end = Date.now() + ms;
  for (let round = 0; Date.now() < end; round++) {
    // Scrolls down for a while and then back, so that the list doesn't end.
    await page.mouse.wheel(0, round % 60 < 40 ? 1200 : -1200);
    await page.waitForTimeout(16);
  }
}
