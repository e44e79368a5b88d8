import { globSync } from 'node:fs';
import { build } from 'esbuild';
import { commandLineOptions, extensionOptions, sampleOptions } from '../harness/build/host.ts';
import { root } from '../harness/paths.ts';

/**
 * Returns the names of all packages that the sources bundle. Uses its own build, independent of the one in
 * `esbuild.mjs`.
 */
export async function findBundledPackages(): Promise<readonly string[]> {
  const shared = {
    absWorkingDir: root,
    bundle: true,
    outdir: 'nowhere',
    write: false,
    metafile: true,
    logLevel: 'silent',
  } as const;
  const results = await Promise.all([
    build({ ...extensionOptions, ...shared, platform: 'node', format: 'cjs' }),
    build({ ...commandLineOptions, ...shared }),
    build({ ...sampleOptions, ...shared }),
    build({
      ...shared,
      entryPoints: globSync('src/*/webview/main.ts', { cwd: root }),
      platform: 'browser',
      format: 'esm',
      // Without splitting, code that is imported dynamically would be bundled differently, with more of its
      // imports.
      splitting: true,
    }),
  ]);
  const files = results.flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
    ),
  );
  const names = files.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}
