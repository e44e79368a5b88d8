import type { Frame, Page } from '@playwright/test';
import { quantile } from './statistics.ts';

/** The frame times of a page. */
export interface Frames {
  /** The time between two frames, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Number of tasks that blocked the page for more than 50 ms. */
  readonly longTasks: number;
  /** Number of frames. With fewer than some hundred, p99 says little. */
  readonly count: number;
}

/** The recording in the page. */
interface Watched {
  frameWatch?: { readonly frames: number[]; readonly end: () => number };
}

/**
 * Records the frames of a page, or of a frame within it, during an action. Long tasks outside of that frame
 * are recorded only if they run in the same process, but any delay shows in the frame times.
 */
export async function measureFrames(page: Page | Frame, action: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(startWatch);
  let watched: ReturnType<typeof endWatch>;
  try {
    await action();
    // On a busy machine, a short action can end within the first frame.
    await page.waitForFunction(() => (globalThis as Watched).frameWatch?.frames.length !== 0);
  } finally {
    watched = await page.evaluate(endWatch);
  }
  const { frames, longTasks } = watched;
  return { p50: quantile(frames, 0.5), p99: quantile(frames, 0.99), longTasks, count: frames.length };
}

function startWatch(): void {
  const frames: number[] = [];
  let isOn = true;
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length;
  });
  observer.observe({ type: 'longtask' });
  let last: number | undefined;
  const recordFrame = (time: number): void => {
    if (!isOn) return;
    if (last !== undefined) frames.push(time - last);
    last = time;
    requestAnimationFrame(recordFrame);
  };
  requestAnimationFrame(recordFrame);
  const end = (): number => {
    isOn = false;
    longTasks += observer.takeRecords().length;
    observer.disconnect();
    return longTasks;
  };
  (globalThis as Watched).frameWatch = { frames, end };
}

function endWatch(): { readonly frames: number[]; readonly longTasks: number } {
  const watch = (globalThis as Watched).frameWatch;
  if (!watch) throw new Error('The page was reloaded while it was measured.');
  return { frames: watch.frames, longTasks: watch.end() };
}
