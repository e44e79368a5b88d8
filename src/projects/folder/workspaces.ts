import { type FolderFiles, ignoredFolders, joined } from './files.ts';

const mostPackages = 200;
const deepest = 4;

/**
 * The folders that patterns of a workspace name and that hold a package: `packages/*`, `apps/**`, `server`, `!old`.
 * Looks into no more folders than it must.
 */
export async function foldersOf(
  files: FolderFiles,
  patterns: readonly string[],
  excluded: readonly string[] = [],
): Promise<readonly string[]> {
  const wanted = patterns.filter((one) => !one.startsWith('!'));
  const refused = [...patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1)), ...excluded];
  const found = new Set<string>();
  for (const pattern of wanted) {
    for (const folder of await expand(files, '', partsOf(pattern))) {
      if (found.size >= mostPackages) break;
      if (!refused.some((one) => matches(folder, one))) found.add(folder);
    }
  }
  const isPackage = await Promise.all(
    [...found].map(async (folder) => (await files.list(folder)).files.some(isManifest)),
  );
  return [...found].filter((folder, index) => folder !== '' && isPackage[index]).toSorted();
}

export function isManifest(name: string): boolean {
  return name === 'package.json' || name === 'pyproject.toml';
}

async function expand(files: FolderFiles, folder: string, parts: readonly string[]): Promise<string[]> {
  const [first, ...rest] = parts;
  if (first === undefined) return [folder];
  if (first === '**') return below(files, folder, rest, deepest);
  if (!/[*?{[]/.test(first)) return expand(files, joined(folder, first), rest);
  const found: string[] = [];
  for (const name of (await files.list(folder)).folders) {
    if (found.length >= mostPackages) break;
    if (!isIgnored(name) && segment(first).test(name)) {
      found.push(...(await expand(files, joined(folder, name), rest)));
    }
  }
  return found;
}

async function below(
  files: FolderFiles,
  folder: string,
  rest: readonly string[],
  depth: number,
): Promise<string[]> {
  const found = await expand(files, folder, rest);
  if (depth === 0) return found;
  for (const name of (await files.list(folder)).folders) {
    if (found.length >= mostPackages) break;
    if (!isIgnored(name)) found.push(...(await below(files, joined(folder, name), rest, depth - 1)));
  }
  return found;
}

function isIgnored(name: string): boolean {
  return ignoredFolders.has(name) || name.startsWith('.');
}

/** Whatever leads out of the folder is no part of it. */
function partsOf(pattern: string): readonly string[] {
  const parts = pattern
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? [] : parts;
}

function matches(folder: string, pattern: string): boolean {
  const parts = partsOf(pattern).map((part) => (part === '**' ? '.*' : segment(part).source.slice(1, -1)));
  return new RegExp(`^${parts.join('/')}$`).test(folder);
}

function segment(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+^$()|[\]\\{}]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}$`);
}
