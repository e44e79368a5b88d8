import { LogStore } from '../../src/logs/store/logStore.ts';
import { jsonPages, parsePage } from './pages.ts';
import { sized } from './size.ts';

/** The memory of rows in a process. */
export interface HeapMeasurement {
  readonly rows: number;
  /** Size of the texts in bytes. All characters are Latin-1, with one byte each. */
  readonly text: number;
  /** The memory on the heap and outside of it, in bytes. */
  readonly bytes: number;
}

const pages = sized(1000, 2);

/** Prints the memory of rows. Run it with `--expose-gc` and `store` or `objects`. */
async function measure(kind: string | undefined): Promise<HeapMeasurement> {
  const store = new LogStore(() => 0);
  const objects: object[] = [];
  let rows = 0;
  let text = 0;
  const before = await used();
  for (const json of jsonPages(pages)) {
    const entries = parsePage(json);
    rows += entries.length;
    for (const { content } of entries) text += content?.length ?? 0;
    if (kind === 'store') store.add(entries);
    else for (const entry of entries) objects.push(entry);
  }
  const bytes = (await used()) - before;
  if (Math.max(store.length, objects.length) !== rows) throw new Error('Entries are missing.');
  return { rows, text, bytes };
}

async function used(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    // The collector frees memory outside of the heap a moment later.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

console.log(JSON.stringify(await measure(process.argv[2])));
