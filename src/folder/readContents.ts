import type * as vscode from 'vscode';
import { omitUndefined } from '../fields.ts';
import type { FolderContents } from './contents.ts';
import { findGitProgram } from './gitExtension.ts';

interface ReadContentsOptions {
  readonly signal: AbortSignal;
  /** Git runs only in trusted folders. */
  readonly isTrusted: boolean;
  readonly onProgress?: (files: number) => void;
}

/**
 * Lists the files of a folder that Git tracks or would add, and inspects them for secrets. Without Git, or in an
 * untrusted workspace, `.gitignore` files decide which files are left out.
 */
export async function readFolderContents(
  root: vscode.Uri,
  { signal, isTrusted, onProgress }: ReadContentsOptions,
): Promise<FolderContents> {
  const [{ listGitFiles }, { walkFiles }, { inspectFiles }] = await Promise.all([
    import('./gitFiles.node.ts'),
    import('./walkFiles.node.ts'),
    import('./inspect.node.ts'),
  ]);
  const listed = isTrusted
    ? await listGitFiles(root.fsPath, { signal, program: findGitProgram() })
    : undefined;
  const found = listed ?? (await walkFiles(root.fsPath, signal));
  const inspected = await inspectFiles(root.fsPath, found, { signal, onProgress });
  return { root, ...inspected, source: listed ? 'git' : 'walk', ...omitUndefined({ git: listed?.git }) };
}
