import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '../harness/paths.ts';
import { suites } from '../harness/suites.ts';
import { copiesVariable, writeCopy } from './copies.ts';
import { mutate } from './mutants.ts';
import type { Chosen } from './rules.ts';
import type { Judge } from './table.ts';
import { type Outcome, testRun } from './testRun.ts';

const limitMs = 600_000;

/** Judges mutants with the tests of their module that run in an editor or a page. Each mutant has its own build. */
export async function windowJudge(id: string, mutants: readonly Chosen[]): Promise<Judge> {
  const suite = suites.find((one) => one.id === id);
  if (!suite || !['page', 'host'].includes(id))
    throw new Error(`The suite "${id}" can't test mutants. Use unit, page, or host.`);
  const run = (module: string, folder: string): Promise<Outcome> => {
    // As Playwright says it, and as the tests in the extension host do.
    const failed = /^\s*✘|\b[1-9]\d* failed/m;
    const more = id === 'page' ? ['--max-failures=1'] : [];
    return testRun([...suite.args({ module }), ...more], { [copiesVariable]: folder }, limitMs, failed);
  };
  for (const room of new Set(mutants.map((mutant) => mutant.room))) {
    if ((await run(room, '')) !== 'passed') throw new Error(`The tests of ${room} fail without a mutant.`);
  }
  return async (mutant) => {
    const folder = join(cache, 'mutant');
    rmSync(folder, { recursive: true, force: true });
    writeCopy(folder, mutant.path, mutate(readFileSync(join(root, mutant.path), 'utf8'), mutant));
    const outcome = await run(mutant.room, folder);
    if (outcome === 'passed') return { fate: 'survived' };
    return { fate: outcome === 'failed' ? 'killed' : outcome, by: id };
  };
}
