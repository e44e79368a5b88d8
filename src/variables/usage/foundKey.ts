/** A key in a source text with the offset of its name. */
export interface FoundKey {
  readonly key: string;
  readonly offset: number;
}

/** The rule of the service for keys. Other keys can't be added to an environment. */
const keyPattern = /^[a-zA-Z][a-zA-Z0-9_]+$/;

export function isVariableKey(name: string): boolean {
  return keyPattern.test(name);
}

/** Keys of `import.meta.env` that the bundler sets. They aren't environment variables. */
export const bundlerKeys = ['BASE_URL', 'DEV', 'MODE', 'PROD', 'SSR'];

/** Replaces the matches of `comments` with spaces. Keeps offsets and lines. */
export function replaceWithSpaces(text: string, comments: RegExp): string {
  return text.replace(comments, (comment) => ' '.repeat(comment.length));
}

/** Matches a sticky pattern (flag `y`) at an offset. */
export function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text) ?? undefined;
}

/** Maximum number of names for the environment. Each name makes the search slower. */
export const maxAliases = 10;

/** Returns the group `key` of a match if it's a valid key. */
export function toFoundKey(match: RegExpExecArray | undefined): FoundKey | undefined {
  const key = match?.groups?.['key'];
  if (!match || key === undefined || !isVariableKey(key)) return undefined;
  return { key, offset: match.index + match[0].lastIndexOf(key) };
}

/** Whether the object at an offset is the operand of `delete`. */
export function isDeletedAt(text: string, offset: number): boolean {
  return /(?:^|\W)delete$/.test(text.slice(Math.max(0, offset - 20), offset).trimEnd());
}
