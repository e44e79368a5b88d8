import type * as vscode from 'vscode';
import { type GitFacts, readGit } from './git.ts';
import { readEditorGit } from './gitExtension.ts';
import { createWorkspaceFiles } from './workspaceFiles.ts';

/**
 * Reads the Git facts of a folder from the Git extension, otherwise from its files, without running Git. Returns
 * `undefined` if there is no repository.
 */
export async function readFolderGit(folder: vscode.Uri, signal: AbortSignal): Promise<GitFacts | undefined> {
  return readEditorGit(folder) ?? (await readGit(createWorkspaceFiles(folder, signal)));
}
