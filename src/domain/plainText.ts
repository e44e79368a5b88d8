import { formatCodePoint, replaceInvisible } from '../invisibleCharacters.ts';

const unprintable = new RegExp(
  [
    String.raw`\u001b\[[0-9;?]*[ -/]*[@-~]`, // colours and other commands of a terminal
    String.raw`[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+`, // control characters, turns of direction
  ].join('|'),
  'gu',
);

/** What most names are: nothing is to be taken out. */
const plainPattern = /^[!-~\u00a1-\u00ac\u00ae-\u02ff]+(?: [!-~\u00a1-\u00ac\u00ae-\u02ff]+)*$/;

/**
 * A name from outside as one line. Colour codes, control characters, and changes of direction are taken out; other
 * characters that aren't seen are signs, such as `[U+200B]`: two names that differ look different.
 */
export function plainText(text: string): string {
  return plainPattern.test(text)
    ? text
    : collapseSpaces(replaceInvisible(text.replace(unprintable, ' '), formatCodePoint));
}

/** The line without any character that isn't seen, as a person would type it. */
export function typableText(text: string): string {
  const blanks = text
    .replace(/\p{Cf}/gu, '')
    .replace(unprintable, ' ')
    .replace(/\s/g, ' ');
  return collapseSpaces(replaceInvisible(blanks, () => ''));
}

const collapseSpaces = (text: string): string => text.replace(/ {2,}/g, ' ').trim();

/** The same, cut to at most so many characters. */
export function truncateText(text: string, most: number): string {
  const characters = [...plainText(text)];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('');
}
