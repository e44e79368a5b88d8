import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from '../harness/paths.ts';

/**
 * The environment variable with the folder of mutated copies. Files of `src` that have a copy there are read
 * from it.
 */
export const copiesVariable = 'MUTANTS_FOLDER';

export function writeCopy(folder: string, path: string, text: string): void {
  const copy = join(folder, path);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text);
}

/** Returns the text of a file's copy, or `undefined` if it has none. */
export function readCopy(folder: string, path: string): string | undefined {
  const copy = join(folder, relative(root, path));
  return path.startsWith(join(root, 'src')) && existsSync(copy) ? readFileSync(copy, 'utf8') : undefined;
}

/** The esbuild plugin that reads files of `src` from their copies. */
export const mutantPlugin: Plugin = {
  name: 'mutant-build',
  setup(build) {
    const folder = process.env[copiesVariable] ?? '';
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = readCopy(folder, path);
      return contents === undefined ? undefined : { loader: 'ts', contents };
    });
  },
};
