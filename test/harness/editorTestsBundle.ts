import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import { buildForTests } from './testBuild.ts';

/**
 * The folder of the extension that the editor loads for these tests: its manifest, and a main file that does
 * nothing.
 */
export const testedExtension = join(root, 'dist', 'test', 'extension');
/** The test module for the extension host, which exports `run()`. */
export const editorTestsBundle = join(testedExtension, 'tests', 'index.cjs');

/** Bundles the extension and its host tests, of one module or of all. */
export async function buildTests(module?: string): Promise<void> {
  await buildForTests('--tests', ...(module ? [`--module=${module}`] : []));
  const { browser, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const main = './tests/idle.cjs';
  writeFileSync(
    join(testedExtension, 'package.json'),
    JSON.stringify({ ...manifest, main, type: 'commonjs' }),
  );
  cpSync(join(root, 'package.nls.json'), join(testedExtension, 'package.nls.json'));
  // The pages of the extension load these files.
  for (const name of ['media', 'dist']) {
    rmSync(join(testedExtension, name), { force: true });
    symlinkSync(join(root, name), join(testedExtension, name));
  }
}
