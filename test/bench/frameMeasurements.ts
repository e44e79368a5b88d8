import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../harness/browser.ts';
import { type Frames, measureFrames } from './measureFrames.ts';
import type { Measurement } from './measurement.ts';
import { sized } from './size.ts';
import { median } from './statistics.ts';

/** The frames of an empty page, which no other page in the same browser can outperform. */
export type FrameBaseline = Frames;

const windows = sized(5, 1);
const windowMs = sized(3000, 100);

/** Runs a task with the browser of this machine and the frame times of an empty page. */
export async function withBrowser<T>(
  task: (browser: Browser, baseline: FrameBaseline) => Promise<T>,
  ...browserArguments: readonly string[]
): Promise<T> {
  const browser = await launchBrowser(...browserArguments);
  try {
    const page = await openPage(browser);
    await page.setContent('<title>empty</title>');
    const wait = (ms: number) => measureFrames(page, () => page.waitForTimeout(ms));
    await wait(sized(1000, 100));
    const watched: Frames[] = [];
    for (let window = 0; window < windows; window++) watched.push(await wait(windowMs));
    // A single window in which another process slowed the machine down would make any view look good.
    const baseline: FrameBaseline = {
      p50: median(watched.map(({ p50 }) => p50)),
      p99: median(watched.map(({ p99 }) => p99)),
      longTasks: median(watched.map(({ longTasks }) => longTasks)),
      count: watched.reduce((sum, { count }) => sum + count, 0),
    };
    await page.close();
    return await task(browser, baseline);
  } finally {
    await browser.close();
  }
}

/** Opens a page with the size of the window in the end-to-end tests. */
export async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  // On a busy machine, a window needs more than the default time to load.
  page.setDefaultTimeout(300_000);
  return page;
}

/** The frame budget of the panel. Views that it's compared with have none. */
const frameBudget = { quantity: 'ratio', max: 1.05 } as const;

/** Creates the measurements of one series of frames. */
export function createFrameMeasurements(
  name: string,
  frames: Frames,
  baseline: FrameBaseline,
  {
    isJudged = false,
    baselineName = 'Empty page',
  }: { readonly isJudged?: boolean; readonly baselineName?: string } = {},
): Measurement[] {
  return [
    {
      name: `${name}: 99th-percentile frame time`,
      value: frames.p99,
      unit: 'ms',
      baseline: { value: baseline.p99, name: baselineName },
      ...(isJudged && { budget: frameBudget }),
    },
    {
      name: `${name}: tasks longer than 50 ms`,
      value: frames.longTasks,
      unit: '',
      ...(isJudged && { budget: { quantity: 'value', max: 0 } as const }),
    },
  ];
}
