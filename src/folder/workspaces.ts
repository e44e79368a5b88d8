import { expand } from 'brace-expansion';
import picomatch from 'picomatch';
import { matchesGlob } from '../domain/glob.ts';
import { type FolderFiles, ignoredFolders, joinPath } from './files.ts';

export const maxPackages = 200;
/** How many folders are listed at most, whatever patterns ask for. */
const maxListings = 1000;
const maxPatterns = 200;
/** Characters. */
const maxPatternLength = 300;

/** A folder on the way, and how far each pattern leads there. */
interface VisitedFolder {
  readonly folder: string;
  readonly patterns: readonly PatternProgress[];
}

/** A part of a pattern, between two slashes. */
interface PatternPart {
  readonly text: string;
  /** The part matches only a name that equals its text. */
  readonly isName: boolean;
  readonly matches: (name: string) => boolean;
}

/** A pattern, and which of its parts may come next; the number of its parts: it is met. */
interface PatternProgress {
  readonly isNegative: boolean;
  readonly parts: readonly PatternPart[];
  readonly next: ReadonlySet<number>;
}

/**
 * Returns the folders that patterns of a workspace name and that hold a package: `packages/*`, `apps/**`, `{server,tools}`,
 * `!old`. The last pattern that a folder meets counts, as for npm and Yarn. Looks into no more folders than it must, those near
 * the top first.
 */
export async function findWorkspaceFolders(
  files: FolderFiles,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const top: VisitedFolder = { folder: '', patterns: patterns.flatMap(expandPattern).slice(0, maxPatterns) };
  const found: string[] = [];
  const queue = [top];
  for (const place of queue) {
    if (found.length >= maxPackages) break;
    const { files: names, folders } = await files.list(place.folder);
    const isWanted = place.patterns.findLast(isPatternMet)?.isNegative === false;
    if (place !== top && isWanted && names.some(isManifest)) found.push(place.folder);
    queue.push(...listFoldersBelow(place, folders).slice(0, maxListings - queue.length));
  }
  return found.toSorted();
}

function isManifest(name: string): boolean {
  return name === 'package.json' || name === 'pyproject.toml';
}

/** What is named is looked for in any case; stars and the like don't stand for what is ignored. */
function listFoldersBelow(
  { folder, patterns }: VisitedFolder,
  folders: readonly string[],
): readonly VisitedFolder[] {
  const named = patterns
    .filter(({ isNegative }) => !isNegative)
    .flatMap(({ parts, next }) => parts.filter((part, at) => next.has(at) && part.isName));
  const names = new Set([...named.map(({ text }) => text), ...folders.filter((name) => !isIgnored(name))]);
  return [...names].flatMap((name) => {
    const left = patterns.map((one) => advancePattern(one, name)).filter(({ next }) => next.size > 0);
    if (left.every(({ isNegative }) => isNegative)) return [];
    return { folder: joinPath(folder, name), patterns: left };
  });
}

function isIgnored(name: string): boolean {
  return ignoredFolders.has(name) || name.startsWith('.');
}

/** Number of the signs of negation that a pattern begins with: each takes the one before back. `!(a)` is a group. */
function countNegations(pattern: string): number {
  return /^!*(?!\()/.exec(pattern)?.[0].length ?? 0;
}

/** Returns patterns in an order in which negative ones count wherever they stand, as for pnpm. */
export function sortNegativeLast(patterns: readonly string[]): readonly string[] {
  return patterns.toSorted((a, b) => (countNegations(a) % 2) - (countNegations(b) % 2));
}

/** Returns a pattern of a manifest as those that its braces stand for. */
function expandPattern(pattern: string): readonly PatternProgress[] {
  if (pattern.length > maxPatternLength) return [];
  const signs = countNegations(pattern);
  const positive = normalizeSeparators(pattern.slice(signs));
  const limits = { max: maxPatterns, maxSteps: 50_000 };
  return expand(positive, limits).map((one) => {
    const parts = splitPattern(one).map(compilePart);
    return { isNegative: signs % 2 === 1, parts, next: addEmptyGlobstar(parts, [0]) };
  });
}

/** Backslashes are separators, as for npm, except in a pattern that escapes brackets with them: `apps/\\[id\\]`. */
function normalizeSeparators(pattern: string): string {
  return pattern.replaceAll(/\\[\])}]/.test(pattern) ? /\\(?![[\](){}])/g : '\\', '/');
}

/** Whatever leads out of the folder is no part of it. */
function splitPattern(pattern: string): readonly string[] {
  const parts = pattern
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    // Two in a row stand for what one stands for.
    .filter((part, at, all) => part !== '**' || all[at - 1] !== '**');
  return parts.includes('..') ? [] : parts;
}

function compilePart(text: string): PatternPart {
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
function addEmptyGlobstar(parts: readonly PatternPart[], next: readonly number[]): ReadonlySet<number> {
  return new Set(next.flatMap((at) => (parts[at]?.text === '**' ? [at, at + 1] : [at])));
}

function advancePattern({ isNegative, parts, next }: PatternProgress, name: string): PatternProgress {
  const after = [...next].flatMap((at) => {
    const part = parts[at];
    if (part?.text === '**') return [at];
    return part?.matches(name) ? [at + 1] : [];
  });
  return { isNegative, parts, next: addEmptyGlobstar(parts, after) };
}

function isPatternMet({ parts, next }: PatternProgress): boolean {
  return next.has(parts.length);
}
