import { omitUndefined } from '../fields.ts';
import { type FolderFiles, joinPath } from './files.ts';
import { parseGitConfig } from './gitConfig.ts';

/** The Git remotes and the branch of a folder. */
export interface GitFacts {
  /** The URLs of the remotes, the preferred one first. They can contain credentials. */
  readonly remotes: readonly string[];
  /** Absent if no branch is checked out. */
  readonly branch?: string;
  /** The path from the root of the repository to the folder. Empty for the root. */
  readonly pathInRepository: string;
}

/** Maximum number of parent folders that are searched for the repository. */
const maxParentFolders = 10;

/** Reads `.git` in a folder or in its parents, without running Git. Returns `undefined` if there is no repository. */
export async function readGitDirectory(files: FolderFiles): Promise<GitFacts | undefined> {
  const parts = files.folderPath.split('/').filter((part) => part !== '');
  for (let level = 0; level <= Math.min(maxParentFolders, parts.length); level += 1) {
    const repositoryPath = '../'.repeat(level);
    const gitFolder = await findGitFolder(files, repositoryPath);
    if (gitFolder === undefined) continue;
    const head = await files.read(`${gitFolder.git}/HEAD`);
    if (head === undefined) continue;
    const branch = parseHead(head);
    return {
      remotes: parseRemotes((await files.read(`${gitFolder.common}/config`)) ?? '', branch),
      ...omitUndefined({ branch }),
      pathInRepository: level === 0 ? '' : parts.slice(-level).join('/'),
    };
  }
  return undefined;
}

/**
 * Finds the Git directory of a folder, and the common directory with the configuration. In work trees and submodules,
 * `.git` is a file with the path of the Git directory.
 */
async function findGitFolder(
  files: FolderFiles,
  top: string,
): Promise<{ readonly git: string; readonly common: string } | undefined> {
  const gitDirPath = /^gitdir:(.+)$/m.exec((await files.read(`${top}.git`)) ?? '')?.[1]?.trim() || undefined;
  const git = gitDirPath === undefined ? `${top}.git` : resolveGitPath(top, gitDirPath);
  const commonPath = (await files.read(`${git}/commondir`))?.trim();
  return { git, common: commonPath === undefined ? git : resolveGitPath(`${git}/`, commonPath) };
}

function resolveGitPath(folder: string, path: string): string {
  return /^(\/|[a-z]:[\\/])/i.test(path) ? path : joinPath(folder.replace(/\/$/, ''), path);
}

/** Returns the branch in `HEAD`, such as `main` for `ref: refs/heads/main`. */
export function parseHead(head: string): string | undefined {
  return /^ref:\s*refs\/heads\/(\S+)\s*$/.exec(head)?.[1];
}

/**
 * Returns the remote URLs in a configuration: first that of the branch or of `origin`, followed by the others in their
 * order.
 */
export function parseRemotes(config: string, branch: string | undefined): readonly string[] {
  const urls = new Map<string, string>();
  const remoteByBranch = new Map<string, string>();
  const baseByPrefix = new Map<string, string>();
  for (const { section, subsection, key, value } of parseGitConfig(config)) {
    if (value === '') continue;
    if (section === 'remote' && key === 'url' && !urls.has(subsection)) urls.set(subsection, value);
    if (section === 'branch' && key === 'remote') remoteByBranch.set(subsection, value);
    if (section === 'url' && key === 'insteadof') baseByPrefix.set(value, subsection);
  }
  for (const [name, url] of urls) urls.set(name, applyInsteadOf(url, baseByPrefix));
  return sortRemotes(urls, remoteByBranch.get(branch ?? ''));
}

/** Returns the URL that Git uses: `url.<base>.insteadOf` replaces the longest matching prefix. */
function applyInsteadOf(url: string, baseByPrefix: ReadonlyMap<string, string>): string {
  const [prefix = ''] = [...baseByPrefix.keys()]
    .filter((one) => url.startsWith(one))
    .toSorted((a, b) => b.length - a.length);
  return (baseByPrefix.get(prefix) ?? '') + url.slice(prefix.length);
}

/**
 * Returns the URLs without duplicates, the preferred one first. `urls`: URLs by remote name. `preferred`: name of the
 * branch's remote, by default `origin`.
 */
export function sortRemotes(
  urls: ReadonlyMap<string, string>,
  preferred: string | undefined,
): readonly string[] {
  const preferredUrl = urls.get(preferred ?? 'origin') ?? urls.get('origin');
  return [...new Set([...(preferredUrl === undefined ? [] : [preferredUrl]), ...urls.values()])];
}
