import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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
