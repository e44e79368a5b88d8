import type { Browser } from '@playwright/test';
import { dragInTurns } from './dragging.ts';
import { createFrameMeasurements, type FrameBaseline, withBrowser } from './frameMeasurements.ts';
import { type LivePanel, openWeek, withLivePanel } from './livePanel.ts';
import { measureFrames } from './measureFrames.ts';
import type { Measurement } from './measurement.ts';
import { scroll } from './plainList.ts';
import { startServiceProcess } from './serviceProcess.ts';
import { sized } from './size.ts';
import { median } from './statistics.ts';

const million = sized(1_000_000, 5000);
const smallCount = sized(10_000, 1000);
const perSecond = sized(10_000, 1000);
const followMs = sized(10_000, 300);
/** Whether the heap with few entries is measured in a window of its own. */
const hasWindowWithFew = sized(true, false);

/**
 * Measures the panel in the real workbench: scrolling a million rows, following thousands of entries a
 * second, and the memory of its page.
 */
export async function run(): Promise<Measurement[]> {
  return await withBrowser(async (browser, baseline) => {
    const heapOfFew = hasWindowWithFew ? await heapWith(browser, smallCount) : undefined;
    const large = await inPanel(browser, million, async (panel) =>
      measureMillion(browser, panel, baseline, heapOfFew ?? (await panel.heap())),
    );
    return [...large, ...(await follow(browser, baseline))];
  });
}

async function inPanel<T>(
  browser: Browser,
  entries: number,
  task: (panel: LivePanel) => Promise<T>,
): Promise<T> {
  const service = await startServiceProcess('--entries', String(entries));
  try {
    return await withLivePanel(browser, service, openWeek, async (panel) => {
      await panel.frame.waitForFunction(
        () => !document.querySelector('.doing') && document.querySelector('.counts')?.textContent !== '',
        undefined,
        { timeout: 300_000 },
      );
      if ((await panel.count()) < entries)
        throw new Error(`Only ${await panel.count()} of ${entries} entries were loaded.`);
      return await task(panel);
    });
  } finally {
    await service.close();
  }
}

function heapWith(browser: Browser, entries: number): Promise<number> {
  return inPanel(browser, entries, (panel) => panel.heap());
}

async function measureMillion(
  browser: Browser,
  panel: LivePanel,
  baseline: FrameBaseline,
  heapOfFew: number,
): Promise<Measurement[]> {
  const { page, frame } = panel;
  const name = `Log panel with ${million.toLocaleString('en')} entries`;
  await page.waitForTimeout(sized(3000, 100));
  const scrolled = await measureFrames(frame, () => scroll(page));
  const { dragged, baseline: emptyDragged } = await dragInTurns(browser, frame);
  const jumpTime = median(await frame.evaluate(jumps, sized(30, 2)));
  const heap = await panel.heap();
  const reachableRows = await rowsReached(panel);
  const bytesPerMb = 1024 * 1024;
  return [
    {
      name: `${name}: entries within reach of the scrollbar, at device pixel ratios 1, 2, and 3`,
      value: reachableRows,
      unit: '',
      baseline: { value: await panel.count(), name: 'Entries loaded' },
      budget: { quantity: 'ratio', min: 1 },
    },
    ...createFrameMeasurements(`${name}, scrolled`, scrolled, baseline, { isJudged: true }),
    ...createFrameMeasurements(`${name}, scrollbar dragged`, dragged, emptyDragged, {
      isJudged: true,
      baselineName: 'Empty page of the same height, dragged',
    }),
    {
      name: `${name}: scroll jump to rendered rows`,
      value: jumpTime,
      unit: 'ms',
      baseline: { value: baseline.p50, name: 'One frame' },
    },
    {
      name: `${name}: JavaScript heap of the page`,
      value: heap / bytesPerMb,
      unit: 'MB',
      baseline: { value: heapOfFew / bytesPerMb, name: `With ${smallCount.toLocaleString('en')} entries` },
      budget: { quantity: 'value', max: 40 },
    },
  ];
}

/** Returns the smallest number of rows between the two ends of the scroll bar. */
async function rowsReached({ page, frame }: LivePanel): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const counts: number[] = [];
  for (const deviceScaleFactor of [1, 2, 3]) {
    const screen = { width: 1280, height: 800, deviceScaleFactor, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', screen);
    counts.push((await frame.evaluate(rowInView, 1)) - (await frame.evaluate(rowInView, 0)) + 1);
  }
  await session.send('Emulation.clearDeviceMetricsOverride');
  return Math.min(...counts);
}

/**
 * Returns the number of the first (`end` 0) or the last (`end` 1) row that is completely visible at that end
 * of the scroll bar. Runs in the page.
 */
async function rowInView(end: number): Promise<number> {
  const scroller = document.querySelector('.scroller') as HTMLElement;
  scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * end;
  const timeout = performance.now() + 120_000;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { top, bottom } = scroller.getBoundingClientRect();
    const visibleRows = [...document.querySelectorAll('.row')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= top - 1 && box.bottom <= bottom + 1;
    });
    // On a busy machine, the rows appear later.
    const row = visibleRows.at(-end);
    if (row) return Number(row.getAttribute('aria-rowindex'));
    if (performance.now() > timeout) throw new Error('No row is visible.');
  }
}

async function follow(browser: Browser, baseline: FrameBaseline): Promise<Measurement[]> {
  const service = await startServiceProcess('--rate', String(perSecond));
  try {
    const open = (workbench: Parameters<typeof openWeek>[0]) =>
      workbench.openLogs('weather-tools', 'production');
    return await withLivePanel(browser, service, open, async ({ page, frame, count }) => {
      await page.waitForTimeout(sized(5000, 300));
      const before = await count();
      const watched = await measureFrames(frame, () => page.waitForTimeout(followMs));
      const rate = ((await count()) - before) / (followMs / 1000);
      const name = `Log panel following ${perSecond.toLocaleString('en')} entries per second`;
      return [
        ...createFrameMeasurements(name, watched, baseline, { isJudged: true }),
        {
          name: `${name}: entries received`,
          value: rate,
          unit: '/s',
          baseline: { value: perSecond, name: 'Entries sent' },
        },
      ];
    });
  } finally {
    await service.close();
  }
}

/**
 * Measures the time from a jump to a distant position until its rows are drawn, in milliseconds. Runs in the
 * page.
 */
async function jumps(count: number): Promise<number[]> {
  const scroller = document.querySelector('.scroller') as HTMLElement;
  const rows = document.querySelector('.rows') as HTMLElement;
  const range = scroller.scrollHeight - scroller.clientHeight;
  const first = () => rows.firstElementChild?.id;
  const times: number[] = [];
  for (let jump = 0; jump < count; jump++) {
    const before = first();
    const started = performance.now();
    scroller.scrollTop = range * ((jump * 0.37) % 1);
    while (first() === before) await new Promise((resolve) => setTimeout(resolve, 0));
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return times;
}
