import { stripVTControlCharacters } from 'node:util';

/** Numbers of tests by result. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function addCounts(a: TestCounts, b: TestCounts): TestCounts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * Returns the sum of the counts at the end of each run of Node's test runner (`ℹ pass 12` or `# pass 12`), or
 * `undefined` if the output has none.
 */
export function parseNodeTestCounts(output: string): TestCounts | undefined {
  const text = stripVTControlCharacters(output);
  const number = (word: string): number | undefined => {
    const matches = [...text.matchAll(new RegExp(`^[^\\w\\n]*${word} (\\d+)$`, 'gm'))];
    return matches.length === 0 ? undefined : matches.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const [passed, failed, cancelled] = [number('pass'), number('fail'), number('cancelled')];
  if (passed === undefined || failed === undefined) return undefined;
  return {
    passed,
    failed: failed + (cancelled ?? 0),
    skipped: (number('skipped') ?? 0) + (number('todo') ?? 0),
  };
}

/** Parses a line that ends with `N passed, N failed`. Returns `undefined` if there is none. */
export function parseSummaryLine(output: string): TestCounts | undefined {
  const match = [...stripVTControlCharacters(output).matchAll(/(\d+) passed, (\d+) failed$/gm)].at(-1);
  return match ? { passed: Number(match[1]), failed: Number(match[2]), skipped: 0 } : undefined;
}

/** Counts the tests in a JSON report of Playwright. A flaky test counts as failed. */
export function parsePlaywrightCounts(report: string): TestCounts {
  const { stats }: { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> } =
    JSON.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
