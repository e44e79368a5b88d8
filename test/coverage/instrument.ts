import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createInstrumenter } from 'istanbul-lib-instrument';
import { root } from '../harness/paths.ts';

/** The environment variable with the folder for counters. If it's set, all code of `src` counts what runs. */
export const coverageVariable = 'COVERAGE_FOLDER';

export const coverageFolder = process.env[coverageVariable];

/** The number of times that each statement, function, and arm of a branch of one file ran. */
export interface FileCounters {
  readonly s: Readonly<Record<string, number>>;
  readonly f: Readonly<Record<string, number>>;
  readonly b: Readonly<Record<string, readonly number[]>>;
}

/** The counters of all files, by path relative to the repository, with slashes. */
export type CoverageReport = Readonly<Record<string, FileCounters>>;

const sourceFolder = join(root, 'src') + sep;

/** A file without counters: its function is sent to a thread as text, where the counters don't exist. */
const uncountedFile = join(sourceFolder, 'logs', 'search', 'regexWorker.ts');

export function isCounted(path: string): boolean {
  return (
    path.startsWith(sourceFolder) && path.endsWith('.ts') && !path.endsWith('.d.ts') && path !== uncountedFile
  );
}

/** Returns the source of a file with counters, still in TypeScript, and its initial counters. */
export function instrument(path: string): { readonly text: string; readonly initial: FileCounters } {
  const instrumenter = createInstrumenter({
    esModules: true,
    compact: false,
    // The content security policy of a page forbids creating code from text.
    coverageGlobalScopeFunc: false,
    coverageGlobalScope: 'globalThis',
    parserPlugins: ['typescript'],
  });
  const name = relative(root, path).split(sep).join('/');
  const text = instrumenter.instrumentSync(readFileSync(path, 'utf8'), name);
  const { s, f, b } = instrumenter.lastFileCoverage();
  return { text, initial: { s, f, b } };
}
