import type * as vscode from 'vscode';
import { omitUndefined } from '../fields.ts';
import type { FolderContents } from './contents.ts';
import { findGitProgram } from './gitExtension.ts';

interface ReadFolderContentsOptions {
  readonly signal: AbortSignal;
  /** Whether the workspace is trusted. If it isn't, Git isn't run. */
  readonly isTrusted: boolean;
  /** Called with the number of inspected files. */
  readonly onProgress?: (inspectedCount: number) => void;
}

/**
 * Lists the files of a folder that Git tracks or would add, and inspects them for secrets. Without Git, or in an
 * untrusted workspace, `.gitignore` files decide which files are left out.
 */
export async function readFolderContents(
  root: vscode.Uri,
  { signal, isTrusted, onProgress }: ReadFolderContentsOptions,
): Promise<FolderContents> {
  const [{ listGitFiles }, { walkFiles }, { inspectFiles }] = await Promise.all([
    import('./gitFiles.node.ts'),
    import('./walkFiles.node.ts'),
    import('./inspect.node.ts'),
  ]);
  const gitFiles = isTrusted
    ? await listGitFiles(root.fsPath, { signal, program: findGitProgram() })
    : undefined;
  const fileList = gitFiles ?? (await walkFiles(root.fsPath, signal));
  const inspectedFiles = await inspectFiles(root.fsPath, fileList, { signal, onProgress });
  return {
    root,
    ...inspectedFiles,
    listedBy: gitFiles ? 'git' : 'fileSystem',
    ...omitUndefined({ git: gitFiles?.git }),
  };
}
