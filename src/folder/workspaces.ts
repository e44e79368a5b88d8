import { matchesGlob } from '../domain/glob.ts';
import { type FolderFiles, ignoredFolders, joined } from './files.ts';

const mostPackages = 200;
/** How many folders are listed at most, whatever patterns ask for. */
const mostListings = 1000;
const mostPatterns = 200;
/** Characters. */
const longestPattern = 300;

/** A folder on the way, and where the way to it stands in each pattern. */
interface Candidate {
  readonly folder: string;
  readonly wanted: readonly Standing[];
  readonly refused: readonly Standing[];
}

/** A pattern, and which of its parts may come next; the number of its parts: it is met. */
interface Standing {
  readonly parts: readonly string[];
  readonly next: ReadonlySet<number>;
}

/**
 * The folders that patterns of a workspace name and that hold a package: `packages/*`, `apps/**`, `server`, `!old`.
 * Looks into no more folders than it must, those near the top first.
 */
export async function foldersOf(
  files: FolderFiles,
  patterns: readonly string[],
  excluded: readonly string[] = [],
): Promise<readonly string[]> {
  const refused = [...patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1)), ...excluded];
  const top: Candidate = {
    folder: '',
    wanted: beginnings(patterns.filter((one) => !one.startsWith('!'))),
    refused: beginnings(refused),
  };
  const found: string[] = [];
  const places = [top];
  for (const place of places) {
    if (found.length >= mostPackages) break;
    const { files: names, folders } = await files.list(place.folder);
    if (place !== top && place.wanted.some(isMet) && !place.refused.some(isMet) && names.some(isManifest)) {
      found.push(place.folder);
    }
    places.push(...placesBelow(place, folders).slice(0, mostListings - places.length));
  }
  return found.toSorted();
}

function isManifest(name: string): boolean {
  return name === 'package.json' || name === 'pyproject.toml';
}

/** What is named is looked for in any case; stars and the like don't stand for what is ignored. */
function placesBelow(
  { folder, wanted, refused }: Candidate,
  folders: readonly string[],
): readonly Candidate[] {
  const named = wanted.flatMap(({ parts, next }) => parts.filter((part, at) => next.has(at) && isName(part)));
  const names = new Set([...named, ...folders.filter((name) => !isIgnored(name))]);
  return [...names].flatMap((name) => {
    const left = wanted.map((one) => step(one, name)).filter(({ next }) => next.size > 0);
    if (left.length === 0) return [];
    return { folder: joined(folder, name), wanted: left, refused: refused.map((one) => step(one, name)) };
  });
}

function isName(part: string): boolean {
  return !/[*?]/.test(part);
}

function isIgnored(name: string): boolean {
  return ignoredFolders.has(name) || name.startsWith('.');
}

function beginnings(patterns: readonly string[]): readonly Standing[] {
  return patterns
    .filter(({ length }) => length <= longestPattern)
    .slice(0, mostPatterns)
    .map((pattern) => standing(partsOf(pattern), [0]));
}

/** Whatever leads out of the folder is no part of it. */
function partsOf(pattern: string): readonly string[] {
  const parts = pattern
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    // Two in a row stand for what one stands for.
    .filter((part, at, all) => part !== '**' || all[at - 1] !== '**');
  return parts.includes('..') ? [] : parts;
}

/** `**` may stand for no folder. */
function standing(parts: readonly string[], next: readonly number[]): Standing {
  return { parts, next: new Set(next.flatMap((at) => (parts[at] === '**' ? [at, at + 1] : [at]))) };
}

function step({ parts, next }: Standing, name: string): Standing {
  const after = [...next].flatMap((at) => {
    const part = parts[at];
    if (part === '**') return [at];
    return part !== undefined && matchesGlob(part, name) ? [at + 1] : [];
  });
  return standing(parts, after);
}

function isMet({ parts, next }: Standing): boolean {
  return next.has(parts.length);
}
