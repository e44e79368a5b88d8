import { join } from 'node:path';
import Mocha from 'mocha';

/** Runs all tests. The editor calls it inside its extension host. Rejects if a test fails or if none ran. */
export async function run(): Promise<void> {
  const words = process.env['TESTS_WITH_WORDS'];
  const mocha = new Mocha({ ui: 'bdd', timeout: 120_000, color: false, forbidOnly: true });
  if (words) mocha.grep(words);
  mocha.addFile(join(__dirname, 'tests.cjs'));
  const { passes, failures } = await new Promise<Mocha.Stats>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats ?? { ...noStats }));
  });
  console.log(`Extension host: ${passes} passed, ${failures} failed`);
  if (failures > 0 || (passes === 0 && !words))
    throw new Error(`${failures} of ${passes + failures} tests failed`);
}

const noStats: Mocha.Stats = { suites: 0, tests: 0, passes: 0, pending: 0, failures: 0 };
