/** A part of a text of the service. */
interface TextPart {
  readonly text: string;
  /** Whether the part was between backticks, which aren't included. */
  readonly isCode: boolean;
  /** Whether the part matches the filter. */
  readonly isMatch: boolean;
}

const codePattern = /`([^`\n]+)`/g;

/**
 * Splits a text at code between backticks, and at the matches of `pattern`, which must have the flag `g`. A backtick
 * without a counterpart in its line is kept.
 */
export function splitTextParts(text: string, pattern?: RegExp): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, 1: code = '', index } of text.matchAll(codePattern)) {
    parts.push(...splitMatches(text.slice(end, index), false, pattern));
    parts.push(...splitMatches(code, true, pattern));
    end = index + match.length;
  }
  return [...parts, ...splitMatches(text.slice(end), false, pattern)];
}

function splitMatches(text: string, isCode: boolean, pattern: RegExp | undefined): readonly TextPart[] {
  const parts: TextPart[] = [];
  const add = (part: string, isMatch: boolean): void => {
    if (part !== '') parts.push({ text: part, isCode, isMatch });
  };
  let end = 0;
  for (const { 0: match, index } of pattern ? text.matchAll(pattern) : []) {
    add(text.slice(end, index), false);
    add(match, true);
    end = index + match.length;
  }
  add(text.slice(end), false);
  return parts;
}
