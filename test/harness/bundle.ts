import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './paths.ts';

/** Bytes of a file in `dist`, compressed. */
export function gzippedSize(name: string): number {
  return gzipSync(readFileSync(join(root, 'dist', name))).length;
}

/** What the extension starts with; all else that it reads is in `parts`, and waits until it is wanted. */
export const startFile = 'extension.cjs';
