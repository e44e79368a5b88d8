import type { FoundKey } from './foundKey.ts';
import { findJavaScriptKeys } from './javaScriptKeys.ts';
import { findPythonKeys } from './pythonKeys.ts';
import { findTemplateKeys } from './templateKeys.ts';

/** A place where a key is read. Lines count from 0. */
export interface KeyUse {
  readonly key: string;
  readonly line: number;
}

const templateNames = [
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  'example.env',
  'sample.env',
];
const javaScriptExtensions = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte'];
const pythonExtensions = ['py'];

/** The names of the files that can be read, for a glob. */
export const sourceFilePatterns: readonly string[] = [
  ...templateNames,
  ...[...javaScriptExtensions, ...pythonExtensions].map((extension) => `*.${extension}`),
];

/** Whether a file only says which variables there should be. */
export function isEnvTemplate(path: string): boolean {
  return templateNames.includes(lowerCaseFileName(path));
}

/**
 * The keys that a source file reads, by literal name; what is put together at run time can't be known. In order, each
 * once for a line. Takes time that grows with the text alone, and keeps nothing of it but the keys.
 */
export function findKeyUses(path: string, text: string): readonly KeyUse[] {
  const uses: KeyUse[] = [];
  const seen = new Set<string>();
  const lineAt = createLineCounter(text);
  for (const { key, offset } of findKeys(path, text).toSorted((a, b) => a.offset - b.offset)) {
    const line = lineAt(offset);
    const place = `${key} ${line}`;
    if (!seen.has(place)) uses.push({ key, line });
    seen.add(place);
  }
  return uses;
}

function findKeys(path: string, text: string): readonly FoundKey[] {
  if (isEnvTemplate(path)) return findTemplateKeys(text);
  const name = lowerCaseFileName(path);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  if (name === extension) return [];
  if (javaScriptExtensions.includes(extension)) return findJavaScriptKeys(text, extension);
  return pythonExtensions.includes(extension) ? findPythonKeys(text) : [];
}

function lowerCaseFileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
}

/** The line of an offset; to be asked for ascending offsets. */
function createLineCounter(text: string): (at: number) => number {
  const lineEnd = /\r\n|\r|\n/g;
  let line = 0;
  let next = lineEnd.exec(text);
  return (at) => {
    while (next && next.index < at) {
      line++;
      next = lineEnd.exec(text);
    }
    return line;
  };
}
