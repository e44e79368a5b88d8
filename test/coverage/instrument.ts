import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createInstrumenter } from 'istanbul-lib-instrument';
import { root } from '../harness/paths.ts';

/** Set to a folder: whatever runs code of `src` then counts what it reaches, and leaves a file there. */
export const coverageVariable = 'COVERAGE_FOLDER';

export const coverageFolder = process.env[coverageVariable];

/** What is reached of one file: how often each statement, function and arm of a branch ran. */
export interface FileCounters {
  readonly s: Readonly<Record<string, number>>;
  readonly f: Readonly<Record<string, number>>;
  readonly b: Readonly<Record<string, readonly number[]>>;
}

/** By the path of the file, below the project, with `/`. */
export type CoverageReport = Readonly<Record<string, FileCounters>>;

const sourceFolder = join(root, 'src') + sep;

/** Its function goes to a thread as text, where there are no counters. */
const uncountedFile = join(sourceFolder, 'logs', 'search', 'regexWorker.ts');

export function isCounted(path: string): boolean {
  return (
    path.startsWith(sourceFolder) && path.endsWith('.ts') && !path.endsWith('.d.ts') && path !== uncountedFile
  );
}

/** The file's text with counters, still TypeScript, and the counters as they are before anything ran. */
export function instrument(path: string): { readonly text: string; readonly initial: FileCounters } {
  const instrumenter = createInstrumenter({
    esModules: true,
    compact: false,
    // A page may not make code of a text: its content security policy forbids it.
    coverageGlobalScopeFunc: false,
    coverageGlobalScope: 'globalThis',
    parserPlugins: ['typescript'],
  });
  const name = relative(root, path).split(sep).join('/');
  const text = instrumenter.instrumentSync(readFileSync(path, 'utf8'), name);
  const { s, f, b } = instrumenter.lastFileCoverage();
  return { text, initial: { s, f, b } };
}
