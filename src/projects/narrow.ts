import type { Project } from '../api/projects.ts';
import { cleanRemote } from '../folder/remote.ts';

/** Which projects a window shows. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'team'; readonly id: string; readonly name: string }
  | { readonly kind: 'project'; readonly id: string; readonly name: string }
  /** The project of the open folder, told by the remotes of its repository. */
  | { readonly kind: 'folder' };

/** The projects of a scope that have every word of the filter. `repositories`: the remotes of the open folder. */
export function narrow(
  projects: readonly Project[],
  scope: Scope,
  filter: string,
  repositories: readonly string[],
): readonly Project[] {
  const words = wordsOf(filter);
  return inScope(projects, scope, repositories).filter((project) => hasAll(project, words));
}

/** The projects of a scope. */
export function inScope(
  projects: readonly Project[],
  scope: Scope,
  repositories: readonly string[],
): readonly Project[] {
  return projects.filter((project) => isIn(project, scope, repositories));
}

/** The projects whose repository is among these. */
export function ofRepositories(
  projects: readonly Project[],
  repositories: readonly string[],
): readonly Project[] {
  return projects.filter(({ sourceRepository: source }) =>
    repositories.some((one) => source !== undefined && isSameRepository(source, one)),
  );
}

function isIn(project: Project, scope: Scope, repositories: readonly string[]): boolean {
  if (scope.kind === 'project') return project.id === scope.id;
  if (scope.kind === 'folder') return ofRepositories([project], repositories).length > 0;
  return scope.kind === 'all' || project.teamId === scope.id;
}

function wordsOf(filter: string): readonly string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function hasAll(project: Project, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { name, id, sourceRepository, rootDirectory, runtime, transport, environments } = project;
  const text = [name, id, sourceRepository, rootDirectory, runtime, transport]
    .concat(environments.flatMap((one) => [one.name, one.sourceBranch, one.id]))
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
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
