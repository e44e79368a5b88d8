import { createStore } from '../../src/logs/store/store.ts';
import type { Figure } from './figure.ts';
import { jsonPages, parsePage } from './pages.ts';
import { sized } from './size.ts';
import { median } from './statistics.ts';

const warmUp = sized(100, 1);
const pages = sized(1000, 2);
const sample = sized(100, 1);

/** Taking a page of 1,000 entries into the store, against reading its JSON, page by page in turns. */
export async function run(): Promise<Figure[]> {
  readAll(warmUp);
  const { parse, add } = readAll(pages);
  const figure = (name: string, from: number): Figure => ({
    name: `adding a page of 1,000: ${name}`,
    value: median(add.slice(from, from + sample)),
    unit: 'ms',
    floor: { value: median(parse.slice(from, from + sample)), of: 'JSON.parse' },
  });
  return [figure('first 100,000 rows', 0), figure('last 100,000 of 1,000,000 rows', pages - sample)];
}

function readAll(count: number): { readonly parse: number[]; readonly add: number[] } {
  const store = createStore(() => 0);
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
