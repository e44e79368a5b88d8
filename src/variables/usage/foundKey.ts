/** A key in a source text, and where its name begins. */
export interface FoundKey {
  readonly key: string;
  readonly offset: number;
}

/** The service's rule for keys: what breaks it can't be added there. */
const keyPattern = /^[a-zA-Z][a-zA-Z0-9_]+$/;

export function isVariableKey(name: string): boolean {
  return keyPattern.test(name);
}

/** Keys of `import.meta.env` that the bundler sets: they aren't variables of the environment. */
export const bundlerKeys = ['BASE_URL', 'DEV', 'MODE', 'PROD', 'SSR'];

/** Whatever `comments` matches becomes blanks: offsets and lines stay as they are. */
export function blankOut(text: string, comments: RegExp): string {
  return text.replace(comments, (comment) => ' '.repeat(comment.length));
}

/** What a sticky pattern finds at exactly this offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** No file has more names than this for one thing; each costs time at every place. */
export const maxNames = 10;

/** The group `key` of a match, if it is one. */
export function toFoundKey(match: RegExpExecArray | undefined): FoundKey | undefined {
  const key = match?.groups?.['key'];
  if (!match || key === undefined || !isVariableKey(key)) return undefined;
  return { key, offset: match.index + match[0].lastIndexOf(key) };
}

/** Whether the object at an offset is deleted by the statement that it stands in. */
export function isDeletedAt(text: string, at: number): boolean {
  return /(?:^|\W)delete$/.test(text.slice(Math.max(0, at - 20), at).trimEnd());
}
