import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '../harness/paths.ts';
import { copiesVariable, writeCopy } from './copies.ts';
import { insertSwitches } from './insertSwitches.ts';
import { forEachConcurrently, runTests, type TestRunOutcome } from './runTests.ts';
import type { SelectedMutant } from './selectMutants.ts';
import type { TestMutant } from './table.ts';

/** A test file, its duration, and the mutants that it reaches. */
interface UnitTestFile {
  readonly path: string;
  readonly ms: number;
  readonly reached: ReadonlySet<number>;
}

const folder = join(cache, 'mutants');
const environment = {
  [copiesVariable]: folder,
  NODE_OPTIONS: `--import=${new URL('preload.ts', import.meta.url).href}`,
  NODE_COMPILE_CACHE: join(cache, 'mutants-compiled'),
};

function runFile(
  path: string,
  env: Readonly<Record<string, string>>,
  limitMs: number,
): Promise<TestRunOutcome> {
  return runTests(['--test-reporter=tap', path], { ...environment, ...env }, limitMs, /^\s*not ok /m);
}

/**
 * Writes copies of all files with their mutants, and records which unit tests of their modules reach each
 * mutant. Returns a function that tests one mutant.
 */
export async function createUnitTester(
  mutants: readonly SelectedMutant[],
  atOnce: number,
): Promise<TestMutant> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'reached'), { recursive: true });
  for (const [path, own] of Map.groupBy(mutants, (mutant) => mutant.path)) {
    writeCopy(folder, path, insertSwitches(readFileSync(join(root, path), 'utf8'), own));
  }
  const modules = [...new Set(mutants.map(({ module }) => module))];
  const paths = modules.flatMap((module) => globSync(`test/unit/${module}/**/*.test.ts`, { cwd: root }));
  const files: UnitTestFile[] = [];
  await forEachConcurrently(paths, atOnce, async (path) => {
    const file = await runWithoutMutant(path);
    if (file) files.push(file);
    else console.log(`${path} fails without a mutant, so it isn't used.`);
  });
  // Fast tests run first: most mutants need no others.
  files.sort((one, other) => one.ms - other.ms);
  return async ({ number }) => {
    const reaching = files.filter(({ reached }) => reached.has(number));
    for (const { path, ms } of reaching) {
      const outcome = await runFile(path, { MUTANT: String(number) }, 10_000 + 5 * ms);
      if (outcome !== 'passed') return { status: outcome === 'failed' ? 'killed' : outcome, test: path };
    }
    return { status: reaching.length === 0 ? 'unreached' : 'survived' };
  };
}

async function runWithoutMutant(path: string): Promise<UnitTestFile | undefined> {
  const reachedFile = join(folder, 'reached', path.replaceAll(/[\\/]/g, '-'));
  const startedAt = Date.now();
  const outcome = await runFile(path, { MUTANTS_REACHED: reachedFile }, 300_000);
  if (outcome !== 'passed') return undefined;
  const lines = existsSync(reachedFile) ? readFileSync(reachedFile, 'utf8').split('\n') : [];
  return {
    path,
    ms: Date.now() - startedAt,
    reached: new Set(lines.filter((line) => line !== '').map(Number)),
  };
}
