import { formatCodePoint, replaceInvisibleCharacters } from '../invisibleCharacters.ts';

const unprintablePattern = new RegExp(
  [
    String.raw`\u001b\[[0-9;?]*[ -/]*[@-~]`, // ANSI escape sequences
    String.raw`[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+`, // control characters, changes of direction
  ].join('|'),
  'gu',
);

/** Matches texts that don't need to be changed, as most names. Used to skip the slow patterns. */
const plainPattern = /^[!-~\u00a1-\u00ac\u00ae-\u02ff]+(?: [!-~\u00a1-\u00ac\u00ae-\u02ff]+)*$/;

/**
 * Converts a text from another source to one line. Replaces ANSI escape sequences, control characters, and changes of
 * direction with spaces. Shows other invisible characters as signs, such as `[U+200B]`, so that different names look
 * different.
 */
export function toPlainText(text: string): string {
  return plainPattern.test(text)
    ? text
    : collapseSpaces(replaceInvisibleCharacters(text.replace(unprintablePattern, ' '), formatCodePoint));
}

/** Converts a text to one line without invisible characters, so that a user can type the line. */
export function toTypableText(text: string): string {
  const visibleOrSpaces = text
    .replace(/\p{Cf}/gu, '')
    .replace(unprintablePattern, ' ')
    .replace(/\s/g, ' ');
  return collapseSpaces(replaceInvisibleCharacters(visibleOrSpaces, () => ''));
}

const collapseSpaces = (text: string): string => text.replace(/ {2,}/g, ' ').trim();

/** Converts a text to one line of at most `maxLength` characters. */
export function truncateText(text: string, maxLength: number): string {
  const characters = [...toPlainText(text)];
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : characters.join('');
}
