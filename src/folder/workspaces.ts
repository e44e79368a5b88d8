import { expand } from 'brace-expansion';
import picomatch from 'picomatch';
import { matchesGlob } from '../domain/glob.ts';
import { type FolderFiles, ignoredFolders, joined } from './files.ts';

export const mostPackages = 200;
/** How many folders are listed at most, whatever patterns ask for. */
const mostListings = 1000;
const mostPatterns = 200;
/** Characters. */
const longestPattern = 300;

/** A folder on the way, and how far each pattern leads there. */
interface Candidate {
  readonly folder: string;
  readonly patterns: readonly Standing[];
}

/** A part of a pattern, between two slashes. */
interface PatternPart {
  readonly text: string;
  /** The part matches only a name that equals its text. */
  readonly isName: boolean;
  readonly matches: (name: string) => boolean;
}

/** A pattern, and which of its parts may come next; the number of its parts: it is met. */
interface Standing {
  readonly isNegative: boolean;
  readonly parts: readonly PatternPart[];
  readonly next: ReadonlySet<number>;
}

/**
 * Returns the folders that patterns of a workspace name and that hold a package: `packages/*`, `apps/**`, `{server,tools}`,
 * `!old`. The last pattern that a folder meets counts, as for npm and Yarn. Looks into no more folders than it must, those near
 * the top first.
 */
export async function foldersOf(files: FolderFiles, patterns: readonly string[]): Promise<readonly string[]> {
  const top: Candidate = { folder: '', patterns: patterns.flatMap(beginnings).slice(0, mostPatterns) };
  const found: string[] = [];
  const places = [top];
  for (const place of places) {
    if (found.length >= mostPackages) break;
    const { files: names, folders } = await files.list(place.folder);
    const isWanted = place.patterns.findLast(isMet)?.isNegative === false;
    if (place !== top && isWanted && names.some(isManifest)) found.push(place.folder);
    places.push(...placesBelow(place, folders).slice(0, mostListings - places.length));
  }
  return found.toSorted();
}

function isManifest(name: string): boolean {
  return name === 'package.json' || name === 'pyproject.toml';
}

/** What is named is looked for in any case; stars and the like don't stand for what is ignored. */
function placesBelow({ folder, patterns }: Candidate, folders: readonly string[]): readonly Candidate[] {
  const named = patterns
    .filter(({ isNegative }) => !isNegative)
    .flatMap(({ parts, next }) => parts.filter((part, at) => next.has(at) && part.isName));
  const names = new Set([...named.map(({ text }) => text), ...folders.filter((name) => !isIgnored(name))]);
  return [...names].flatMap((name) => {
    const left = patterns.map((one) => step(one, name)).filter(({ next }) => next.size > 0);
    if (left.every(({ isNegative }) => isNegative)) return [];
    return { folder: joined(folder, name), patterns: left };
  });
}

function isIgnored(name: string): boolean {
  return ignoredFolders.has(name) || name.startsWith('.');
}

/** Number of the signs of negation that a pattern begins with: each takes the one before back. `!(a)` is a group. */
function signsOf(pattern: string): number {
  return /^!*(?!\()/.exec(pattern)?.[0].length ?? 0;
}

/** Returns patterns in an order in which negative ones count wherever they stand, as for pnpm. */
export function negativeLast(patterns: readonly string[]): readonly string[] {
  return patterns.toSorted((a, b) => (signsOf(a) % 2) - (signsOf(b) % 2));
}

/** Returns a pattern of a manifest as those that its braces stand for. */
function beginnings(pattern: string): readonly Standing[] {
  if (pattern.length > longestPattern) return [];
  const signs = signsOf(pattern);
  const positive = withSlashes(pattern.slice(signs));
  const limits = { max: mostPatterns, maxSteps: 50_000 };
  return expand(positive, limits).map((one) => {
    const parts = partsOf(one).map(patternPart);
    return { isNegative: signs % 2 === 1, parts, next: nextOf(parts, [0]) };
  });
}

/** Backslashes are separators, as for npm, except in a pattern that escapes brackets with them: `apps/\\[id\\]`. */
function withSlashes(pattern: string): string {
  return pattern.replaceAll(/\\[\])}]/.test(pattern) ? /\\(?![[\](){}])/g : '\\', '/');
}

/** Whatever leads out of the folder is no part of it. */
function partsOf(pattern: string): readonly string[] {
  const parts = pattern
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    // Two in a row stand for what one stands for.
    .filter((part, at, all) => part !== '**' || all[at - 1] !== '**');
  return parts.includes('..') ? [] : parts;
}

function patternPart(text: string): PatternPart {
  if (!/[*?[(]/.test(text.replaceAll(/\\./g, ''))) {
    const unescaped = text.replaceAll(/\\(.)/g, '$1');
    return { text: unescaped, isName: true, matches: (name) => name === unescaped };
  }
  if (!/[[(]/.test(text)) return { text, isName: false, matches: (name) => matchesGlob(text, name) };
  const options = { dot: true, nonegate: true, nobrace: true, posix: true, windows: false };
  return { text, isName: false, matches: isBounded(text) ? picomatch(text, options) : () => false };
}

/**
 * Whether the regular expression of a pattern takes little time for any name: with few stars and groups, and with groups that
 * are repeated in one way only. Of `+(a*)b`, picomatch makes one that takes seconds for 25 characters.
 */
function isBounded(text: string): boolean {
  const wildcards = text.match(/\*|[?+!@]\(/g) ?? [];
  const repeated = [...text.matchAll(/[*+]\(([^()]*)(\)?)/g)];
  return (
    wildcards.length <= 3 &&
    repeated.every(([, list = '', end]) => end !== undefined && isPrefixFree(list.split('|')))
  );
}

/** Whether these are names of which none begins with another: a text is a sequence of them in one way at most. */
function isPrefixFree(names: readonly string[]): boolean {
  return names.every(
    (name, at) =>
      /^[\w.-]+$/.test(name) && !names.some((other, index) => index !== at && name.startsWith(other)),
  );
}

/** `**` may stand for no folder. */
function nextOf(parts: readonly PatternPart[], next: readonly number[]): ReadonlySet<number> {
  return new Set(next.flatMap((at) => (parts[at]?.text === '**' ? [at, at + 1] : [at])));
}

function step({ isNegative, parts, next }: Standing, name: string): Standing {
  const after = [...next].flatMap((at) => {
    const part = parts[at];
    if (part?.text === '**') return [at];
    return part?.matches(name) ? [at + 1] : [];
  });
  return { isNegative, parts, next: nextOf(parts, after) };
}

function isMet({ parts, next }: Standing): boolean {
  return next.has(parts.length);
}
