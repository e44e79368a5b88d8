/** A key in a source text, and where its name begins. */
export interface Found {
  readonly key: string;
  readonly at: number;
}

/** The service's rule for keys: what breaks it can't be added there. */
const rule = /^[a-zA-Z][a-zA-Z0-9_]+$/;

export function isKey(name: string): boolean {
  return rule.test(name);
}

/** Keys of `import.meta.env` that the bundler sets: they aren't variables of the environment. */
export const keysOfBundler = ['BASE_URL', 'DEV', 'MODE', 'PROD', 'SSR'];

/** Whatever `comments` matches becomes blanks: offsets and lines stay as they are. */
export function blank(text: string, comments: RegExp): string {
  return text.replace(comments, (comment) => ' '.repeat(comment.length));
}

/** What a sticky pattern finds at exactly this offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** No file has more names than this for one thing; each costs time at every place. */
export const nameLimit = 10;

/** The group `key` of a match, if it is one. */
export function keyOf(match: RegExpExecArray | undefined): Found | undefined {
  const key = match?.groups?.['key'];
  if (!match || key === undefined || !isKey(key)) return undefined;
  return { key, at: match.index + match[0].lastIndexOf(key) };
}

/** Whether the object at an offset is deleted by the statement that it stands in. */
export function isDeleted(text: string, at: number): boolean {
  return /(?:^|\W)delete$/.test(text.slice(Math.max(0, at - 20), at).trimEnd());
}
