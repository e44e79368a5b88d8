import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Failure, failuresOfMocha, failuresOfNodeTest, failuresOfPlaywright } from './failures.ts';
import { results, root } from './paths.ts';
import { type Counts, countsOfLine, countsOfNodeTest, countsOfPlaywright } from './testCounts.ts';
import { unitTestFiles } from './unitRooms.ts';

/** What a run is narrowed to. */
export interface Narrow {
  /** A folder of `src`, as below `test/unit`, `test/editor`, `test/page` and `test/e2e`. */
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
  /** Whether it can be narrowed to a room. */
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

function nodeTests({ words }: Narrow, ...files: readonly string[]): readonly string[] {
  const named = words === undefined ? [] : [`--test-name-pattern=${words}`];
  return ['--test', `--test-concurrency=${availableParallelism()}`, ...named, ...files];
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

/** All of them, the quick ones first. */
export const suites: readonly Suite[] = [
  types('types', 'Types of the extension', '.'),
  types('types-logs', 'Types of the log page', 'src/logs/webview'),
  types('types-analytics', 'Types of the page of analytics', 'src/analytics/webview'),
  types('types-audits', 'Types of the audit report', 'src/audits/webview'),
  types('types-inspector', 'Types of the page of the MCP inspector', 'src/inspector/webview'),
  types('types-environments', 'Types of the page of an environment', 'src/environments/webview'),
  types('types-tests', 'Types of the tests', 'test'),
  {
    id: 'lint',
    name: 'Lint and format',
    args: () => [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
    hasRooms: false,
  },
  {
    id: 'unit',
    name: 'Unit tests',
    args: (narrow = {}) => nodeTests(narrow, ...unitTestFiles(narrow.room)),
    counts: countsOfNodeTest,
    failures: failuresOfNodeTest,
    hasRooms: true,
  },
  browserTests('page', 'Tests of pages in a plain tab', 'test/page.config.ts'),
  {
    id: 'host',
    name: 'Tests in the extension host',
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
    name: 'Tests of the package and of npm start',
    args: ({ words } = {}) => nodeTests({ words }, 'test/package/*.test.ts'),
    counts: countsOfNodeTest,
    failures: failuresOfNodeTest,
    hasRooms: false,
    needsPackage: true,
    startsWith: 'e2e',
  },
];
