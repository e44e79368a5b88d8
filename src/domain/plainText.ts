import { formatCodePoint, replaceInvisibleCharacters } from '../invisibleCharacters.ts';

const unprintable = new RegExp(
  [
    String.raw`\u001b\[[0-9;?]*[ -/]*[@-~]`, // ANSI escape sequences
    String.raw`[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+`, // control characters, changes of direction
  ].join('|'),
  'gu',
);

/** Matches most names, which need no changes. */
const plainPattern = /^[!-~\u00a1-\u00ac\u00ae-\u02ff]+(?: [!-~\u00a1-\u00ac\u00ae-\u02ff]+)*$/;

/**
 * Returns a text from another source as one line. Removes ANSI codes, control characters, and changes of direction.
 * Shows other invisible characters as signs, such as `[U+200B]`, so that different names look different.
 */
export function toPlainText(text: string): string {
  return plainPattern.test(text)
    ? text
    : collapseSpaces(replaceInvisibleCharacters(text.replace(unprintable, ' '), formatCodePoint));
}

/** Returns a text as one line that a user can type, without invisible characters. */
export function toTypableText(text: string): string {
  const blanks = text
    .replace(/\p{Cf}/gu, '')
    .replace(unprintable, ' ')
    .replace(/\s/g, ' ');
  return collapseSpaces(replaceInvisibleCharacters(blanks, () => ''));
}

const collapseSpaces = (text: string): string => text.replace(/ {2,}/g, ' ').trim();

/** Returns a text as one line of at most `max` characters. */
export function truncateText(text: string, most: number): string {
  const characters = [...toPlainText(text)];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('');
}
