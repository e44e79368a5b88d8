import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cache, root } from '../harness/paths.ts';
import { runWithOutput } from '../harness/runWithOutput.ts';
import { stop, stopOnSignals } from '../harness/stop.ts';
import { suites } from '../harness/suites.ts';
import { type CoverageReport, coverageVariable, instrument, isCounted } from './instrument.ts';
import { computeCoverage, formatCoverage, type ModuleCoverage, mergeReports } from './table.ts';

const usage = `Usage: npm run coverage -- [options]
  --folder DIR   folder of the counters (default .vscode-test/coverage)
  --no-run       don't run tests; only print the results in the folder
  --json FILE    also write the coverage of all modules to a file
  --least FILE   fail if the coverage of a module is lower than in FILE, which --json wrote
  -h, --help     show this help`;

const coveredSuites = ['unit', 'host', 'page', 'e2e'];

/**
 * Runs `npm run coverage`: runs the suites with counters, and prints the branch coverage of each module.
 * Returns `false` if a test failed or the coverage decreased.
 */
async function coverage(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: join(cache, 'coverage') },
      'no-run': { type: 'boolean', default: false },
      json: { type: 'string' },
      least: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return true;
  }
  const { folder } = values;
  const isGood = values['no-run'] || (await runSuites(folder));
  const modules = computeCoverage(
    readInitialReport(),
    new Map(coveredSuites.map((suite) => [suite, readReports(join(folder, suite))])),
  );
  console.log(`\n${formatCoverage(modules)}`);
  const shares = Object.fromEntries(modules.map(({ module, all }) => [module, all]));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(shares, null, 2)}\n`);
  const decreases = values.least === undefined ? [] : findDecreases(modules, values.least);
  for (const line of decreases) console.error(line);
  return isGood && decreases.length === 0;
}

async function runSuites(folder: string): Promise<boolean> {
  rmSync(folder, { recursive: true, force: true });
  let isGood = true;
  for (const { id, args } of suites.filter((suite) => coveredSuites.includes(suite.id))) {
    mkdirSync(join(folder, id), { recursive: true });
    const preload = new URL('preload.ts', import.meta.url).href;
    const { code } = await runWithOutput(process.execPath, args(), {
      [coverageVariable]: join(folder, id),
      // The build adds counters to bundled code.
      ...(id === 'unit' && { NODE_OPTIONS: `--import=${preload}` }),
    });
    isGood &&= code === 0;
  }
  return isGood;
}

/** Returns the initial counters of all files of `src`. */
function readInitialReport(): CoverageReport {
  const paths = globSync('src/**/*.ts', { cwd: root }).filter((path) => isCounted(join(root, path)));
  return Object.fromEntries(
    paths.map((path) => [path.replaceAll('\\', '/'), instrument(join(root, path)).initial]),
  );
}

function readReports(folder: string): CoverageReport {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return {};
  }
  const reports = names.map((name): CoverageReport => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return reports.reduce(mergeReports, {});
}

/** Returns a message for each module whose coverage is lower than in a file that `--json` wrote. */
function findDecreases(modules: readonly ModuleCoverage[], file: string): string[] {
  const minimum: Record<string, { reached: number; all: number }> = JSON.parse(readFileSync(file, 'utf8'));
  return modules.flatMap(({ module, all }) => {
    const before = minimum[module];
    if (!before || all.reached * before.all >= before.reached * all.all) return [];
    return [
      `${module}: ${all.reached} of ${all.all} branches are covered, previously ${before.reached} of ${before.all}`,
    ];
  });
}

stopOnSignals(() => 1);
const isGood = await coverage();
await stop();
process.exit(isGood ? 0 : 1);
