import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import { buildForTests } from './testBuild.ts';

/** The extension as the editor loads it for these tests: all that its manifest says, and a program that does nothing. */
export const testedExtension = join(root, 'dist', 'test', 'extension');
/** What the extension host loads: exports `run()`. */
export const editorTestsBundle = join(testedExtension, 'tests', 'index.cjs');

/** Bundles the extension and the tests for its host; with a module, only the tests of that module. */
export async function buildTests(module?: string): Promise<void> {
  await buildForTests('--tests', ...(module ? [`--module=${module}`] : []));
  const { browser, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const main = './tests/idle.cjs';
  writeFileSync(
    join(testedExtension, 'package.json'),
    JSON.stringify({ ...manifest, main, type: 'commonjs' }),
  );
  cpSync(join(root, 'package.nls.json'), join(testedExtension, 'package.nls.json'));
  // What its pages are made of.
  for (const name of ['media', 'dist']) {
    rmSync(join(testedExtension, name), { force: true });
    symlinkSync(join(root, name), join(testedExtension, name));
  }
}
