import type * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import type { Project } from '../../api/projects.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { detectProject, findPackages, type ProjectSuggestions } from '../../folder/detectProject.ts';
import { createWorkspaceFiles } from '../../folder/workspaceFiles.ts';

/** Returns the project of an environment (`projects.get`), or `undefined` if the service doesn't return it. */
export async function readEnvironmentProject(
  client: Client,
  { projectId }: EnvironmentRef,
  signal: AbortSignal,
): Promise<Project | undefined> {
  if (projectId === undefined) return undefined;
  try {
    return await client.projects.get(projectId, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'cancelled') return undefined;
    throw error;
  }
}

/**
 * Returns the settings that the files suggest, in the project's root directory or where a server is found. Doesn't run
 * anything.
 */
export async function readSuggestions(
  folder: vscode.Uri,
  rootDirectory: string | undefined,
  signal: AbortSignal,
): Promise<ProjectSuggestions> {
  const files = createWorkspaceFiles(folder, signal);
  const root = (rootDirectory ?? '').replace(/^[./]+|\/+$/g, '');
  if (root !== '' && !root.split('/').includes('..')) {
    // The folder itself can be that package of the repository.
    const there = await files.list(root);
    if (there.files.length > 0) return detectProject(files, root);
  }
  const top = await detectProject(files, '');
  if (top.isServer) return top;
  const server = (await findPackages(files)).find(({ isServer }) => isServer);
  return server ? detectProject(files, server.path) : top;
}
