import { emptyQuery } from '../../src/editor/webview/textQuery.ts';
import { createLogSearch } from '../../src/logs/search/logSearch.ts';
import { LogStore } from '../../src/logs/store/logStore.ts';
import type { Measurement } from './measurement.ts';
import { jsonPages, parsePage } from './pages.ts';
import { sized } from './size.ts';
import { measureInTurns } from './statistics.ts';

const rounds = sized(9, 1);
const onlyOnce = 'the only row of its kind';

/**
 * Measures finding a text in a million rows, against the JavaScript engine's own search through the same
 * texts.
 */
export async function run(): Promise<Measurement[]> {
  const store = new LogStore(() => 0);
  for (const json of jsonPages(sized(1000, 3))) store.add(parsePage(json));
  store.add([{ timestamp: '2026-02-01T00:00:00.000Z', type: 'INFO', content: onlyOnce }]);
  const { columns } = store;
  const needle = 'retry after';
  const { signal } = new AbortController();
  let first = 0;
  let last = 0;
  async function timeToHit(text: string): Promise<number> {
    const started = performance.now();
    let time = Number.NaN;
    await createLogSearch(columns, { ...emptyQuery, text }).searchAll(signal, (result) => {
      if (Number.isNaN(time) && result.includes(1)) time = performance.now() - started;
    });
    // If all rows fit into one slice, they're reported at the end.
    return Number.isNaN(time) ? performance.now() - started : time;
  }
  const time = await measureInTurns(rounds, {
    engine: async () => {
      for (const { text } of columns.contents.chunks) {
        for (let index = text.indexOf(needle); index >= 0; index = text.indexOf(needle, index + 1));
      }
    },
    rare: () => createLogSearch(columns, { ...emptyQuery, text: needle }).searchAll(signal),
    common: () => createLogSearch(columns, { ...emptyQuery, text: 'upstream' }).searchAll(signal),
    first: async () => {
      first = await timeToHit('upstream');
    },
    last: async () => {
      last = await timeToHit(onlyOnce);
    },
    pattern: async () => {
      const search = createLogSearch(columns, {
        text: 'up(stream|link) \\d+',
        isRegex: true,
        isCaseSensitive: false,
      });
      await search.searchAll(signal);
      search.dispose();
    },
  });
  const baseline = { value: time.engine, name: 'Plain string search' };
  const name = `Search in ${store.entryCount.toLocaleString('en')} entries`;
  return [
    { name: `${name}: first match`, value: first, unit: 'ms', budget: { quantity: 'value', max: 30 } },
    {
      name: `${name}: first match, in the last entry`,
      value: last,
      unit: 'ms',
      budget: { quantity: 'value', max: 130 },
    },
    {
      name: `${name}: all entries, no match`,
      value: time.rare,
      unit: 'ms',
      baseline,
      budget: { quantity: 'value', max: 130 },
    },
    {
      name: `${name}: all entries, many matches`,
      value: time.common,
      unit: 'ms',
      baseline,
      budget: { quantity: 'value', max: 130 },
    },
    {
      name: `${name}: all entries, regular expression in a worker`,
      value: time.pattern,
      unit: 'ms',
      baseline,
    },
  ];
}
