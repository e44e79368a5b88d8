import type * as vscode from 'vscode';
import { type GitFacts, readGit } from './git.ts';
import { gitOfEditor } from './gitExtension.ts';
import { createWorkspaceFiles } from './workspaceFiles.ts';

/** What Git says of a folder, by the editor's own Git, else by its files; nothing is run. `undefined`: it has none. */
export async function gitOfFolder(folder: vscode.Uri, signal: AbortSignal): Promise<GitFacts | undefined> {
  return gitOfEditor(folder) ?? (await readGit(createWorkspaceFiles(folder, signal)));
}
