import type { Figure } from './figure.ts';
import { withBrowser } from './frameFigures.ts';

/** The floor of all frame times, as a figure of its own. */
export async function run(): Promise<Figure[]> {
  return await withBrowser(async (_browser, { p50, p99, longTasks }) => [
    { name: 'empty page: frame time p50', value: p50, unit: 'ms' },
    { name: 'empty page: frame time p99', value: p99, unit: 'ms' },
    { name: 'empty page: tasks over 50 ms', value: longTasks, unit: '' },
  ]);
}
