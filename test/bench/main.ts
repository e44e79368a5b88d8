import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Figure, type Measure, resultOf } from './figure.ts';
import { markdownTable, textTable } from './table.ts';

/** Loaded when it is their turn: what one of them needs must not keep the others from running. */
const measures: Readonly<Record<string, () => Promise<Measure>>> = {
  memory: () => import('./memory.ts'),
  adding: () => import('./adding.ts'),
  range: () => import('./range.ts'),
  search: () => import('./search.ts'),
  histories: () => import('./historiesMeasure.ts'),
  tree: () => import('./tree.ts'),
  inspector: () => import('./inspector.ts'),
  folder: () => import('./folder.ts'),
  bundle: () => import('./bundle.ts'),
  start: () => import('./start.ts'),
  frames: () => import('./emptyPage.ts'),
  panel: () => import('./panel.ts'),
  paint: () => import('./paint.ts'),
  list: () => import('./plainList.ts'),
  editor: () => import('./editorFile.ts'),
};

const names = Object.keys(measures);
const usage = `Usage: npm run bench -- [options]
  --only NAME   only this part, again for more: ${names.join(', ')}
  --json FILE   writes the figures to a file, too
  --markdown    prints the table as Markdown`;

/** Ratios to what was measured in the same run. Progress goes to standard error, the table to standard output. */
async function main(): Promise<number> {
  const options = readOptions();
  if (!options) return 2;
  const { only = names, json, markdown } = options;
  const figures: Figure[] = [];
  let failed = 0;
  for (const name of names.filter((each) => only.includes(each))) {
    console.error(`${name} …`);
    try {
      figures.push(...((await (await measures[name]?.())?.run()) ?? []));
    } catch (error) {
      failed++;
      console.error(`${name} couldn't be measured:`, error);
    }
  }
  const results = figures.map(resultOf);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  const command = ['npm run bench --', ...(options.only ?? []).map((name) => `--only ${name}`), '--markdown'];
  console.log(markdown ? markdownTable(results, command.join(' ')) : textTable(results));
  return failed > 0 || results.some(({ ok }) => ok === false) ? 1 : 0;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        json: { type: 'string' },
        markdown: { type: 'boolean', default: false },
      },
    });
    const unknown = values.only?.find((name) => !names.includes(name));
    if (unknown === undefined) return values;
    console.error(`There is no part "${unknown}".\n\n${usage}`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
  return undefined;
}

process.exitCode = await main();
