import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './paths.ts';

/** Returns the compressed size of a file in `dist`, in bytes. */
export function measureGzippedFile(name: string): number {
  return gzipSync(readFileSync(join(root, 'dist', name))).length;
}

/**
 * Returns the compressed size of a page's script and the chunks that it shares with other pages, in bytes.
 */
export function measureGzippedPage(name: string): number {
  const files = new Set([name]);
  for (const file of files) {
    const imports = readFileSync(join(root, 'dist', file), 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g);
    for (const [, path = ''] of imports) files.add(posix.join(posix.dirname(file), path));
  }
  return [...files].reduce((sum, file) => sum + measureGzippedFile(file), 0);
}

/** The file that is loaded at startup. All other code is in `parts` and loaded on demand. */
export const startFile = 'extension.cjs';
