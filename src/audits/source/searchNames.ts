import type * as vscode from 'vscode';
import { findSourceFiles, maxSourceFiles, readSourceFiles } from '../../editor/sourceFiles.ts';
import { findNames, type NameMatch } from './findNames.ts';

const sourceExtensions =
  'ts,tsx,mts,cts,js,jsx,mjs,cjs,py,go,rs,java,kt,rb,php,cs,swift,dart,ex,exs,scala,clj,lua';
const dataExtensions = 'json,yaml,yml,toml';
const includePattern = `**/*.{${sourceExtensions},${dataExtensions}}`;
const dataFilePattern = /\.(?:json|ya?ml|toml)$/i;
const testFilePattern = /(?:^|\/)(?:tests?|__tests__|specs?)\/|[._](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*$/i;

/** The location of a name in a file. */
export interface FileMatch extends NameMatch {
  readonly uri: vscode.Uri;
}

/**
 * Searches the open folders for names as whole words. Returns probable definitions first, and the number of files that
 * were searched or skipped.
 */
export async function searchNames(names: readonly string[], signal: AbortSignal) {
  const files = await findSourceFiles(includePattern, signal);
  const filesToSearch = files
    .toSorted((one, other) => getFileWeight(one) - getFileWeight(other))
    .slice(0, maxSourceFiles);
  const matches: { readonly fileIndex: number; readonly match: FileMatch }[] = [];
  let searchedCount = 0;
  await readSourceFiles(filesToSearch, signal, (uri, text, fileIndex) => {
    if (text === undefined) return;
    searchedCount++;
    for (const match of findNames(text, names)) matches.push({ fileIndex, match: { ...match, uri } });
  });
  const sorted = matches.toSorted(
    (one, other) =>
      one.match.rank - other.match.rank ||
      getFileWeight(one.match.uri) - getFileWeight(other.match.uri) ||
      one.fileIndex - other.fileIndex ||
      one.match.line - other.match.line,
  );
  return {
    matches: sorted.map(({ match }) => match),
    searchedCount,
    skippedCount: files.length - searchedCount,
  };
}

/** Returns a number that sorts source files before tests, and both before data files. */
function getFileWeight({ path }: vscode.Uri): number {
  return dataFilePattern.test(path) ? 2 : testFilePattern.test(path) ? 1 : 0;
}

/** Whether a match is probably a definition in a source file other than a test. */
export function isDefinition({ rank, uri }: FileMatch): boolean {
  return rank === 0 && getFileWeight(uri) === 0;
}
