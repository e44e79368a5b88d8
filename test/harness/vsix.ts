import { join } from 'node:path';
import { root } from './paths.ts';
import { npm } from './processes.ts';
import { progress } from './progress.mjs';

/** The path of the package that `npm run package` builds. */
export const vsix = join(root, 'dist', 'hosted-mcp.vsix');

/**
 * The environment variable that is set if the package is already built, so that suites and their programs
 * share it.
 */
export const packagedVariable = 'PACKAGE_IS_BUILT';

/** Builds the package that users install. Rejects with the output if that fails. */
export async function packageExtension(): Promise<string> {
  if (process.env[packagedVariable]) return vsix;
  const { code, text } = await progress('Packaging the extension', () => npm(['run', 'package'], root));
  if (code !== 0) throw new Error(`Couldn't package the extension.\n${text}`);
  return vsix;
}
