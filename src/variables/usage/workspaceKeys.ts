import * as vscode from 'vscode';
import { UserError } from '../../editor/userError.ts';
import { isTemplate, type KeyUse, sourceNames, usedKeys } from './usedKeys.ts';

interface Place {
  readonly uri: vscode.Uri;
  readonly line: number;
}

/** A key and the places that read it, the first ones first. */
export interface UsedKey {
  readonly key: string;
  readonly places: readonly Place[];
}

interface UsedKeys {
  /** By name. */
  readonly keys: readonly UsedKey[];
  /** How many files were read. */
  readonly files: number;
  /** How many were not: too many, too large, binary or not readable. Those that are ignored do not count. */
  readonly skipped: number;
}

const fileLimit = 5_000;
const byteLimit = 1024 * 1024;
const readsAtOnce = 8;

/** What others wrote, or what was built from the sources. */
const ignoredFolders = [
  ...['.git', 'node_modules', 'bower_components', 'site-packages', '.venv', 'venv', '__pycache__'],
  ...['dist', 'build', 'out', 'coverage', '.next', '.nuxt', '.svelte-kit'],
];

const minified = ['js', 'mjs', 'cjs'].map((extension) => `**/*.min.${extension}`);

const include = `**/{${sourceNames.join(',')}}`;
/**
 * Alternatives are not nested: not every search understands that. The setting `files.exclude` applies besides, as
 * with any exclude but `null`; `search.exclude` and ignore files of Git do not.
 */
const exclude = `{${[...ignoredFolders.map((name) => `**/${name}/**`), ...minified].join(',')}}`;

/**
 * Reads the sources of all open folders, in a trusted workspace only. Skips what is too large, binary or ignored.
 * Rejects with the reason of the signal when that is aborted.
 */
export async function findUsedKeys(
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<UsedKeys> {
  if (!vscode.workspace.isTrusted) {
    throw new UserError(vscode.l10n.t('This workspace is not trusted.'));
  }
  const found = await findSources(signal);
  const templates = found.filter(({ path }) => isTemplate(path));
  const others = found.filter(({ path }) => !isTemplate(path));
  // Templates are never beyond the limit. They come last: the first place of a key is one that really reads it.
  const sources = [...others.slice(0, Math.max(0, fileLimit - templates.length)), ...templates];
  const uses: (readonly KeyUse[] | undefined)[] = [];
  const queue = sources.entries();
  let done = 0;
  const readOn = async (): Promise<void> => {
    for (const [index, uri] of queue) {
      signal.throwIfAborted();
      uses[index] = await keysOf(uri);
      done++;
      if (done % 50 === 0) report(progressText(done, sources.length, found.length));
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, readOn));
  signal.throwIfAborted();
  const files = uses.filter((one) => one !== undefined).length;
  return { keys: byKey(sources, uses), files, skipped: found.length - files };
}

/** By path, so that the first place of a key is always the same. */
async function findSources(signal: AbortSignal): Promise<readonly vscode.Uri[]> {
  signal.throwIfAborted();
  const cancel = new vscode.CancellationTokenSource();
  const abort = (): void => cancel.cancel();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const uris = await vscode.workspace.findFiles(include, exclude, undefined, cancel.token);
    signal.throwIfAborted();
    // A folder that is open within another one that is open, too.
    const once = new Map(uris.map((uri) => [uri.toString(), uri]));
    return [...once].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, uri]) => uri);
  } finally {
    signal.removeEventListener('abort', abort);
    cancel.dispose();
  }
}

/** `undefined`: it is to be skipped. */
async function keysOf(uri: vscode.Uri): Promise<readonly KeyUse[] | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > byteLimit) return undefined;
    const bytes = await vscode.workspace.fs.readFile(uri);
    // No text has a zero. What has grown meanwhile is too large all the same.
    if (bytes.length > byteLimit || bytes.includes(0)) return undefined;
    return usedKeys(uri.path, new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function byKey(
  sources: readonly vscode.Uri[],
  uses: readonly (readonly KeyUse[] | undefined)[],
): readonly UsedKey[] {
  const places = new Map<string, Place[]>();
  for (const [index, uri] of sources.entries()) {
    for (const { key, line } of uses[index] ?? []) {
      const known = places.get(key);
      if (known) known.push({ uri, line });
      else places.set(key, [{ uri, line }]);
    }
  }
  return [...places].map(([key, of]) => ({ key, places: of })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function progressText(done: number, all: number, found: number): string {
  const number = (value: number): string => value.toLocaleString(vscode.env.language);
  return all === found
    ? vscode.l10n.t('{0} of {1} files', number(done), number(all))
    : vscode.l10n.t('{0} of {1} files, {2} are left out', number(done), number(all), number(found - all));
}
