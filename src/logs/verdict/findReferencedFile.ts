import * as vscode from 'vscode';
import { findSourceFiles } from '../../editor/sourceFiles.ts';
import { listCandidatePaths } from './candidatePaths.ts';
import type { FileReference } from './fileReference.ts';

/** A position in a file of the workspace. */
export interface SourcePosition {
  readonly uri: vscode.Uri;
  /** Path of the file, relative to its open folder. */
  readonly path: string;
  readonly line: number;
  readonly column: number | undefined;
}

/**
 * Returns the first of the references whose file exists in an open folder. `preferredFolders` are searched first. Never
 * returns a file outside of the open folders.
 */
export async function findReferencedFile(
  references: readonly FileReference[],
  preferredFolders: readonly vscode.Uri[],
  signal: AbortSignal,
): Promise<SourcePosition | undefined> {
  const open = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  if (open.length === 0) return undefined;
  const keys = new Set(preferredFolders.map(String));
  const folders = [...preferredFolders, ...open.filter((uri) => !keys.has(String(uri)))];
  for (const { path, line, column } of references) {
    const found = await findFile(path, folders, signal);
    if (found) return { ...found, line, column };
  }
  return undefined;
}

type FoundFile = Pick<SourcePosition, 'uri' | 'path'>;

async function findFile(
  path: string,
  folders: readonly vscode.Uri[],
  signal: AbortSignal,
): Promise<FoundFile | undefined> {
  const candidates = listCandidatePaths(path);
  for (const candidate of candidates) {
    for (const folder of folders) {
      signal.throwIfAborted();
      const uri = vscode.Uri.joinPath(folder, ...candidate.split('/'));
      if (await isFile(uri)) return { uri, path: candidate };
    }
  }
  return findBelow(candidates[0], folders, signal);
}

/** Finds a file if the build ran in a folder below an open one. Returns `undefined` if there are several. */
async function findBelow(
  path: string | undefined,
  folders: readonly vscode.Uri[],
  signal: AbortSignal,
): Promise<FoundFile | undefined> {
  // Other characters have a meaning in a glob pattern.
  if (path === undefined || !/^[\w./@+ -]+$/.test(path) || !path.includes('/')) return undefined;
  const [uri, ...others] = await findSourceFiles(`**/${path}`, signal, folders).catch(() => []);
  return uri && others.length === 0 ? { uri, path: vscode.workspace.asRelativePath(uri) } : undefined;
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    // The type of a symbolic link, which can lead out of the folder, has a second bit.
    return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.File;
  } catch {
    return false;
  }
}

/** Opens a file beside the log, and selects the position. */
export async function showSourcePosition({ uri, line, column }: SourcePosition): Promise<void> {
  const position = new vscode.Position(line - 1, (column ?? 1) - 1);
  await vscode.window.showTextDocument(uri, {
    viewColumn: vscode.ViewColumn.Beside,
    selection: new vscode.Range(position, position),
    preview: true,
  });
}
