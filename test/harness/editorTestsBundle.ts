import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import { run } from './processes.ts';
import { progress } from './progress.mjs';

/** The extension as the editor loads it for these tests: all that its manifest says, and a program that does nothing. */
export const testedExtension = join(root, 'dist', 'test', 'extension');
/** What the extension host loads: exports `run()`. */
export const editorTestsBundle = join(testedExtension, 'tests', 'index.cjs');

/** Bundles the extension and the tests for its host; with a room, only those of that. */
export async function buildTests(room?: string): Promise<void> {
  const { code, text } = await progress('Building the tests for the editor', () =>
    run(process.execPath, ['esbuild.mjs', '--tests', ...(room ? [`--room=${room}`] : [])], { cwd: root }),
  );
  if (code !== 0) throw new Error(`The build failed.\n${text}`);
  const { browser, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const main = './tests/idle.cjs';
  writeFileSync(
    join(testedExtension, 'package.json'),
    JSON.stringify({ ...manifest, main, type: 'commonjs' }),
  );
  cpSync(join(root, 'package.nls.json'), join(testedExtension, 'package.nls.json'));
  // What its pages are made of.
  for (const name of ['media', 'dist']) symlinkSync(join(root, name), join(testedExtension, name));
}
