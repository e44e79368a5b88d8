import type { Project } from '../api/projects.ts';
import { createWordMatcher } from '../editor/webview/filterByWords.ts';
import { toWebRemote } from '../folder/remote.ts';

/** The projects that a window shows. */
export type ProjectScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'team'; readonly id: string; readonly name: string }
  | { readonly kind: 'project'; readonly id: string; readonly name: string }
  /** The linked projects of the open folders. */
  | { readonly kind: 'folder' };

/** The link of a folder to a project. */
export interface FolderLink {
  /** The project in the folder's settings. It takes precedence over Git. */
  readonly projectId?: string;
  /** Remotes of the folder's repository. */
  readonly remotes: readonly string[];
  /** The path from the root of the repository to the folder. Empty for the root. */
  readonly pathInRepository: string;
}

/** Returns the projects in a scope that contain all words of the filter. `folders`: open folders. */
export function filterProjects(
  projects: readonly Project[],
  scope: ProjectScope,
  filter: string,
  folders: readonly FolderLink[],
): readonly Project[] {
  const inScope = listProjectsInScope(projects, scope, folders);
  if (filter.trim() === '') return inScope;
  const matchesAllWords = createWordMatcher(filter);
  return inScope.filter((project) => matchesAllWords(getSearchText(project)));
}

export function listProjectsInScope(
  projects: readonly Project[],
  scope: ProjectScope,
  folders: readonly FolderLink[],
): readonly Project[] {
  return projects.filter((project) => isInScope(project, scope, folders));
}

/**
 * Returns the projects that folders can belong to: the linked project of a folder, otherwise all projects with the same
 * repository.
 */
export function findProjectsOfFolders(
  projects: readonly Project[],
  folders: readonly FolderLink[],
): readonly Project[] {
  return projects.filter((project) => folders.some((folder) => matchesFolder(project, folder)));
}

/**
 * Returns the only project that a folder belongs to, or `undefined` if there is none or more than one. If several
 * projects have the repository of a folder below its root, their root directory must be that folder.
 */
export function findProjectOfFolder(projects: readonly Project[], folder: FolderLink): Project | undefined {
  const candidates = findProjectsOfFolders(projects, [folder]);
  const { pathInRepository } = folder;
  const matches =
    candidates.length > 1 && pathInRepository !== ''
      ? candidates.filter((one) => trimSlashes(one.rootDirectory) === pathInRepository)
      : candidates;
  return matches.length === 1 ? matches[0] : undefined;
}

function matchesFolder({ id, sourceRepository }: Project, { projectId, remotes }: FolderLink): boolean {
  if (projectId !== undefined) return id === projectId;
  return remotes.some((one) => sourceRepository !== undefined && isSameRepository(sourceRepository, one));
}

function trimSlashes(path = ''): string {
  return path.replace(/^[./]+|\/+$/g, '');
}

function isInScope(project: Project, scope: ProjectScope, folders: readonly FolderLink[]): boolean {
  if (scope.kind === 'project') return project.id === scope.id;
  if (scope.kind === 'folder') return folders.some((folder) => matchesFolder(project, folder));
  return scope.kind === 'all' || project.teamId === scope.id;
}

/** Returns the text that the filter searches. */
function getSearchText(project: Project): string {
  const { name, id, sourceRepository, rootDirectory, runtime, transport, environments } = project;
  return [name, id, sourceRepository, rootDirectory, runtime, transport]
    .concat(environments.flatMap((one) => [one.name, one.sourceBranch, one.id]))
    .join('\n');
}

/**
 * Whether two texts identify the same repository. The protocol, credentials, letter case, and `.git` at the end don't
 * matter. A text without a host, such as `owner/name`, matches any host.
 */
export function isSameRepository(one: string, other: string): boolean {
  const [a, b] = [parseRepository(one), parseRepository(other)];
  if (a.path === '' || a.path !== b.path) return false;
  return a.host === b.host || a.host === '' || b.host === '';
}

function parseRepository(text: string): { readonly host: string; readonly path: string } {
  const remote = toWebRemote(text);
  const { host, pathname } = remote ? new URL(remote.url) : { host: '', pathname: text.trim() };
  const path = pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '');
  return { host, path: path.toLowerCase() };
}
