import { root } from './paths.ts';
import { run } from './processes.ts';
import { progress } from './progress.mjs';

/**
 * The environment variable that is set if the tests are already built, so that parallel suites don't build
 * them again.
 */
export const builtVariable = 'TESTS_ARE_BUILT';

/** Builds the extension and the host tests (`--tests`) or the bundle for page tests (`--pages`). */
export async function buildForTests(...flags: readonly string[]): Promise<void> {
  if (process.env[builtVariable]) return;
  const { code, text } = await progress('Building the extension for tests', () =>
    run(process.execPath, ['esbuild.mjs', ...flags], { cwd: root }),
  );
  if (code !== 0) throw new Error(`The build failed.\n${text}`);
}
