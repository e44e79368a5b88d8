import * as vscode from 'vscode';
import { UserError } from './userError.ts';

/** The maximum number of files in a search. */
export const maxSourceFiles = 5_000;
const maxSourceFileBytes = 1024 * 1024;
const maxConcurrentReads = 8;

/** Folders that contain dependencies or build output. */
const ignoredFolders = [
  ...['.git', 'node_modules', 'bower_components', 'site-packages', '.venv', 'venv', '__pycache__'],
  ...['dist', 'build', 'out', 'coverage', '.next', '.nuxt', '.svelte-kit'],
];

const minifiedPatterns = ['js', 'mjs', 'cjs'].map((extension) => `**/*.min.${extension}`);

/**
 * The files that aren't searched. The pattern has no nested braces, which not every search provider supports. The
 * setting `files.exclude` also applies, but `search.exclude` and `.gitignore` don't.
 */
const excludePattern = `{${[...ignoredFolders.map((name) => `**/${name}/**`), ...minifiedPatterns].join(',')}}`;

/**
 * Finds files by a glob pattern in the given folders, by default in all open ones. The files are sorted by path, so
 * that a search finds the same match first each time. Rejects with a `UserError` in an untrusted workspace, and with
 * the signal's reason when the signal is aborted.
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
    const uriLists = await Promise.all(
      patterns.map((pattern) => vscode.workspace.findFiles(pattern, excludePattern, undefined, cancel.token)),
    );
    signal.throwIfAborted();
    const uris = uriLists.flat();
    // An open folder can be inside another one.
    const unique = new Map(uris.map((uri) => [uri.toString(), uri]));
    return [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, uri]) => uri);
  } finally {
    signal.removeEventListener('abort', abort);
    cancel.dispose();
  }
}

/**
 * Reads files concurrently, and calls `onRead` for each. `text` is `undefined` for a file that is too large, binary, or
 * unreadable. `readCount` is the number of files read so far. Rejects with the signal's reason when the signal is
 * aborted.
 */
export async function readSourceFiles(
  sources: readonly vscode.Uri[],
  signal: AbortSignal,
  onRead: (uri: vscode.Uri, text: string | undefined, index: number, readCount: number) => void,
): Promise<void> {
  const queue = sources.entries();
  let readCount = 0;
  const readNext = async (): Promise<void> => {
    for (const [index, uri] of queue) {
      signal.throwIfAborted();
      const text = await readSourceText(uri);
      onRead(uri, text, index, ++readCount);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentReads }, readNext));
  signal.throwIfAborted();
}

async function readSourceText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > maxSourceFileBytes) return undefined;
    const bytes = await vscode.workspace.fs.readFile(uri);
    // A file with a zero byte isn't a text. The length is checked again, because the file might have grown.
    if (bytes.length > maxSourceFileBytes || bytes.includes(0)) return undefined;
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
