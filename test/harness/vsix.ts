import { join } from 'node:path';
import { root } from './paths.ts';
import { npm } from './processes.ts';
import { progress } from './progress.mjs';

/** Where `npm run package` puts the package. */
export const vsix = join(root, 'dist', 'hosted-mcp.vsix');

/** Set: the package is there already, so that suites and the programs that they start share it. */
export const packagedVariable = 'PACKAGE_IS_BUILT';

/** Builds the package that users install. Rejects with the output when that fails. */
export async function packageExtension(): Promise<string> {
  if (process.env[packagedVariable]) return vsix;
  const { code, text } = await progress('Packaging the extension', () => npm(['run', 'package'], root));
  if (code !== 0) throw new Error(`Couldn't package the extension.\n${text}`);
  return vsix;
}
