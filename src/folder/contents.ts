import * as vscode from 'vscode';
import type { GitState } from './gitFiles.node.ts';

/** A file that goes. */
export interface FolderFile {
  /** From the root, with `/`. */
  readonly path: string;
  /** bytes */
  readonly size: number;
  /** The permissions of a POSIX file, such as 0o644. */
  readonly mode: number;
  /** Where a symbolic link that stays inside leads, from its own folder. */
  readonly link?: string;
}

/** `special`: neither a file nor a link, such as a repository in the repository. */
export type LeftOutReason = 'neverSent' | 'outsideLink' | 'unreadable' | 'special';

export interface LeftOut {
  readonly path: string;
  readonly reason: LeftOutReason;
  /** Files below it, where it is a folder whose files are known. */
  readonly count?: number;
}

export type QuestionReason = 'env' | 'privateKey' | 'large';

export interface Questionable {
  readonly file: FolderFile;
  readonly reason: QuestionReason;
}

/** What of a folder would go. */
export interface FolderContents {
  readonly root: vscode.Uri;
  /** Without the questionable ones. */
  readonly files: readonly FolderFile[];
  /** They never go unless a person says yes to that file by name. */
  readonly questionable: readonly Questionable[];
  readonly leftOut: readonly LeftOut[];
  /** Who said which files are ignored: Git itself, or the rules that stand in the files. */
  readonly source: 'git' | 'walk';
  readonly git?: GitState;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Git is run in a trusted folder only. */
  readonly isTrusted: boolean;
  readonly onProgress?: (files: number) => void;
}

/** Reads what Git would commit of a folder, and what is untracked and not ignored. Nothing that is ignored is among it. */
export async function readContents(
  root: vscode.Uri,
  { signal, isTrusted, onProgress }: ReadOptions,
): Promise<FolderContents> {
  const [{ gitFiles }, { walkFiles }, { inspect }] = await Promise.all([
    import('./gitFiles.node.ts'),
    import('./walkFiles.node.ts'),
    import('./inspect.node.ts'),
  ]);
  const listed = isTrusted ? await gitFiles(root.fsPath, { signal, program: gitProgram() }) : undefined;
  const found = listed ?? (await walkFiles(root.fsPath, signal));
  const inspected = await inspect(root.fsPath, found, { signal, onProgress });
  return { root, ...inspected, source: listed ? 'git' : 'walk', ...(listed && { git: listed.git }) };
}

/** Where the editor has Git from. */
function gitProgram(): string {
  const git = vscode.extensions.getExtension<{ getAPI?(version: 1): { git: { path: string } } }>(
    'vscode.git',
  );
  try {
    return (git?.isActive && git.exports.getAPI?.(1).git.path) || 'git';
  } catch {
    return 'git'; // It is switched off.
  }
}
