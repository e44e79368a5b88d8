import type { Frame } from '@playwright/test';
import { withBrowser } from './frameMeasurements.ts';
import { withLivePanel } from './livePanel.ts';
import type { Measurement } from './measurement.ts';
import { type RecordedResponse, startRecordingProxy } from './recordingProxy.ts';
import { startServiceProcess } from './serviceProcess.ts';
import { sized } from './size.ts';
import { measureTime, median } from './statistics.ts';

/** About one full page per poll. */
const perSecond = 900;
const watchMs = sized(20_000, 100);
/** More than enough time for the paints on a busy machine. */
const patienceMs = 300_000;
const leastPaints = sized(10, 1);

/**
 * The times when the newest row was painted, in milliseconds since the epoch. They're recorded in the page.
 */
interface Watched {
  painted?: number[];
}

/**
 * Measures the time from the end of a response with a page of entries until its rows are visible, in the real
 * workbench.
 */
export async function run(): Promise<Measurement[]> {
  const service = await startServiceProcess('--rate', String(perSecond));
  const tap = await startRecordingProxy(service.url);
  try {
    return await withBrowser((browser, { p50 }) =>
      withLivePanel(
        browser,
        { ...service, url: tap.url },
        (workbench) => workbench.openLogs('weather-tools', 'production'),
        async ({ page, frame }) => {
          await page.waitForTimeout(sized(5000, 500));
          await frame.evaluate(watchPaints);
          tap.responses.length = 0;
          await page.waitForTimeout(watchMs);
          const times = await waitForPaintTimes(frame, tap.responses);
          const body = tap.responses.map(({ text }) => text).sort((a, b) => b.length - a.length)[0] ?? '';
          const parse = median(await repeated(50, () => JSON.parse(body)));
          const { length } = (JSON.parse(body) as { logs: unknown[] }).logs;
          return [
            {
              name: `Page of ${length.toLocaleString('en')} entries: response to rendered rows`,
              value: median(times),
              unit: 'ms',
              baseline: { value: parse + p50, name: 'Parsing its JSON, and one frame' },
              budget: { quantity: 'ratio', max: 3 },
            },
          ];
        },
      ),
    );
  } finally {
    await tap.close();
    await service.close();
  }
}

/** Returns the time from the preceding response to each paint, as soon as there are enough paints. */
async function waitForPaintTimes(frame: Frame, replies: readonly RecordedResponse[]): Promise<number[]> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const painted = await frame.evaluate(() => (globalThis as Watched).painted ?? []);
    const times = painted.flatMap((time) => {
      const reply = replies.findLast(({ endedAt }) => endedAt <= time);
      return reply ? [time - reply.endedAt] : [];
    });
    if (times.length >= leastPaints) return times;
    if (Date.now() > end) throw new Error(`Only ${times.length} paints were recorded.`);
    await frame.waitForTimeout(100);
  }
}

function watchPaints(): void {
  const rows = document.querySelector('.rows') as HTMLElement;
  const painted: number[] = [];
  (globalThis as Watched).painted = painted;
  let newest = '';
  const observer = new MutationObserver(() => {
    const last = rows.lastElementChild?.id ?? '';
    if (last === newest) return;
    newest = last;
    requestAnimationFrame(() => {
      // A message arrives after the frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => painted.push(performance.timeOrigin + performance.now());
      port2.postMessage(undefined);
    });
  });
  observer.observe(rows, { childList: true, subtree: true, attributes: true, characterData: true });
}

async function repeated(times: number, task: () => unknown): Promise<number[]> {
  const durations: number[] = [];
  for (let round = 0; round < times; round++) durations.push(await measureTime(task));
  return durations;
}
