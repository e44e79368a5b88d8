import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { stop, stopOnSignals } from '../harness/stop.ts';
import { forEachConcurrently } from './runTests.ts';
import { type SelectedMutant, selectMutants } from './selectMutants.ts';
import { formatMutant, formatMutantTable, hasSurvived, type TestedMutant, type TestMutant } from './table.ts';
import { createUnitTester } from './unitTests.ts';
import { createSuiteTester } from './windowTests.ts';

const defaultModules = [
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
  ${defaultModules.slice(0, 8).join(', ')},
  ${defaultModules.slice(8).join(', ')}`;

/**
 * Runs `npm run mutants`: changes the code of modules, one place at a time, and counts how often their tests
 * fail.
 */
async function testMutants(): Promise<void> {
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
  const modules = positionals.length > 0 ? positionals : defaultModules;
  const selected =
    values.survivors === undefined
      ? selectMutants({ modules, seed: Number(values.seed), limit: Number(values.most), all: values.all })
      : readSurvivors(values.survivors, modules);
  const tested =
    values.suite === 'unit'
      ? await testAll(
          selected,
          await createUnitTester(selected, Number(values.workers)),
          Number(values.workers),
        )
      : await testAll(selected, await createSuiteTester(values.suite, selected), 1);
  const surviving = tested.filter(hasSurvived).map(formatMutant);
  console.log(['', `Surviving mutants: ${surviving.length}`, ...surviving].join('\n'));
  console.log(`\n${formatMutantTable(tested)}`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(tested, null, 2)}\n`);
}

function readSurvivors(file: string, modules: readonly string[]): readonly SelectedMutant[] {
  const before: readonly TestedMutant[] = JSON.parse(readFileSync(file, 'utf8'));
  return before
    .filter((mutant) => hasSurvived(mutant) && modules.includes(mutant.module))
    .map((mutant, number) => ({ ...mutant, number }));
}

async function testAll(
  selected: readonly SelectedMutant[],
  testMutant: TestMutant,
  atOnce: number,
): Promise<TestedMutant[]> {
  const tested = new Map<number, TestedMutant>();
  await forEachConcurrently(selected, atOnce, async (mutant) => {
    const { number, ...rest } = mutant;
    const one = { ...rest, ...(await testMutant(mutant)) };
    tested.set(number, one);
    if (hasSurvived(one)) console.log(formatMutant(one));
    if (tested.size % 20 === 0) console.log(`${tested.size} of ${selected.length} mutants tested`);
  });
  return selected.flatMap(({ number }) => tested.get(number) ?? []);
}

stopOnSignals(() => 1);
await testMutants();
await stop();
process.exit();
