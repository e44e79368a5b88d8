import * as vscode from 'vscode';
import { fileLimit, findSourceFiles, readSourceFiles } from '../../editor/sourceFiles.ts';
import { findKeyUses, isEnvTemplate, type KeyUse, sourceFilePatterns } from './findKeyUses.ts';

interface KeyLine {
  readonly uri: vscode.Uri;
  readonly line: number;
}

/** A key and the places that read it, the first ones first. */
export interface UsedKey {
  readonly key: string;
  readonly uses: readonly KeyLine[];
}

interface UsedKeys {
  /** By name. */
  readonly keys: readonly UsedKey[];
  /** How many files were read. */
  readonly files: number;
  /** How many weren't: too many, too large, binary or not readable. Those that are ignored don't count. */
  readonly skipped: number;
}

const includePattern = `**/{${sourceFilePatterns.join(',')}}`;
/**
 * Reads the sources of these folders, or of all that are open, in a trusted workspace only. Skips what is too large, binary or ignored.
 * Rejects with the reason of the signal when that is aborted.
 */
export async function findUsedKeys(
  signal: AbortSignal,
  report: (message: string) => void,
  folders: readonly vscode.Uri[] = [],
): Promise<UsedKeys> {
  const found = await findSourceFiles(includePattern, signal, folders);
  const templates = found.filter(({ path }) => isEnvTemplate(path));
  const others = found.filter(({ path }) => !isEnvTemplate(path));
  // Templates are never beyond the limit. They come last: the first place of a key is one that really reads it.
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
