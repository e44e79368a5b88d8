import * as vscode from 'vscode';
import { fileLimit, findSourceFiles, readSourceFiles } from '../../editor/sourceFiles.ts';
import { findKeyUses, isEnvTemplate, type KeyUse, sourceFilePatterns } from './findKeyUses.ts';

interface KeyLine {
  readonly uri: vscode.Uri;
  readonly line: number;
}

/** A key with the lines that read it. Lines of source files come before those of templates. */
export interface UsedKey {
  readonly key: string;
  readonly uses: readonly KeyLine[];
}

interface UsedKeys {
  /** Sorted by key. */
  readonly keys: readonly UsedKey[];
  /** Number of files that were read. */
  readonly files: number;
  /** Number of files that weren't read: too many, too large, binary, or unreadable. Excludes ignored files. */
  readonly skipped: number;
}

const includePattern = `**/{${sourceFilePatterns.join(',')}}`;
/**
 * Finds the keys that the sources of folders read. Without folders, searches all open folders. Requires a trusted
 * workspace. Rejects with the reason of the signal when it's aborted.
 */
export async function findUsedKeys(
  signal: AbortSignal,
  report: (message: string) => void,
  folders: readonly vscode.Uri[] = [],
): Promise<UsedKeys> {
  const found = await findSourceFiles(includePattern, signal, folders);
  const templates = found.filter(({ path }) => isEnvTemplate(path));
  const others = found.filter(({ path }) => !isEnvTemplate(path));
  // Templates are always read. They come last, so that the first use of a key is one in a source file, if possible.
  const sources = [...others.slice(0, Math.max(0, fileLimit - templates.length)), ...templates];
  const uses: (readonly KeyUse[] | undefined)[] = [];
  await readSourceFiles(sources, signal, (uri, text, index, done) => {
    if (text !== undefined) uses[index] = findKeyUses(uri.path, text);
    if (done % 50 === 0) report(searchProgressText(done, sources.length, found.length));
  });
  const files = uses.filter((one) => one !== undefined).length;
  return { keys: groupByKey(sources, uses), files, skipped: found.length - files };
}

function groupByKey(
  sources: readonly vscode.Uri[],
  uses: readonly (readonly KeyUse[] | undefined)[],
): readonly UsedKey[] {
  const places = new Map<string, KeyLine[]>();
  for (const [index, uri] of sources.entries()) {
    for (const { key, line } of uses[index] ?? []) {
      const known = places.get(key);
      if (known) known.push({ uri, line });
      else places.set(key, [{ uri, line }]);
    }
  }
  return [...places].map(([key, uses]) => ({ key, uses })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function searchProgressText(done: number, all: number, found: number): string {
  const number = (value: number): string => value.toLocaleString(vscode.env.language);
  return all === found
    ? vscode.l10n.t('{0} of {1} files', number(done), number(all))
    : vscode.l10n.t('{0} of {1} files ({2} skipped)', number(done), number(all), number(found - all));
}
