import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Failure, failuresOfMocha, failuresOfNodeTest, failuresOfPlaywright } from './failures.ts';
import { results, root } from './paths.ts';
import { type Counts, countsOfLine, countsOfNodeTest, countsOfPlaywright } from './testCounts.ts';

/** The filters of a run. */
export interface Narrow {
  /** The module: a folder of `src`, and of `test/unit`, `test/editor`, `test/page`, and `test/e2e`. */
  readonly room?: string | undefined;
  /** Words in the titles of tests. */
  readonly words?: string | undefined;
}

/** A suite of `npm test`. */
export interface Suite {
  readonly id: string;
  readonly name: string;
  /** What Node is started with. */
  args(narrow?: Narrow): readonly string[];
  /** How many tests ran, from what was printed; a suite without it counts itself. Throws where nothing tells. */
  counts?(output: string): Counts | undefined;
  /** The failed tests, from what was printed; a suite without it lists none. Throws where nothing tells. */
  failures?(output: string): readonly Failure[];
  /** Whether the suite can run the tests of one module only. */
  readonly hasRooms: boolean;
  /** Whether its tests run the package that users install. */
  readonly needsPackage?: true;
  /** The suite, before it in their order, that it starts together with: it mostly waits. */
  readonly startsWith?: string;
}

const bin = (path: string): string => join(root, 'node_modules', path);

function types(id: string, name: string, folder: string): Suite {
  return { id, name, args: () => [bin('typescript/bin/tsc'), '-p', folder], hasRooms: false };
}

function nodeTests(folder: string, atOnce: number, { room = '**', words }: Narrow): readonly string[] {
  const named = words === undefined ? [] : [`--test-name-pattern=${words}`];
  return ['--test', `--test-concurrency=${atOnce}`, ...named, `test/${folder}/${room}/**/*.test.ts`];
}

function browserTests(id: string, name: string, config: string): Suite {
  const report = (): string => readFileSync(join(results, `${id}.json`), 'utf8');
  return {
    id,
    name,
    args: ({ room, words } = {}) => [
      ...[bin('@playwright/test/cli.js'), 'test', '--config', config],
      ...(room === undefined ? [] : [`test/${id}/${room}/`]),
      ...(words === undefined ? [] : ['--grep', words]),
      ...(room === undefined && words === undefined ? [] : ['--pass-with-no-tests']),
    ],
    counts: () => countsOfPlaywright(report()),
    failures: () => failuresOfPlaywright(report()),
    hasRooms: true,
  };
}

/** All suites, the fast ones first. */
export const suites: readonly Suite[] = [
  types('types', 'Types: extension', '.'),
  types('types-logs', 'Types: log page', 'src/logs/webview'),
  types('types-analytics', 'Types: analytics page', 'src/analytics/webview'),
  types('types-audits', 'Types: audit report', 'src/audits/webview'),
  types('types-inspector', 'Types: inspector page', 'src/inspector/webview'),
  types('types-environments', 'Types: environment page', 'src/environments/webview'),
  types('types-tests', 'Types: tests', 'test'),
  {
    id: 'lint',
    name: 'Lint and formatting',
    args: () => [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
    hasRooms: false,
  },
  {
    id: 'grammar',
    name: 'Grammar and spelling',
    args: () => ['test/harness/grammar.ts'],
    hasRooms: false,
  },
  {
    id: 'unit',
    name: 'Unit tests',
    args: (narrow = {}) => nodeTests('unit', availableParallelism(), narrow),
    counts: countsOfNodeTest,
    failures: failuresOfNodeTest,
    hasRooms: true,
  },
  browserTests('page', 'Page tests', 'test/page.config.ts'),
  {
    id: 'host',
    name: 'Extension host tests',
    args: ({ room, words } = {}) => [
      'test/harness/editorTests.ts',
      ...(room === undefined ? [] : [room]),
      ...(words === undefined ? [] : ['--grep', words]),
    ],
    counts: countsOfLine,
    failures: failuresOfMocha,
    hasRooms: true,
    startsWith: 'unit',
  },
  { ...browserTests('e2e', 'End-to-end tests', 'test/playwright.config.ts'), needsPackage: true },
  {
    id: 'package',
    name: 'Package and npm start tests',
    args: ({ words } = {}) => nodeTests('package', availableParallelism(), { words }),
    counts: countsOfNodeTest,
    failures: failuresOfNodeTest,
    hasRooms: false,
    needsPackage: true,
  },
];
