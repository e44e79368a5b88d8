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

const usage = `Usage: npm run mutants -- [room ...] [options]
  room              folders of src (all with rules of their own unless said)
  --most N          at most so many mutants of a room (default 30)
  --seed N          draws others (default 1)
  --all             also of files that need an editor or a page
  --suite ID        the tests that must find them: unit (default), page or host; these two build
                    and start anew for each mutant
  --survivors FILE  only those that lived on in a run that wrote FILE
  --workers N       so many unit tests at once (default: one for each core)
  --json FILE       also write what became of each`;

/** `npm run mutants`: breaks the rules of rooms, one at a time, and counts how often their tests notice. */
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
  console.log(`\nThese live on:\n${judged.filter(lives).map(mutantLine).join('\n')}`);
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
    if (judged.size % 20 === 0) console.log(`${judged.size} of ${chosen.length}`);
  });
  return chosen.flatMap(({ number }) => judged.get(number) ?? []);
}

stopOnSignals(() => 1);
await mutants();
await stop();
process.exit();
