import { isValidJson } from './formatJson.ts';

/** Maximum length of a JSON text that is split into tokens, in UTF-16 units. Longer texts would block the page. */
const maxLength = 1_000_000;
/** Matches a string, a bracket, or a number, `true`, `false`, or `null`. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]|[^\s"[\]{},:]+/g;

/** The tokens of a JSON text, without commas and colons. Tokens are identified by index. */
export interface JsonOutline {
  readonly source: string;
  /** The offset of each token in the source. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** For an opening bracket, the index of its closing bracket. Otherwise, the index of the token itself. */
  readonly lastTokens: readonly number[];
  /** For an opening bracket, the number of properties or items. Otherwise 0. */
  readonly counts: readonly number[];
}

export type JsonTokenKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A property or an item, by the indexes of its tokens. */
export interface JsonChild {
  /** The token of the property's name. Absent for an item. */
  readonly key?: number;
  /** The value, or its opening bracket. */
  readonly value: number;
}

/**
 * Splits a JSON text into tokens, which keep the digits of numbers, the spelling of strings, and duplicate keys. Returns
 * `undefined` for a text that isn't JSON or is too long.
 */
export function parseJsonOutline(text: string): JsonOutline | undefined {
  if (text.length > maxLength || !isValidJson(text)) return undefined;
  const starts: number[] = [];
  const ends: number[] = [];
  const lastTokens: number[] = [];
  const counts: number[] = [];
  const openTokens: number[] = [];
  for (const { 0: token, index: start } of text.matchAll(tokenPattern)) {
    const index = starts.length;
    starts.push(start);
    ends.push(start + token.length);
    lastTokens.push(index);
    counts.push(0);
    const isClosing = token === '}' || token === ']';
    if (isClosing) lastTokens[openTokens.pop() ?? index] = index;
    else {
      const parent = openTokens.at(-1);
      if (parent !== undefined) counts[parent] = (counts[parent] ?? 0) + 1;
      if (token === '{' || token === '[') openTokens.push(index);
    }
  }
  // In objects, names were counted as well.
  for (const [index, count] of counts.entries())
    if (text[starts[index] ?? 0] === '{') counts[index] = count / 2;
  return { source: text, starts, ends, lastTokens, counts };
}

export function getJsonToken({ source, starts, ends }: JsonOutline, token: number): string {
  return source.slice(starts[token], ends[token]);
}

export function getJsonKind({ source, starts }: JsonOutline, token: number): JsonTokenKind {
  switch (source[starts[token] ?? 0]) {
    case '{':
      return 'object';
    case '[':
      return 'array';
    case '"':
      return 'string';
    case 't':
    case 'f':
      return 'boolean';
    case 'n':
      return 'null';
    default:
      return 'number';
  }
}

/**
 * Returns up to `limit` properties or items of an object or array, whose opening bracket is `parent`. `from`: the token at
 * which a previous call ended. `next`: the token at which the rest begins; absent if there is no rest.
 */
export function listJsonChildren(
  outline: JsonOutline,
  parent: number,
  limit: number,
  from = parent + 1,
): { readonly children: readonly JsonChild[]; readonly next?: number } {
  const isObject = getJsonKind(outline, parent) === 'object';
  const end = outline.lastTokens[parent] ?? 0;
  const children: JsonChild[] = [];
  let token = from;
  while (token < end && children.length < limit) {
    const value = isObject ? token + 1 : token;
    children.push(isObject ? { key: token, value } : { value });
    token = (outline.lastTokens[value] ?? value) + 1;
  }
  return token < end ? { children, next: token } : { children };
}
