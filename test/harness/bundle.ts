import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './paths.ts';

/** Bytes of a file in `dist`, compressed. */
export function measureGzippedFile(name: string): number {
  return gzipSync(readFileSync(join(root, 'dist', name))).length;
}

/** The same of the script of a page, with what it shares with other pages. */
export function measureGzippedPage(name: string): number {
  const files = new Set([name]);
  for (const file of files) {
    const imports = readFileSync(join(root, 'dist', file), 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g);
    for (const [, path = ''] of imports) files.add(posix.join(posix.dirname(file), path));
  }
  return [...files].reduce((sum, file) => sum + measureGzippedFile(file), 0);
}

/** What the extension starts with; all else that it reads is in `parts`, and waits until it is wanted. */
export const startFile = 'extension.cjs';
