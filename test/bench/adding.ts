import { LogStore } from '../../src/logs/store/logStore.ts';
import type { Measurement } from './measurement.ts';
import { jsonPages, parsePage } from './pages.ts';
import { sized } from './size.ts';
import { median } from './statistics.ts';

const warmUp = sized(100, 1);
const pages = sized(1000, 2);
const sample = sized(100, 1);

/** Measures adding pages of 1,000 entries to the store. Adding and parsing alternate, page by page. */
export async function run(): Promise<Measurement[]> {
  readAll(warmUp);
  const { parse, add } = readAll(pages);
  const createMeasurement = (name: string, from: number): Measurement => ({
    name: `Adding a page of 1,000 entries: ${name}`,
    value: median(add.slice(from, from + sample)),
    unit: 'ms',
    baseline: { value: median(parse.slice(from, from + sample)), name: 'Parsing its JSON' },
  });
  return [
    createMeasurement('first 100,000 entries', 0),
    createMeasurement('last 100,000 of 1,000,000 entries', pages - sample),
  ];
}

function readAll(count: number): { readonly parse: number[]; readonly add: number[] } {
  const store = new LogStore(() => 0);
  const parse: number[] = [];
  const add: number[] = [];
  for (const json of jsonPages(count)) {
    const start = performance.now();
    const entries = parsePage(json);
    const parsed = performance.now();
    store.add(entries);
    add.push(performance.now() - parsed);
    parse.push(parsed - start);
  }
  return { parse, add };
}
