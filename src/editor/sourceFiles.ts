import * as vscode from 'vscode';
import { UserError } from './userError.ts';

/** No search reads more files than this. */
export const fileLimit = 5_000;
const byteLimit = 1024 * 1024;
const readsAtOnce = 8;

/** What others wrote, or what was built from the sources. */
const ignoredFolders = [
  ...['.git', 'node_modules', 'bower_components', 'site-packages', '.venv', 'venv', '__pycache__'],
  ...['dist', 'build', 'out', 'coverage', '.next', '.nuxt', '.svelte-kit'],
];

const minified = ['js', 'mjs', 'cjs'].map((extension) => `**/*.min.${extension}`);

/**
 * Alternatives aren't nested: not every search understands that. The setting `files.exclude` applies besides, as
 * with any exclude but `null`; `search.exclude` and ignore files of Git don't.
 */
const exclude = `{${[...ignoredFolders.map((name) => `**/${name}/**`), ...minified].join(',')}}`;

/**
 * The files of these folders, or of all that are open, that the glob pattern names, by path, so that the first place of a
 * thing is always the same; in a trusted workspace only. Rejects with the reason of the signal when that is aborted.
 */
export async function findSourceFiles(
  include: string,
  signal: AbortSignal,
  folders: readonly vscode.Uri[] = [],
): Promise<readonly vscode.Uri[]> {
  if (!vscode.workspace.isTrusted) {
    throw new UserError(vscode.l10n.t("This workspace isn't trusted."));
  }
  signal.throwIfAborted();
  const cancel = new vscode.CancellationTokenSource();
  const abort = (): void => cancel.cancel();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const patterns =
      folders.length === 0 ? [include] : folders.map((one) => new vscode.RelativePattern(one, include));
    const found = await Promise.all(
      patterns.map((pattern) => vscode.workspace.findFiles(pattern, exclude, undefined, cancel.token)),
    );
    signal.throwIfAborted();
    const uris = found.flat();
    // A folder that is open within another one that is open, too.
    const once = new Map(uris.map((uri) => [uri.toString(), uri]));
    return [...once].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, uri]) => uri);
  } finally {
    signal.removeEventListener('abort', abort);
    cancel.dispose();
  }
}

/**
 * Reads files, several at once. The text is `undefined` where a file is to be skipped: too large, binary or not
 * readable. `done`: how many have been read by then. Rejects with the reason of the signal when that is aborted.
 */
export async function readSourceFiles(
  sources: readonly vscode.Uri[],
  signal: AbortSignal,
  onRead: (uri: vscode.Uri, text: string | undefined, index: number, done: number) => void,
): Promise<void> {
  const queue = sources.entries();
  let done = 0;
  const readOn = async (): Promise<void> => {
    for (const [index, uri] of queue) {
      signal.throwIfAborted();
      const text = await readSourceText(uri);
      onRead(uri, text, index, ++done);
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, readOn));
  signal.throwIfAborted();
}

async function readSourceText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > byteLimit) return undefined;
    const bytes = await vscode.workspace.fs.readFile(uri);
    // No text has a zero. What has grown meanwhile is too large all the same.
    if (bytes.length > byteLimit || bytes.includes(0)) return undefined;
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
