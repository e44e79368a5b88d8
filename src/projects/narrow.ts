import type { Project } from '../api/projects.ts';
import { createWordMatcher } from '../editor/webview/everyWord.ts';
import { cleanRemote } from '../folder/remote.ts';

/** Which projects a window shows. */
export type Scope =
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
  readonly below: string;
}

/** The projects of a scope that have every word of the filter. `folders`: those that are open. */
export function narrow(
  projects: readonly Project[],
  scope: Scope,
  filter: string,
  folders: readonly FolderLink[],
): readonly Project[] {
  const found = inScope(projects, scope, folders);
  if (filter.trim() === '') return found;
  const hasAll = createWordMatcher(filter);
  return found.filter((project) => hasAll(textOf(project)));
}

/** The projects of a scope. */
export function inScope(
  projects: readonly Project[],
  scope: Scope,
  folders: readonly FolderLink[],
): readonly Project[] {
  return projects.filter((project) => isIn(project, scope, folders));
}

/** The projects that these folders may be about: the one that each is linked to, else all of its repository. */
export function ofFolders(projects: readonly Project[], folders: readonly FolderLink[]): readonly Project[] {
  return projects.filter((project) => folders.some((folder) => isOf(project, folder)));
}

/**
 * The one project that a folder is about; `undefined`: none, or no one can tell. Of several with its repository, it is
 * the one whose root directory it is.
 */
export function projectOf(projects: readonly Project[], folder: FolderLink): Project | undefined {
  const all = ofFolders(projects, [folder]);
  const { below } = folder;
  const found =
    all.length > 1 && below !== '' ? all.filter((one) => trimmed(one.rootDirectory) === below) : all;
  return found.length === 1 ? found[0] : undefined;
}

function isOf({ id, sourceRepository }: Project, { projectId, remotes }: FolderLink): boolean {
  if (projectId !== undefined) return id === projectId;
  return remotes.some((one) => sourceRepository !== undefined && isSameRepository(sourceRepository, one));
}

function trimmed(path = ''): string {
  return path.replace(/^[./]+|\/+$/g, '');
}

function isIn(project: Project, scope: Scope, folders: readonly FolderLink[]): boolean {
  if (scope.kind === 'project') return project.id === scope.id;
  if (scope.kind === 'folder') return folders.some((folder) => isOf(project, folder));
  return scope.kind === 'all' || project.teamId === scope.id;
}

/** What of a project is searched in. */
function textOf(project: Project): string {
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
  const [a, b] = [readRepository(one), readRepository(other)];
  if (a.path === '' || a.path !== b.path) return false;
  return a.host === b.host || a.host === '' || b.host === '';
}

function readRepository(text: string): { readonly host: string; readonly path: string } {
  const clean = cleanRemote(text);
  const { host, pathname } = clean ? new URL(clean.url) : { host: '', pathname: text.trim() };
  const path = pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '');
  return { host, path: path.toLowerCase() };
}
