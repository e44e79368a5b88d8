import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

/** The editor calls this inside its extension host. Rejects when a test fails, or when none ran. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, color: false, forbidOnly: true });
  // Every `*.test.ts` of this folder is bundled beside this file.
  for (const name of readdirSync(__dirname).filter((file) => file.endsWith('.test.cjs'))) {
    mocha.addFile(join(__dirname, name));
  }
  const { passes, failures } = await new Promise<Mocha.Stats>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats ?? { ...noStats }));
  });
  console.log(`Extension host: ${passes} passed, ${failures} failed`);
  if (failures > 0 || passes === 0) throw new Error(`${failures} of ${passes + failures} tests failed`);
}

const noStats: Mocha.Stats = { suites: 0, tests: 0, passes: 0, pending: 0, failures: 0 };
