import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from './paths.ts';

/** The folder of all sources. The paths below are relative to it, with slashes. */
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

/** Returns all relative imports of code and styles: static, dynamic, and of types. */
export function readImports(file: string): readonly Import[] {
  const text = readFileSync(join(src, file), 'utf8');
  const matches = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.[^']+\.(?:ts|css))'/g);
  return [...matches].map(([, path = '']) => ({
    from: file,
    to: relative(src, join(src, dirname(file), path))
      .split(sep)
      .join('/'),
  }));
}

/** Returns the module of a file, or an empty string for a file in `src` directly. */
export const moduleOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '');
