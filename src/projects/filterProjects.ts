import type { Project } from '../api/projects.ts';
import { createWordMatcher } from '../editor/webview/filterByWords.ts';
import { toWebRemote } from '../folder/remote.ts';

/** Which projects a window shows. */
export type ProjectScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'team'; readonly id: string; readonly name: string }
  | { readonly kind: 'project'; readonly id: string; readonly name: string }
  /** The project of the open folder, told by its settings, else by the remotes of its repository. */
  | { readonly kind: 'folder' };

/** What a folder says of its project. */
export interface FolderLink {
  /** Someone linked it to this one. Then its Git doesn't count. */
  readonly projectId?: string;
  /** Of its repository. */
  readonly remotes: readonly string[];
  /** The way from the top of the repository to the folder; `''`: it is the top. */
  readonly pathInRepository: string;
}

/** The projects of a scope that have every word of the filter. `folders`: those that are open. */
export function filterProjects(
  projects: readonly Project[],
  scope: ProjectScope,
  filter: string,
  folders: readonly FolderLink[],
): readonly Project[] {
  const found = listProjectsInScope(projects, scope, folders);
  if (filter.trim() === '') return found;
  const hasAll = createWordMatcher(filter);
  return found.filter((project) => hasAll(projectSearchText(project)));
}

/** The projects of a scope. */
export function listProjectsInScope(
  projects: readonly Project[],
  scope: ProjectScope,
  folders: readonly FolderLink[],
): readonly Project[] {
  return projects.filter((project) => isInScope(project, scope, folders));
}

/** The projects that these folders may be about: the one that each is linked to, else all of its repository. */
export function findProjectsOfFolders(
  projects: readonly Project[],
  folders: readonly FolderLink[],
): readonly Project[] {
  return projects.filter((project) => folders.some((folder) => matchesFolder(project, folder)));
}

/**
 * The one project that a folder is about; `undefined`: none, or no one can tell. Of several with its repository, it is
 * the one whose root directory it is.
 */
export function findProjectOfFolder(projects: readonly Project[], folder: FolderLink): Project | undefined {
  const all = findProjectsOfFolders(projects, [folder]);
  const { pathInRepository } = folder;
  const found =
    all.length > 1 && pathInRepository !== ''
      ? all.filter((one) => trimSlashes(one.rootDirectory) === pathInRepository)
      : all;
  return found.length === 1 ? found[0] : undefined;
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

/** What of a project is searched in. */
function projectSearchText(project: Project): string {
  const { name, id, sourceRepository, rootDirectory, runtime, transport, environments } = project;
  return [name, id, sourceRepository, rootDirectory, runtime, transport]
    .concat(environments.flatMap((one) => [one.name, one.sourceBranch, one.id]))
    .join('\n');
}

/**
 * Whether two texts name the same repository: by https or ssh, with or without credentials, `.git` and a slash at the
 * end. A text without a host, such as `owner/name`, is any host's.
 */
export function isSameRepository(one: string, other: string): boolean {
  const [a, b] = [parseRepository(one), parseRepository(other)];
  if (a.path === '' || a.path !== b.path) return false;
  return a.host === b.host || a.host === '' || b.host === '';
}

function parseRepository(text: string): { readonly host: string; readonly path: string } {
  const clean = toWebRemote(text);
  const { host, pathname } = clean ? new URL(clean.url) : { host: '', pathname: text.trim() };
  const path = pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '');
  return { host, path: path.toLowerCase() };
}
