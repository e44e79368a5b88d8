import { globSync } from 'node:fs';
import { build } from 'esbuild';
import { commandLineOptions, extensionOptions } from '../harness/build/host.ts';
import { root } from '../harness/paths.ts';

/** The names of all packages that the sources bundle, by a build of its own: nothing is taken from the real one. */
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
    build({
      ...shared,
      entryPoints: globSync('src/*/webview/main.ts', { cwd: root }),
      platform: 'browser',
      format: 'esm',
      // What is loaded when it is wanted would be bundled otherwise, with more of what it imports.
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
