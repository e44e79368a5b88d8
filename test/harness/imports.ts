import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from './paths.ts';

/** The folder of all sources; paths below are relative to it, with `/`. */
export const src = join(root, 'src');

export interface Import {
  readonly from: string;
  readonly to: string;
}

export function listSourceFiles(): readonly string[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Every relative import of code or styles, static or dynamic, for types or for values. */
export function readImports(file: string): readonly Import[] {
  const text = readFileSync(join(src, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.[^']+\.(?:ts|css))'/g);
  return [...found].map(([, path = '']) => ({
    from: file,
    to: relative(src, join(src, dirname(file), path))
      .split(sep)
      .join('/'),
  }));
}

/** The folder of `src` that a file is in; empty for `extension.ts` and `ids.ts`. */
export const moduleOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '');
