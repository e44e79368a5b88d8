import { join } from 'node:path';
import { root } from './paths.ts';
import { run } from './processes.ts';
import { progress } from './progress.mjs';

/** What the extension host loads: exports `run()`. */
export const editorTestsBundle = join(root, 'dist', 'test', 'index.cjs');

/** Bundles the extension and the tests for its host. */
export async function buildTests(): Promise<void> {
  const { code, text } = await progress('Building the tests for the editor', () =>
    run(process.execPath, ['esbuild.mjs', '--tests'], { cwd: root }),
  );
  if (code !== 0) throw new Error(`The build failed.\n${text}`);
}
