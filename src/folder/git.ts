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
const maxSteps = 10;

/** Reads `.git` in a folder or in its parents, without running Git. Returns `undefined` if there is no repository. */
export async function readGit(files: FolderFiles): Promise<GitFacts | undefined> {
  const parts = files.folderPath.split('/').filter((part) => part !== '');
  for (let steps = 0; steps <= Math.min(maxSteps, parts.length); steps += 1) {
    const top = '../'.repeat(steps);
    const gitFolder = await findGitFolder(files, top);
    if (gitFolder === undefined) continue;
    const head = await files.read(`${gitFolder.git}/HEAD`);
    if (head === undefined) continue;
    const branch = parseHead(head);
    return {
      remotes: parseRemotes((await files.read(`${gitFolder.common}/config`)) ?? '', branch),
      ...omitUndefined({ branch }),
      pathInRepository: steps === 0 ? '' : parts.slice(-steps).join('/'),
    };
  }
  return undefined;
}

/** Finds the Git directories of a folder. In work trees and submodules, `.git` is a file with a path. */
async function findGitFolder(
  files: FolderFiles,
  top: string,
): Promise<{ readonly git: string; readonly common: string } | undefined> {
  const pointer = /^gitdir:(.+)$/m.exec((await files.read(`${top}.git`)) ?? '')?.[1]?.trim() || undefined;
  const git = pointer === undefined ? `${top}.git` : resolveGitPath(top, pointer);
  const shared = (await files.read(`${git}/commondir`))?.trim();
  return { git, common: shared === undefined ? git : resolveGitPath(`${git}/`, shared) };
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
  const ofBranch = new Map<string, string>();
  const bases = new Map<string, string>();
  for (const { section, subsection, key, value } of parseGitConfig(config)) {
    if (value === '') continue;
    if (section === 'remote' && key === 'url' && !urls.has(subsection)) urls.set(subsection, value);
    if (section === 'branch' && key === 'remote') ofBranch.set(subsection, value);
    if (section === 'url' && key === 'insteadof') bases.set(value, subsection);
  }
  for (const [name, url] of urls) urls.set(name, applyInsteadOf(url, bases));
  return sortRemotes(urls, ofBranch.get(branch ?? ''));
}

/**
 * Returns the URL that Git uses. `url.<base>.insteadOf` replaces the longest matching prefix. `bases`: base by prefix.
 */
function applyInsteadOf(url: string, bases: ReadonlyMap<string, string>): string {
  const [start = ''] = [...bases.keys()]
    .filter((one) => url.startsWith(one))
    .toSorted((a, b) => b.length - a.length);
  return (bases.get(start) ?? '') + url.slice(start.length);
}

/**
 * Sorts URLs, the preferred one first, and removes duplicates. `urls`: by remote name. `preferred`: remote of the
 * branch.
 */
export function sortRemotes(
  urls: ReadonlyMap<string, string>,
  preferred: string | undefined,
): readonly string[] {
  const best = urls.get(preferred ?? 'origin') ?? urls.get('origin');
  return [...new Set([...(best === undefined ? [] : [best]), ...urls.values()])];
}
