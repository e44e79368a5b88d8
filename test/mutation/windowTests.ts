import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '../harness/paths.ts';
import { suites } from '../harness/suites.ts';
import { copiesVariable, writeCopy } from './copies.ts';
import { applyMutant } from './mutants.ts';
import { runTests, type TestRunOutcome } from './runTests.ts';
import type { SelectedMutant } from './selectMutants.ts';
import type { TestMutant } from './table.ts';

const limitMs = 600_000;

/**
 * Returns a function that tests one mutant with the page or extension host tests of its module. Builds the
 * extension for each mutant.
 */
export async function createSuiteTester(id: string, mutants: readonly SelectedMutant[]): Promise<TestMutant> {
  const suite = suites.find((one) => one.id === id);
  if (!suite || !['page', 'host'].includes(id))
    throw new Error(`The suite "${id}" can't test mutants. Use unit, page, or host.`);
  const run = (module: string, folder: string): Promise<TestRunOutcome> => {
    // The formats of Playwright and of the extension host tests.
    const failed = /^\s*✘|\b[1-9]\d* failed/m;
    const more = id === 'page' ? ['--max-failures=1'] : [];
    return runTests([...suite.args({ module }), ...more], { [copiesVariable]: folder }, limitMs, failed);
  };
  for (const module of new Set(mutants.map((mutant) => mutant.module))) {
    if ((await run(module, '')) !== 'passed')
      throw new Error(`The tests of ${module} fail without a mutant.`);
  }
  return async (mutant) => {
    const folder = join(cache, 'mutant');
    rmSync(folder, { recursive: true, force: true });
    writeCopy(folder, mutant.path, applyMutant(readFileSync(join(root, mutant.path), 'utf8'), mutant));
    const outcome = await run(mutant.module, folder);
    if (outcome === 'passed') return { status: 'survived' };
    return { status: outcome === 'failed' ? 'killed' : outcome, test: id };
  };
}
