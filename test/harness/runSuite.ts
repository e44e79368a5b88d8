import { availableParallelism } from 'node:os';
import { describeProgramFailure } from './failures.ts';
import { runWithOutput } from './runWithOutput.ts';
import type { Suite, TestFilter } from './suites.ts';
import { addCounts, type TestCounts } from './testCounts.ts';
import { parseTimings, type SuiteResult } from './timings.ts';

export const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0 };

/** Runs suites, as many at a time as there are cores. Prints the output of each when it ends. */
export async function runInParallel(
  suites: readonly Suite[],
  filter: TestFilter,
): Promise<readonly SuiteResult[]> {
  const results: SuiteResult[] = [];
  const remaining = [...suites.entries()];
  const runRemaining = async (): Promise<void> => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
      const [index, suite] = next;
      const { output, ...result } = await runSuite(suite, filter, true);
      process.stdout.write(output);
      results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runRemaining));
  return results;
}

/**
 * Runs one suite. If it fails without a failed test, or runs no test without a filter, it counts as one
 * failure. `isCollected` returns the output as `output` instead of printing it.
 */
export async function runSuite(
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
