import { withBrowser } from './frameMeasurements.ts';
import type { Measurement } from './measurement.ts';

/** Measures the frame times of an empty page, which are the baseline of all other frame times. */
export async function run(): Promise<Measurement[]> {
  return await withBrowser(async (_browser, { p50, p99, longTasks }) => [
    { name: 'Empty page: median frame time', value: p50, unit: 'ms' },
    { name: 'Empty page: 99th-percentile frame time', value: p99, unit: 'ms' },
    { name: 'Empty page: tasks longer than 50 ms', value: longTasks, unit: '' },
  ]);
}
