import * as vscode from 'vscode';
import { UserError } from './userError.ts';

/** The maximum number of files in a search. */
export const maxSourceFiles = 5_000;
const maxSourceFileBytes = 1024 * 1024;
const maxConcurrentReads = 8;

/** Folders with code of others, or with build output. */
const ignoredFolders = [
  ...['.git', 'node_modules', 'bower_components', 'site-packages', '.venv', 'venv', '__pycache__'],
  ...['dist', 'build', 'out', 'coverage', '.next', '.nuxt', '.svelte-kit'],
];

const minified = ['js', 'mjs', 'cjs'].map((extension) => `**/*.min.${extension}`);

/**
 * Without nested alternatives, which not every search supports. The setting `files.exclude` applies in addition, but
 * `search.exclude` and `.gitignore` don't.
 */
const exclude = `{${[...ignoredFolders.map((name) => `**/${name}/**`), ...minified].join(',')}}`;

/**
 * Finds files of these folders, or of all open ones, by a glob pattern, in a trusted workspace. Sorted by path, so that
 * the first match is always the same. Rejects with the reason of the signal when it's aborted.
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
      folders.length === 0 ? [include] : folders.map((folder) => new vscode.RelativePattern(folder, include));
    const found = await Promise.all(
      patterns.map((pattern) => vscode.workspace.findFiles(pattern, exclude, undefined, cancel.token)),
    );
    signal.throwIfAborted();
    const uris = found.flat();
    // An open folder can be inside another one.
    const unique = new Map(uris.map((uri) => [uri.toString(), uri]));
    return [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, uri]) => uri);
  } finally {
    signal.removeEventListener('abort', abort);
    cancel.dispose();
  }
}

/**
 * Reads files concurrently. The text is `undefined` for a file that is too large, binary, or unreadable. `done` is the
 * number of files read so far. Rejects with the reason of the signal when it's aborted.
 */
export async function readSourceFiles(
  sources: readonly vscode.Uri[],
  signal: AbortSignal,
  onRead: (uri: vscode.Uri, text: string | undefined, index: number, done: number) => void,
): Promise<void> {
  const queue = sources.entries();
  let done = 0;
  const readNext = async (): Promise<void> => {
    for (const [index, uri] of queue) {
      signal.throwIfAborted();
      const text = await readSourceText(uri);
      onRead(uri, text, index, ++done);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentReads }, readNext));
  signal.throwIfAborted();
}

async function readSourceText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > maxSourceFileBytes) return undefined;
    const bytes = await vscode.workspace.fs.readFile(uri);
    // Text files don't contain zero bytes. A file might have grown since its size was read.
    if (bytes.length > maxSourceFileBytes || bytes.includes(0)) return undefined;
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
