import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './paths.ts';

/** Bytes of what is in `dist`, compressed, each file by itself. */
export function gzippedSize(...names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(root, 'dist', name))).length, 0);
}

/** The extension as an editor reads it when it starts: its file and the parts that this one imports at once. */
export function startFiles(name = 'extension.js', found = new Set<string>()): readonly string[] {
  if (!found.has(name)) {
    found.add(name);
    const text = readFileSync(join(root, 'dist', name), 'utf8');
    for (const [, path = ''] of text.matchAll(/\b(?:from|import)\s*"(\.\/[^"]+)"/g)) {
      startFiles(join(dirname(name), path), found);
    }
  }
  return [...found];
}
