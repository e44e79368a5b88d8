import { root } from './paths.ts';
import { run } from './processes.ts';
import { progress } from './progress.mjs';

/** Set: what tests run in is built already, so that suites which run beside each other leave it alone. */
export const builtVariable = 'TESTS_ARE_BUILT';

/** Builds the extension, and what the tests of the host (`--tests`) or of pages (`--pages`) run it in. */
export async function buildForTests(...flags: readonly string[]): Promise<void> {
  if (process.env[builtVariable]) return;
  const { code, text } = await progress('Building the extension for tests', () =>
    run(process.execPath, ['esbuild.mjs', ...flags], { cwd: root }),
  );
  if (code !== 0) throw new Error(`The build failed.\n${text}`);
}
