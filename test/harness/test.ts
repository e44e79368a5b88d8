import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findLaunchOptions } from './browser.ts';
import { currentEditor, installEditor } from './editorInstall.ts';
import { results } from './paths.ts';
import { noTests, runInParallel, runSuite } from './runSuite.ts';
import { stop, stopOnSignals } from './stop.ts';
import { type Suite, suites, type TestFilter } from './suites.ts';
import { buildForTests, builtVariable } from './testBuild.ts';
import { addCounts } from './testCounts.ts';
import { formatSummary, type SuiteResult } from './timings.ts';
import { packagedVariable, packageExtension } from './vsix.ts';

const usage = `Usage: npm test -- [module] [options]
  module           run only the tests of one module, which is a folder of src such as logs
  --suite ID       run only this suite; repeat it for more suites
  --grep WORDS     run only tests with these words in their titles
  -h, --help       show this help

Suites:
${suites.map(({ id, name }) => `  ${id.padEnd(18)} ${name}`).join('\n')}`;

interface TestRun {
  readonly suites: readonly Suite[];
  readonly filter: TestFilter;
}

/** Runs the suites of `npm test`, and prints a table of them and a line with the totals. */
async function runSuites({ suites, filter }: TestRun): Promise<boolean> {
  rmSync(results, { recursive: true, force: true });
  // A short Node process spends most of its time on compiling sources, which hundreds of processes share.
  process.env['NODE_COMPILE_CACHE'] ??= join(results, 'compiled');
  await installEditor(currentEditor);
  await findLaunchOptions();
  const suiteResults: SuiteResult[] = [];
  const started = Date.now();
  const checks = suites.filter(({ isCheck }) => isCheck);
  const [checkResults] = await Promise.all([runInParallel(checks, filter), buildIfNeeded(suites, filter)]);
  suiteResults.push(...checkResults);
  const parallelRuns = new Map<string, ReturnType<typeof runSuite>>();
  for (const suite of suites) {
    if (suite.isCheck) continue;
    if (suite.needsPackage && !process.env[packagedVariable]) {
      // If it fails, the suites try again and report the reason.
      const isPackaged = await packageExtension().then(
        () => true,
        () => false,
      );
      if (isPackaged) process.env[packagedVariable] = 'true';
    }
    for (const other of suites) {
      if (other.startsWith === suite.id) parallelRuns.set(other.id, runSuite(other, filter, true));
    }
    const { output, ...result } = await (parallelRuns.get(suite.id) ?? runSuite(suite, filter));
    process.stdout.write(output);
    suiteResults.push(result);
  }
  const total = suiteResults.reduce((counts, suite) => addCounts(counts, suite.counts), noTests);
  console.log(`\n${formatSummary(suiteResults, Date.now() - started)}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed === 0 && total.passed > 0;
}

/** Builds the tests that the suites run, so that parallel suites don't build them again. */
async function buildIfNeeded(suites: readonly Suite[], { module }: TestFilter): Promise<void> {
  if (suites.every(({ id }) => !['host', 'page', 'package'].includes(id))) return;
  await buildForTests('--tests', '--pages', ...(module === undefined ? [] : [`--module=${module}`]));
  process.env[builtVariable] = 'true';
}

/** Reads the command line. Returns `undefined` after it prints the usage. */
function readArguments(): TestRun | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        suite: { type: 'string', multiple: true },
        grep: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [module, ...more] = positionals;
    const unknown = values.suite?.find((id) => suites.every((suite) => suite.id !== id));
    if (more.length > 0) throw new Error('Enter only one module.');
    if (unknown !== undefined) throw new Error(`There is no suite "${unknown}".`);
    if (!values.help) {
      const filter = { module, title: values.grep };
      const isFiltered = module !== undefined || values.grep !== undefined;
      const all = suites.filter(({ hasModules }) => hasModules || !isFiltered);
      const selected = values.suite ? suites.filter(({ id }) => values.suite?.includes(id)) : all;
      return { suites: selected, filter };
    }
    console.log(usage);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
  }
  return undefined;
}

const testRun = readArguments();
if (testRun) {
  stopOnSignals(() => 1);
  const isGood = await runSuites(testRun).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    console.log('\n0 passed, 1 failed');
    return false;
  });
  await stop();
  process.exit(isGood ? 0 : 1);
}
// The channel to the parent process would keep this process alive.
process.exit();
