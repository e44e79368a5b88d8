import type { Browser, Frame, Page } from '@playwright/test';
import { type FrameBaseline, openPage } from './frameMeasurements.ts';
import { type Frames, measureFrames } from './measureFrames.ts';
import { sized } from './size.ts';
import { median } from './statistics.ts';

const rounds = sized(7, 1);
const steps = sized(150, 30);

/**
 * Drags the scroll bar of a panel and that of an empty page of the same size in turns, so that a slow machine
 * affects both. The empty page is the baseline.
 */
export async function dragInTurns(
  browser: Browser,
  panel: Frame,
): Promise<{ readonly dragged: Frames; readonly baseline: FrameBaseline }> {
  const empty = await openEmptyPage(browser, await panel.evaluate(sizeOfScroller));
  try {
    const drag = (page: Page | Frame) => measureFrames(page, () => page.evaluate(dragBar, steps));
    const dragged: Frames[] = [];
    const baseline: Frames[] = [];
    for (let round = 0; round < rounds; round++) {
      baseline.push(await drag(empty));
      dragged.push(await drag(panel));
    }
    return { dragged: medianFrames(dragged), baseline: medianFrames(baseline) };
  } finally {
    await empty.close();
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly content: number;
}

async function openEmptyPage(browser: Browser, { width, height, content }: Size): Promise<Page> {
  const page = await openPage(browser);
  await page.setContent(`<title>empty</title>
    <div class="scroller" style="width: ${width}px; height: ${height}px; overflow: hidden auto">
      <div style="height: ${content}px"></div>
    </div>`);
  return page;
}

/** Measures the scroller of the page. Runs in the page. */
function sizeOfScroller(): Size {
  const { clientWidth, clientHeight, scrollHeight } = document.querySelector('.scroller') as HTMLElement;
  return { width: clientWidth, height: clientHeight, content: scrollHeight };
}

/** Drags the scroll bar up and down, one step per frame. Runs in the page. */
async function dragBar(count: number): Promise<void> {
  const scroller = document.querySelector('.scroller') as HTMLElement;
  const range = scroller.scrollHeight - scroller.clientHeight;
  for (let step = 0; step < count; step++) {
    scroller.scrollTop = (range * Math.abs((step % 40) - 20)) / 20;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/**
 * Returns the medians of several turns, because another process can slow one of them down. Adds up the long
 * tasks of all turns.
 */
function medianFrames(rounds: readonly Frames[]): Frames {
  return {
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    longTasks: rounds.reduce((sum, { longTasks }) => sum + longTasks, 0),
    count: rounds.reduce((sum, { count }) => sum + count, 0),
  };
}
