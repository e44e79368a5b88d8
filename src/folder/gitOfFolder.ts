import type * as vscode from 'vscode';
import { type GitFacts, readGit } from './git.ts';
import { readEditorGit } from './gitExtension.ts';
import { createWorkspaceFiles } from './workspaceFiles.ts';

/** What Git says of a folder, by the editor's own Git, else by its files; nothing is run. `undefined`: it has none. */
export async function readFolderGit(folder: vscode.Uri, signal: AbortSignal): Promise<GitFacts | undefined> {
  return readEditorGit(folder) ?? (await readGit(createWorkspaceFiles(folder, signal)));
}
