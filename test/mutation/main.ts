import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { stop, stopOnSignals } from '../harness/stop.ts';
import { type Chosen, chooseMutants } from './rules.ts';
import { type Judge, type Judged, lives, mutantLine, mutantTable } from './table.ts';
import { eachOf } from './testRun.ts';
import { unitJudge } from './unitTests.ts';
import { windowJudge } from './windowTests.ts';

const usualRooms = [
  ...['analytics', 'api', 'audits', 'auth', 'deployments', 'environments', 'explorer', 'favorites'],
  ...['intentCategories', 'logs', 'playground', 'projects', 'telemetry', 'variables'],
];

const usage = `Usage: npm run mutants -- [module ...] [options]
  module            modules to test, which are folders of src (default: all modules listed below)
  --most N          maximum number of mutants for each module (default 30)
  --seed N          number that determines the selected mutants (default 1)
  --all             include files that need an editor or a page
  --suite ID        suite that must find the mutants: unit (default), page, or host; page and host
                    build the extension again for each mutant
  --survivors FILE  test only the mutants that survived in FILE, which --json wrote
  --workers N       number of unit tests that run at the same time (default: number of cores)
  --json FILE       also write the result of each mutant to a file
  -h, --help        show this help

Default modules:
  ${usualRooms.slice(0, 8).join(', ')},
  ${usualRooms.slice(8).join(', ')}`;

/** `npm run mutants`: changes the code of modules, one place at a time, and counts how often their tests fail. */
async function mutants(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      most: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      all: { type: 'boolean', default: false },
      suite: { type: 'string', default: 'unit' },
      survivors: { type: 'string' },
      workers: { type: 'string', default: String(availableParallelism()) },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const rooms = positionals.length > 0 ? positionals : usualRooms;
  const chosen =
    values.survivors === undefined
      ? chooseMutants({ rooms, seed: Number(values.seed), most: Number(values.most), all: values.all })
      : survivors(values.survivors, rooms);
  const judged =
    values.suite === 'unit'
      ? await classifyImport(chosen, await unitJudge(chosen, Number(values.workers)), Number(values.workers))
      : await classifyImport(chosen, await windowJudge(values.suite, chosen), 1);
  const surviving = judged.filter(lives).map(mutantLine);
  console.log(['', `Surviving mutants: ${surviving.length}`, ...surviving].join('\n'));
  console.log(`\n${mutantTable(judged)}`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(judged, null, 2)}\n`);
}

function survivors(file: string, rooms: readonly string[]): readonly Chosen[] {
  const before: readonly Judged[] = JSON.parse(readFileSync(file, 'utf8'));
  return before
    .filter((mutant) => lives(mutant) && rooms.includes(mutant.room))
    .map((mutant, number) => ({ ...mutant, number }));
}

async function classifyImport(chosen: readonly Chosen[], by: Judge, atOnce: number): Promise<Judged[]> {
  const judged = new Map<number, Judged>();
  await eachOf(chosen, atOnce, async (mutant) => {
    const { number, ...rest } = mutant;
    const one = { ...rest, ...(await by(mutant)) };
    judged.set(number, one);
    if (lives(one)) console.log(mutantLine(one));
    if (judged.size % 20 === 0) console.log(`${judged.size} of ${chosen.length} mutants tested`);
  });
  return chosen.flatMap(({ number }) => judged.get(number) ?? []);
}

stopOnSignals(() => 1);
await mutants();
await stop();
process.exit();
