import type { Frame, Page } from '@playwright/test';
import { quantile } from './statistics.ts';

/** How smoothly a page ran. */
export interface Frames {
  /** Between one frame and the next, in ms. */
  readonly p50: number;
  readonly p99: number;
  /** How many tasks held the page up for more than 50 ms. */
  readonly longTasks: number;
  /** How many frames were seen: p99 means little below some hundred. */
  readonly count: number;
}

/** What the page itself notes down while it is watched. */
interface Watched {
  frameWatch?: { readonly frames: number[]; readonly end: () => number };
}

/**
 * Watches the frames of a page, or of a frame within it, while `action` goes on. Of tasks outside that frame only
 * those of the same process are seen, but whatever holds it up shows in its frames.
 */
export async function measureFrames(page: Page | Frame, action: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(startWatch);
  let watched: ReturnType<typeof endWatch>;
  try {
    await action();
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
  const note = (time: number): void => {
    if (!isOn) return;
    if (last !== undefined) frames.push(time - last);
    last = time;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
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
