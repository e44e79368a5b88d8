import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '../harness/paths.ts';
import { copiesVariable, writeCopy } from './copies.ts';
import type { Chosen } from './rules.ts';
import { switched } from './switched.ts';
import type { Judge } from './table.ts';
import { eachOf, type Outcome, testRun } from './testRun.ts';

/** A file of tests: how long it takes, and the mutants whose places it reaches. */
interface TestFile {
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

function run(path: string, env: Readonly<Record<string, string>>, limitMs: number): Promise<Outcome> {
  return testRun(['--test-reporter=tap', path], { ...environment, ...env }, limitMs, /^\s*not ok /m);
}

/** Writes all mutants to copies of their files, and finds out which unit tests of their modules reach each mutant. */
export async function unitJudge(mutants: readonly Chosen[], atOnce: number): Promise<Judge> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'reached'), { recursive: true });
  for (const [path, own] of Map.groupBy(mutants, (mutant) => mutant.path)) {
    writeCopy(folder, path, switched(readFileSync(join(root, path), 'utf8'), own));
  }
  const rooms = [...new Set(mutants.map(({ room }) => room))];
  const paths = rooms.flatMap((room) => globSync(`test/unit/${room}/**/*.test.ts`, { cwd: root }));
  const files: TestFile[] = [];
  await eachOf(paths, atOnce, async (path) => {
    const file = await tryOut(path);
    if (file) files.push(file);
    else console.log(`${path} fails without a mutant, so it isn't used.`);
  });
  // The quick ones first: most mutants need no other.
  files.sort((one, other) => one.ms - other.ms);
  return async ({ number }) => {
    const reaching = files.filter(({ reached }) => reached.has(number));
    for (const { path, ms } of reaching) {
      const outcome = await run(path, { MUTANT: String(number) }, 10_000 + 5 * ms);
      if (outcome !== 'passed') return { fate: outcome === 'failed' ? 'killed' : outcome, by: path };
    }
    return { fate: reaching.length === 0 ? 'unreached' : 'survived' };
  };
}

async function tryOut(path: string): Promise<TestFile | undefined> {
  const reachedFile = join(folder, 'reached', path.replaceAll(/[\\/]/g, '-'));
  const begun = Date.now();
  const outcome = await run(path, { MUTANTS_REACHED: reachedFile }, 300_000);
  if (outcome !== 'passed') return undefined;
  const lines = existsSync(reachedFile) ? readFileSync(reachedFile, 'utf8').split('\n') : [];
  return { path, ms: Date.now() - begun, reached: new Set(lines.filter((line) => line !== '').map(Number)) };
}
