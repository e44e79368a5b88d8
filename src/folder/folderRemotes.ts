import * as vscode from 'vscode';
import { readGit } from './git.ts';
import { gitOfEditor } from './gitExtension.ts';
import { workspaceFiles } from './workspaceFiles.ts';

/** The remotes of the open folders, as Git has them; `undefined`: no folder is open. */
export async function folderRemotes(): Promise<readonly string[] | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return undefined;
  const { signal } = new AbortController();
  const found = await Promise.all(
    folders.map(async ({ uri }) => gitOfEditor(uri) ?? (await readGit(workspaceFiles(uri, signal)))),
  );
  return found.flatMap((git) => git?.remotes.slice(0, 1) ?? []);
}
