import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  type Failure,
  parseMochaFailures,
  parseNodeTestFailures,
  parsePlaywrightFailures,
} from './failures.ts';
import { results, root } from './paths.ts';
import {
  parseNodeTestCounts,
  parsePlaywrightCounts,
  parseSummaryLine,
  type TestCounts,
} from './testCounts.ts';

/** The filter of a test run. */
export interface TestFilter {
  /** A folder of `src`, and of `test/unit`, `test/editor`, `test/page`, and `test/e2e`. */
  readonly module?: string | undefined;
  /** Words in the titles of tests. */
  readonly title?: string | undefined;
}

/** A suite of `npm test`. */
export interface Suite {
  readonly id: string;
  readonly name: string;
  /** Returns the arguments of Node. */
  args(narrow?: TestFilter): readonly string[];
  /**
   * Parses the number of tests from the output. A suite without it counts as one test. Throws if there is no
   * report.
   */
  counts?(output: string): TestCounts | undefined;
  /** Parses the failed tests from the output. A suite without it lists none. Throws if there is no report. */
  failures?(output: string): readonly Failure[];
  /** Whether the suite can run the tests of one module only. */
  readonly hasModules: boolean;
  /** Whether it runs no tests, but checks the sources with a tool. Checks run in parallel, before all tests. */
  readonly isCheck?: true;
  /** Whether its tests run the package that users install. */
  readonly needsPackage?: true;
  /** The ID of an earlier suite that it runs in parallel with, because both wait often. */
  readonly startsWith?: string;
}

const packageFile = (path: string): string => join(root, 'node_modules', path);

function checkSuite(id: string, name: string, ...args: readonly string[]): Suite {
  return { id, name, args: () => args, hasModules: false, isCheck: true };
}

function typeCheckSuite(id: string, name: string, folder: string): Suite {
  return checkSuite(id, name, packageFile('typescript/bin/tsc'), '-p', folder);
}

function nodeTestArguments(
  folder: string,
  atOnce: number,
  { module = '**', title }: TestFilter,
): readonly string[] {
  const titleOptions = title === undefined ? [] : [`--test-name-pattern=${title}`];
  return ['--test', `--test-concurrency=${atOnce}`, ...titleOptions, `test/${folder}/${module}/**/*.test.ts`];
}

function playwrightSuite(id: string, name: string, config: string): Suite {
  const report = (): string => readFileSync(join(results, `${id}.json`), 'utf8');
  return {
    id,
    name,
    args: ({ module, title } = {}) => [
      ...[packageFile('@playwright/test/cli.js'), 'test', '--config', config],
      ...(module === undefined ? [] : [`test/${id}/${module}/`]),
      ...(title === undefined ? [] : ['--grep', title]),
      ...(module === undefined && title === undefined ? [] : ['--pass-with-no-tests']),
    ],
    counts: () => parsePlaywrightCounts(report()),
    failures: () => parsePlaywrightFailures(report()),
    hasModules: true,
  };
}

/** All suites, the fast ones first. */
export const suites: readonly Suite[] = [
  // These three use one core each. If one ran last, the other cores would be idle.
  checkSuite('unused', 'Unused exports, files, and packages', packageFile('knip/bin/knip.js')),
  checkSuite(
    'words',
    'Words in code',
    packageFile('cspell/bin.mjs'),
    '--no-progress',
    '--quiet',
    '--cache',
    '--cache-strategy=content',
    '--cache-location=node_modules/.cache/cspell',
  ),
  checkSuite('grammar', 'Grammar and spelling', 'test/harness/grammar.ts'),
  typeCheckSuite('types', 'Types: extension', '.'),
  typeCheckSuite('types-logs', 'Types: log page', 'src/logs/webview'),
  typeCheckSuite('types-analytics', 'Types: analytics page', 'src/analytics/webview'),
  typeCheckSuite('types-audits', 'Types: audit report', 'src/audits/webview'),
  typeCheckSuite('types-inspector', 'Types: inspector page', 'src/inspector/webview'),
  typeCheckSuite('types-environments', 'Types: environment page', 'src/environments/webview'),
  typeCheckSuite('types-tunnels', 'Types: tunnel page', 'src/tunnels/webview'),
  typeCheckSuite('types-tests', 'Types: tests', 'test'),
  checkSuite(
    'lint',
    'Lint and formatting',
    packageFile('@biomejs/biome/bin/biome'),
    'check',
    '--error-on-warnings',
  ),
  {
    id: 'unit',
    name: 'Unit tests',
    args: ({ module, title } = {}) => [
      'test/harness/unitTests.ts',
      ...(module === undefined ? [] : [module]),
      ...(title === undefined ? [] : ['--grep', title]),
    ],
    counts: parseNodeTestCounts,
    failures: parseNodeTestFailures,
    hasModules: true,
  },
  playwrightSuite('page', 'Page tests', 'test/page.config.ts'),
  {
    id: 'host',
    name: 'Extension host tests',
    args: ({ module, title } = {}) => [
      'test/harness/editorTests.ts',
      ...(module === undefined ? [] : [module]),
      ...(title === undefined ? [] : ['--grep', title]),
    ],
    counts: parseSummaryLine,
    failures: parseMochaFailures,
    hasModules: true,
    startsWith: 'unit',
  },
  { ...playwrightSuite('e2e', 'End-to-end tests', 'test/playwright.config.ts'), needsPackage: true },
  {
    id: 'package',
    name: 'Package and npm start tests',
    args: ({ title } = {}) => nodeTestArguments('package', availableParallelism(), { title }),
    counts: parseNodeTestCounts,
    failures: parseNodeTestFailures,
    hasModules: false,
    needsPackage: true,
    startsWith: 'e2e',
  },
];
