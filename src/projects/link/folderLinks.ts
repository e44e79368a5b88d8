import * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';
import type { Project } from '../../api/projects.ts';
import type { Connection } from '../../auth/connection.ts';
import type { LinkedProject, ProjectFolder } from '../../context.ts';
import { settings } from '../../editor/settings.ts';
import { readGitFacts } from '../../folder/gitExtension.ts';
import { type FolderLink, findProjectOfFolder } from '../filterProjects.ts';

/** An open folder with its link to a project. */
export interface LinkedFolder extends FolderLink {
  readonly folder: vscode.Uri;
  readonly folderName: string;
}

/** Returns the link of a folder, or of one below an open folder, from its settings or otherwise from Git. */
export async function readFolderLink(folder: vscode.Uri, signal: AbortSignal): Promise<FolderLink> {
  const projectId = settings.linkedProject(folder);
  // The user's settings take precedence over Git.
  return projectId === undefined
    ? readGitLink(folder, signal)
    : { projectId, remotes: [], pathInRepository: '' };
}

/** Returns the link of a folder by its Git remotes. */
export async function readGitLink(folder: vscode.Uri, signal: AbortSignal): Promise<FolderLink> {
  const git = await readGitFacts(folder, signal);
  return { remotes: git?.remotes.slice(0, 1) ?? [], pathInRepository: git?.pathInRepository ?? '' };
}

/** Returns the links of all open folders, or `undefined` if none is open. */
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

/** Returns the open folders that are linked to one of the projects. */
export async function findLinkedFolders(projects: readonly Project[]): Promise<readonly ProjectFolder[]> {
  return ((await readOpenFolders()) ?? []).flatMap((one) => {
    const projectId = findProjectOfFolder(projects, one)?.id;
    return projectId === undefined ? [] : [{ folder: one.folder, projectId }];
  });
}

/**
 * Returns the project that a folder is linked to, from the list or from the service (`projects.get`). Returns
 * `undefined` if it isn't linked to one.
 */
export async function findLinkedProject(
  connection: Pick<Connection, 'client'>,
  projects: readonly Project[],
  link: FolderLink,
  signal: AbortSignal,
): Promise<LinkedProject | undefined> {
  const source = link.projectId === undefined ? 'remote' : 'setting';
  const listedProject = findProjectOfFolder(projects, link);
  if (listedProject) return { projectId: listedProject.id, projectName: listedProject.name, source };
  const { projectId } = link;
  if (projectId === undefined) return undefined;
  // The project might be newer than the list, or the service might not list projects.
  const client = await connection.client();
  try {
    const { name } = await client.projects.get(projectId, { signal });
    return { projectId, projectName: name, source };
  } catch (error) {
    if (!(error instanceof ApiError) || !['notFound', 'forbidden'].includes(error.kind)) throw error;
    return error.isUnsupportedOperation ? { projectId, source } : { projectId, source, isMissing: true };
  }
}
