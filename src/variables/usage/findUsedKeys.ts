import * as vscode from 'vscode';
import { findSourceFiles, maxSourceFiles, readSourceFiles } from '../../editor/sourceFiles.ts';
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
  readonly fileCount: number;
  /** Number of files that weren't read: too many, too large, binary, or unreadable. Excludes ignored files. */
  readonly skippedCount: number;
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
  const foundFiles = await findSourceFiles(includePattern, signal, folders);
  const templates = foundFiles.filter(({ path }) => isEnvTemplate(path));
  const sourceFiles = foundFiles.filter(({ path }) => !isEnvTemplate(path));
  // Templates are always read. They come last, so that the first use of a key is one in a source file, if possible.
  const searchedFiles = [
    ...sourceFiles.slice(0, Math.max(0, maxSourceFiles - templates.length)),
    ...templates,
  ];
  const usesByFile: (readonly KeyUse[] | undefined)[] = [];
  await readSourceFiles(searchedFiles, signal, (uri, text, index, finishedCount) => {
    if (text !== undefined) usesByFile[index] = findKeyUses(uri.path, text);
    if (finishedCount % 50 === 0)
      report(searchProgressText(finishedCount, searchedFiles.length, foundFiles.length));
  });
  const fileCount = usesByFile.filter((one) => one !== undefined).length;
  return {
    keys: groupByKey(searchedFiles, usesByFile),
    fileCount,
    skippedCount: foundFiles.length - fileCount,
  };
}

function groupByKey(
  files: readonly vscode.Uri[],
  usesByFile: readonly (readonly KeyUse[] | undefined)[],
): readonly UsedKey[] {
  const linesByKey = new Map<string, KeyLine[]>();
  for (const [index, uri] of files.entries()) {
    for (const { key, line } of usesByFile[index] ?? []) {
      const lines = linesByKey.get(key);
      if (lines) lines.push({ uri, line });
      else linesByKey.set(key, [{ uri, line }]);
    }
  }
  return [...linesByKey].map(([key, uses]) => ({ key, uses })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function searchProgressText(finishedCount: number, total: number, foundCount: number): string {
  const formatNumber = (value: number): string => value.toLocaleString(vscode.env.language);
  return total === foundCount
    ? vscode.l10n.t('{0} of {1} files', formatNumber(finishedCount), formatNumber(total))
    : vscode.l10n.t(
        '{0} of {1} files ({2} skipped)',
        formatNumber(finishedCount),
        formatNumber(total),
        formatNumber(foundCount - total),
      );
}
