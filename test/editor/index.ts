import { join } from 'node:path';
import Mocha from 'mocha';

/**
 * Runs the tests. The editor calls it inside its extension host. Of several editors that run tests at a time,
 * each runs a part of the groups. Rejects if a test fails or if none ran.
 */
export async function run(): Promise<void> {
  const { TESTS_WITH_WORDS: words, TESTS_PART: part = '0', TESTS_PARTS: parts = '1' } = process.env;
  const mocha = new Mocha({ ui: 'bdd', timeout: 240_000, color: false, forbidOnly: true });
  if (words) mocha.grep(words);
  mocha.addFile(join(__dirname, 'tests.cjs'));
  mocha.suite.on('post-require', () => {
    const { suite } = mocha;
    suite.suites = suite.suites.filter((_, index) => index % Number(parts) === Number(part));
  });
  const { passes, failures } = await new Promise<Mocha.Stats>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats ?? { ...noStats }));
  });
  console.log(`Extension host: ${passes} passed, ${failures} failed`);
  if (failures > 0 || (passes === 0 && !words && parts === '1'))
    throw new Error(`${failures} of ${passes + failures} tests failed`);
}

const noStats: Mocha.Stats = { suites: 0, tests: 0, passes: 0, pending: 0, failures: 0 };
