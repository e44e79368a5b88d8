import { stripVTControlCharacters } from 'node:util';
import type { Failure } from './failures.ts';
import type { TestCounts } from './testCounts.ts';

/** A test and its duration. */
interface Timing {
  readonly title: string;
  /** The duration in milliseconds. */
  readonly ms: number;
}

/** The result of a suite. */
export interface SuiteResult {
  readonly name: string;
  readonly ms: number;
  readonly counts: TestCounts;
  readonly timings: readonly Timing[];
  readonly failures: readonly Failure[];
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/**
 * Parses the durations that Node's test runner, Mocha, and Playwright print: `✔ title (12.3ms)`. Omits
 * groups.
 */
export function parseTimings(output: string): Timing[] {
  const lines = stripVTControlCharacters(output).split('\n');
  const groups = new Set(lines.flatMap((line) => /^\s*▶ (.*)$/.exec(line)?.[1] ?? []));
  return lines.flatMap((line): Timing[] => {
    const [, title = '', time, unit = ''] =
      /^\s*[✔✓✖✘]\s+(?:\d+ )?(.*?)\s+\((\d+(?:\.\d+)?)(ms|s|m)\)$/.exec(line) ?? [];
    if (title === '' || groups.has(title)) return [];
    return [{ title, ms: Number(time) * (units[unit] ?? 1) }];
  });
}

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/**
 * Formats the results of a run, which took `ms` in total: suites, slowest tests, and failed tests. The
 * failures come last, because often only the end of a long output is kept.
 */
export function formatSummary(results: readonly SuiteResult[], ms: number, slowest = 10): string {
  const width = Math.max(...results.map(({ name }) => name.length), 0);
  const line = (name: string, tests: string, time: string): string =>
    `${name.padEnd(width)}  ${tests.padStart(7)}  ${time.padStart(9)}`;
  const tests = results.reduce((sum, { counts }) => sum + counts.passed + counts.failed, 0);
  const slow = results
    .flatMap(({ timings }) => timings)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, slowest);
  return [
    line('Suite', 'Tests', 'Time'),
    ...results.map(({ name, counts, ms }) =>
      line(name, String(counts.passed + counts.failed), formatSeconds(ms)),
    ),
    line('Total', String(tests), formatSeconds(ms)),
    ...(slow.length > 0 ? ['', 'Slowest tests:'] : []),
    ...slow.map(({ title, ms }) => `${formatSeconds(ms).padStart(9)}  ${title}`),
    ...(results.some(({ failures }) => failures.length > 0) ? ['', 'Failed tests:'] : []),
    ...results.flatMap(({ name, failures }) =>
      failures.flatMap(({ title, error }) => [`✖ ${name}: ${title}`, ...error.map((line) => `    ${line}`)]),
    ),
  ].join('\n');
}
