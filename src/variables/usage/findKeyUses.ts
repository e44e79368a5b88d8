import type { FoundKey } from './foundKey.ts';
import { findJavaScriptKeys } from './javaScriptKeys.ts';
import { findPythonKeys } from './pythonKeys.ts';
import { findTemplateKeys } from './templateKeys.ts';

/** A line that reads a key, or that assigns it in a template. Line numbers are zero-based. */
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

/** The names of the supported files, for a glob pattern. */
export const sourceFilePatterns: readonly string[] = [
  ...templateNames,
  ...[...javaScriptExtensions, ...pythonExtensions].map((extension) => `*.${extension}`),
];

/** Whether a file is a template that lists the required variables. */
export function isEnvTemplate(path: string): boolean {
  return templateNames.includes(lowerCaseFileName(path));
}

/**
 * Finds the keys that a source file reads by literal names, or that a template assigns, in text order, each at most once
 * per line. Doesn't find names that are composed at run time. The time grows linearly with the length of the text.
 */
export function findKeyUses(path: string, text: string): readonly KeyUse[] {
  const uses: KeyUse[] = [];
  const reportedUses = new Set<string>();
  const getLine = createLineCounter(text);
  for (const { key, offset } of findKeys(path, text).toSorted((a, b) => a.offset - b.offset)) {
    const line = getLine(offset);
    const keyAndLine = `${key} ${line}`;
    if (!reportedUses.has(keyAndLine)) uses.push({ key, line });
    reportedUses.add(keyAndLine);
  }
  return uses;
}

function findKeys(path: string, text: string): readonly FoundKey[] {
  if (isEnvTemplate(path)) return findTemplateKeys(text);
  const name = lowerCaseFileName(path);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  // A name without a period has no extension.
  if (name === extension) return [];
  if (javaScriptExtensions.includes(extension)) return findJavaScriptKeys(text, extension);
  return pythonExtensions.includes(extension) ? findPythonKeys(text) : [];
}

function lowerCaseFileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
}

/** Creates a function that returns the line of an offset. Offsets must be ascending. */
function createLineCounter(text: string): (offset: number) => number {
  const lineEnd = /\r\n|\r|\n/g;
  let line = 0;
  let next = lineEnd.exec(text);
  return (offset) => {
    while (next && next.index < offset) {
      line++;
      next = lineEnd.exec(text);
    }
    return line;
  };
}
