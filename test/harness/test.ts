import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findLaunchOptions } from './browser.ts';
import { currentEditor, installEditor } from './editorInstall.ts';
import { describeProgramFailure } from './failures.ts';
import { results } from './paths.ts';
import { runWithOutput } from './runWithOutput.ts';
import { stop, stopOnSignals } from './stop.ts';
import { type Suite, suites, type TestFilter } from './suites.ts';
import { buildForTests, builtVariable } from './testBuild.ts';
import { addCounts, type TestCounts } from './testCounts.ts';
import { formatSummary, parseTimings, type SuiteResult } from './timings.ts';
import { packagedVariable, packageExtension } from './vsix.ts';

const usage = `Usage: npm test -- [module] [options]
  module           run only the tests of one module, which is a folder of src such as logs
  --suite ID       run only this suite; repeat it for more suites
  --grep WORDS     run only tests with these words in their titles
  -h, --help       show this help

Suites:
${suites.map(({ id, name }) => `  ${id.padEnd(18)} ${name}`).join('\n')}`;

const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0 };

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
  if (suites.some(({ id }) => ['host', 'page', 'package'].includes(id))) {
    const moduleFlags = filter.module === undefined ? [] : [`--module=${filter.module}`];
    await buildForTests('--tests', '--pages', ...moduleFlags);
    process.env[builtVariable] = 'true';
  }
  const parallelRuns = new Map<string, ReturnType<typeof runSuite>>();
  for (const suite of suites) {
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

/**
 * Runs one suite. If it fails without a failed test, or runs no test without a filter, it counts as one
 * failure. `isCollected` returns the output as `output` instead of printing it.
 */
async function runSuite(
  { name, args, counts, failures }: Suite,
  filter: TestFilter,
  isCollected = false,
): Promise<SuiteResult & { readonly output: string }> {
  const output: string[] = [];
  const show = isCollected ? (chunk: Buffer | string) => void output.push(chunk.toString()) : undefined;
  const title = `\n── ${name}\n`;
  if (show) show(title);
  else process.stdout.write(title);
  const started = Date.now();
  const { code, text } = await runWithOutput(process.execPath, args(filter), {}, show);
  const ms = Date.now() - started;
  const ran = counts
    ? readReportIfPresent(() => counts(text))
    : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  const isFiltered = filter.module !== undefined || filter.title !== undefined;
  const isPlausible =
    ran !== undefined && (isFiltered || ran.passed + ran.failed > 0) && (code === 0) === (ran.failed === 0);
  const adjusted = isPlausible ? ran : addCounts(ran ?? noTests, { ...noTests, failed: 1 });
  const listed = readReportIfPresent(() => failures?.(text)) ?? [];
  const failed = listed.length === 0 && adjusted.failed > 0 ? [describeProgramFailure(text)] : listed;
  return {
    name,
    ms,
    counts: adjusted,
    timings: parseTimings(text),
    failures: failed,
    output: output.join(''),
  };
}

function readReportIfPresent<Report>(read: () => Report | undefined): Report | undefined {
  try {
    return read();
  } catch {
    return undefined; // No report was written: the suite counts as failed.
  }
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
