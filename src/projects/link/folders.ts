import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import type { ProjectFolder } from '../../context.ts';
import { settings } from '../../editor/settings.ts';
import { gitOfFolder } from '../../folder/gitOfFolder.ts';
import { type FolderLink, projectOf } from '../narrow.ts';

/** An open folder, and what it says of its project. */
export interface LinkedFolder extends FolderLink {
  readonly folder: vscode.Uri;
  readonly folderName: string;
}

/** What a folder, or one below an open folder, says of its project: its settings, else its Git. */
export async function linkOf(folder: vscode.Uri, signal: AbortSignal): Promise<FolderLink> {
  const projectId = settings.linkedProject(folder);
  // A person's word counts, whatever Git says.
  return projectId === undefined ? gitLinkOf(folder, signal) : { projectId, remotes: [], below: '' };
}

/** What its Git says of it. */
export async function gitLinkOf(folder: vscode.Uri, signal: AbortSignal): Promise<FolderLink> {
  const git = await gitOfFolder(folder, signal);
  return { remotes: git?.remotes.slice(0, 1) ?? [], below: git?.below ?? '' };
}

/** What the open folders say. `undefined`: none is open. */
export async function openFolders(
  signal = new AbortController().signal,
): Promise<readonly LinkedFolder[] | undefined> {
  const { workspaceFolders = [] } = vscode.workspace;
  if (workspaceFolders.length === 0) return undefined;
  return Promise.all(
    workspaceFolders.map(async ({ uri: folder, name: folderName }) => ({
      ...{ folder, folderName },
      ...(await linkOf(folder, signal)),
    })),
  );
}

/** Which of these projects the open folders are about. */
export async function foldersAmong(projects: readonly Project[]): Promise<readonly ProjectFolder[]> {
  return ((await openFolders()) ?? []).flatMap((one) => {
    const projectId = projectOf(projects, one)?.id;
    return projectId === undefined ? [] : [{ folder: one.folder, projectId }];
  });
}
