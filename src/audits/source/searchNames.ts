import type * as vscode from 'vscode';
import { findSourceFiles, maxSourceFiles, readSourceFiles } from '../../editor/sourceFiles.ts';
import { findNames, type NameMatch } from './findNames.ts';

const sourceExtensions =
  'ts,tsx,mts,cts,js,jsx,mjs,cjs,py,go,rs,java,kt,rb,php,cs,swift,dart,ex,exs,scala,clj,lua';
const dataExtensions = 'json,yaml,yml,toml';
const include = `**/*.{${sourceExtensions},${dataExtensions}}`;
const isData = /\.(?:json|ya?ml|toml)$/i;
const isTest = /(?:^|\/)(?:tests?|__tests__|specs?)\/|[._](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*$/i;

export interface FileMatch extends NameMatch {
  readonly uri: vscode.Uri;
}

/** Searches the open folders for names as whole words, probable definitions first. */
export async function searchNames(names: readonly string[], signal: AbortSignal) {
  const found = await findSourceFiles(include, signal);
  const readable = found
    .toSorted((one, other) => getFileWeight(one) - getFileWeight(other))
    .slice(0, maxSourceFiles);
  const matches: { readonly index: number; readonly place: FileMatch }[] = [];
  let read = 0;
  await readSourceFiles(readable, signal, (uri, text, index) => {
    if (text === undefined) return;
    read++;
    for (const one of findNames(text, names)) matches.push({ index, place: { ...one, uri } });
  });
  const sorted = matches.toSorted(
    (one, other) =>
      one.place.rank - other.place.rank ||
      getFileWeight(one.place.uri) - getFileWeight(other.place.uri) ||
      one.index - other.index ||
      one.place.line - other.place.line,
  );
  return { places: sorted.map(({ place }) => place), read, left: found.length - read };
}

/** Sorts sources before tests, and both before data files. */
function getFileWeight({ path }: vscode.Uri): number {
  return isData.test(path) ? 2 : isTest.test(path) ? 1 : 0;
}

/** Whether a match is probably a definition in a source file other than a test. */
export function isDefinition({ rank, uri }: FileMatch): boolean {
  return rank === 0 && getFileWeight(uri) === 0;
}
