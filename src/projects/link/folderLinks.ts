import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import type { ProjectFolder } from '../../context.ts';
import { settings } from '../../editor/settings.ts';
import { readFolderGit } from '../../folder/gitOfFolder.ts';
import { type FolderLink, findProjectOfFolder } from '../filterProjects.ts';

/** An open folder, and what it says of its project. */
export interface LinkedFolder extends FolderLink {
  readonly folder: vscode.Uri;
  readonly folderName: string;
}

/** What a folder, or one below an open folder, says of its project: its settings, else its Git. */
export async function readFolderLink(folder: vscode.Uri, signal: AbortSignal): Promise<FolderLink> {
  const projectId = settings.linkedProject(folder);
  // A person's word counts, whatever Git says.
  return projectId === undefined
    ? readGitLink(folder, signal)
    : { projectId, remotes: [], pathInRepository: '' };
}

/** What its Git says of it. */
export async function readGitLink(folder: vscode.Uri, signal: AbortSignal): Promise<FolderLink> {
  const git = await readFolderGit(folder, signal);
  return { remotes: git?.remotes.slice(0, 1) ?? [], pathInRepository: git?.pathInRepository ?? '' };
}

/** What the open folders say. `undefined`: none is open. */
export async function readOpenFolders(
  signal = new AbortController().signal,
): Promise<readonly LinkedFolder[] | undefined> {
  const { workspaceFolders = [] } = vscode.workspace;
  if (workspaceFolders.length === 0) return undefined;
  return Promise.all(
    workspaceFolders.map(async ({ uri: folder, name: folderName }) => ({
      folder,
      folderName,
      ...(await readFolderLink(folder, signal)),
    })),
  );
}

/** Which of these projects the open folders are about. */
export async function findLinkedFolders(projects: readonly Project[]): Promise<readonly ProjectFolder[]> {
  return ((await readOpenFolders()) ?? []).flatMap((one) => {
    const projectId = findProjectOfFolder(projects, one)?.id;
    return projectId === undefined ? [] : [{ folder: one.folder, projectId }];
  });
}
