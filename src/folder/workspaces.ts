import { expand } from 'brace-expansion';
import picomatch from 'picomatch';
import { matchesGlob } from '../domain/glob.ts';
import { type FolderFiles, generatedFolders, joinPath } from './files.ts';

export const maxPackages = 200;
/** Maximum number of folders that are listed. */
const maxListings = 1000;
const maxPatterns = 200;
/** Maximum length of a pattern in characters. Longer patterns are ignored. */
const maxPatternLength = 300;

/** A folder that is visited, with the progress of each pattern. */
interface VisitedFolder {
  readonly folder: string;
  readonly patterns: readonly PatternProgress[];
}

/** A part of a pattern between two slashes. */
interface PatternPart {
  readonly text: string;
  /** Whether the part matches only a name that equals `text`. */
  readonly isLiteral: boolean;
  readonly matches: (name: string) => boolean;
}

/**
 * A pattern, and the indexes of its parts that can match the next folder name. The pattern matches a folder if the
 * number of parts is one of the indexes.
 */
interface PatternProgress {
  readonly isNegative: boolean;
  readonly parts: readonly PatternPart[];
  readonly nextIndexes: ReadonlySet<number>;
}

/**
 * Returns the folders with a package that match patterns of a workspace, such as `packages/*`, `apps/**`,
 * `{server,tools}`, or `!old`. The last matching pattern of a folder applies, as in npm and Yarn. Visits as few folders
 * as possible, those near the root first.
 */
export async function findWorkspaceFolders(
  files: FolderFiles,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const root: VisitedFolder = { folder: '', patterns: patterns.flatMap(expandPattern).slice(0, maxPatterns) };
  const packageFolders: string[] = [];
  const queue = [root];
  for (const visited of queue) {
    if (packageFolders.length >= maxPackages) break;
    const { files: names, folders } = await files.list(visited.folder);
    const isMatch = visited.patterns.findLast(isPatternMet)?.isNegative === false;
    if (visited !== root && isMatch && names.some(isManifest)) packageFolders.push(visited.folder);
    queue.push(...listFoldersBelow(visited, folders).slice(0, maxListings - queue.length));
  }
  return packageFolders.toSorted();
}

function isManifest(name: string): boolean {
  return name === 'package.json' || name === 'pyproject.toml';
}

/**
 * Returns the folders directly below a folder that patterns can still match. A literal name can match an ignored
 * folder, but wildcards can't.
 */
function listFoldersBelow(
  { folder, patterns }: VisitedFolder,
  folders: readonly string[],
): readonly VisitedFolder[] {
  const literalParts = patterns
    .filter(({ isNegative }) => !isNegative)
    .flatMap(({ parts, nextIndexes }) =>
      parts.filter((part, index) => nextIndexes.has(index) && part.isLiteral),
    );
  const names = new Set([
    ...literalParts.map(({ text }) => text),
    ...folders.filter((name) => !isIgnored(name)),
  ]);
  return [...names].flatMap((name) => {
    const remainingPatterns = patterns
      .map((one) => advancePattern(one, name))
      .filter(({ nextIndexes }) => nextIndexes.size > 0);
    if (remainingPatterns.every(({ isNegative }) => isNegative)) return [];
    return { folder: joinPath(folder, name), patterns: remainingPatterns };
  });
}

function isIgnored(name: string): boolean {
  return generatedFolders.has(name) || name.startsWith('.');
}

/**
 * Returns the number of exclamation marks at the beginning of a pattern. An odd number makes it negative. `!(a)` is a
 * group.
 */
function countNegations(pattern: string): number {
  return /^!*(?!\()/.exec(pattern)?.[0].length ?? 0;
}

/** Moves negative patterns to the end, so that they take precedence, as in pnpm. */
export function sortNegativeLast(patterns: readonly string[]): readonly string[] {
  return patterns.toSorted((a, b) => (countNegations(a) % 2) - (countNegations(b) % 2));
}

/** Expands the braces of a pattern. */
function expandPattern(pattern: string): readonly PatternProgress[] {
  if (pattern.length > maxPatternLength) return [];
  const negationCount = countNegations(pattern);
  const positive = normalizeSeparators(pattern.slice(negationCount));
  const limits = { max: maxPatterns, maxSteps: 50_000 };
  return expand(positive, limits).map((one) => {
    const parts = splitPattern(one).map(compilePart);
    return { isNegative: negationCount % 2 === 1, parts, nextIndexes: skipEmptyGlobstar(parts, [0]) };
  });
}

/**
 * Replaces backslashes by slashes, as npm does, except in a pattern that escapes brackets with them, such as
 * `apps/\\[id\\]`.
 */
function normalizeSeparators(pattern: string): string {
  return pattern.replaceAll(/\\[\])}]/.test(pattern) ? /\\(?![[\](){}])/g : '\\', '/');
}

/** Splits a pattern into its parts. A pattern with `..` has no parts. */
function splitPattern(pattern: string): readonly string[] {
  const parts = pattern
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    // Consecutive `**` are equivalent to one.
    .filter((part, index, all) => part !== '**' || all[index - 1] !== '**');
  return parts.includes('..') ? [] : parts;
}

function compilePart(text: string): PatternPart {
  if (!/[*?[(]/.test(text.replaceAll(/\\./g, ''))) {
    const unescaped = text.replaceAll(/\\(.)/g, '$1');
    return { text: unescaped, isLiteral: true, matches: (name) => name === unescaped };
  }
  if (!/[[(]/.test(text)) return { text, isLiteral: false, matches: (name) => matchesGlob(text, name) };
  const options = { dot: true, nonegate: true, nobrace: true, posix: true, windows: false };
  return { text, isLiteral: false, matches: hasBoundedCost(text) ? picomatch(text, options) : () => false };
}

/**
 * Whether the regular expression that picomatch creates for a part takes little time for any name: the part has few
 * wildcards and groups, and repeated groups are unambiguous. For `+(a*)b`, picomatch takes seconds for a name of 25
 * characters.
 */
function hasBoundedCost(text: string): boolean {
  const wildcards = text.match(/\*|[?+!@]\(/g) ?? [];
  const repeatedGroups = [...text.matchAll(/[*+]\(([^()]*)(\)?)/g)];
  return (
    wildcards.length <= 3 &&
    repeatedGroups.every(([, list = '', end]) => end !== undefined && isPrefixFree(list.split('|')))
  );
}

/** Whether no name is a prefix of another, so that a text can be a sequence of them in only one way. */
function isPrefixFree(names: readonly string[]): boolean {
  return names.every(
    (name, index) =>
      /^[\w.-]+$/.test(name) &&
      !names.some((other, otherIndex) => otherIndex !== index && name.startsWith(other)),
  );
}

/** Adds the index after each `**`, because `**` can also match no folder at all. */
function skipEmptyGlobstar(parts: readonly PatternPart[], indexes: readonly number[]): ReadonlySet<number> {
  return new Set(indexes.flatMap((index) => (parts[index]?.text === '**' ? [index, index + 1] : [index])));
}

function advancePattern({ isNegative, parts, nextIndexes }: PatternProgress, name: string): PatternProgress {
  const indexesAfter = [...nextIndexes].flatMap((index) => {
    const part = parts[index];
    if (part?.text === '**') return [index];
    return part?.matches(name) ? [index + 1] : [];
  });
  return { isNegative, parts, nextIndexes: skipEmptyGlobstar(parts, indexesAfter) };
}

function isPatternMet({ parts, nextIndexes }: PatternProgress): boolean {
  return nextIndexes.has(parts.length);
}
