import {
  formatCodePoint,
  replaceInvisibleCharacters,
  replaceInvisibleCharactersInCode,
  splitInvisibleCharacters,
} from '../../invisibleCharacters.ts';

/**
 * Replaces invisible characters in a text from another source with signs, such as `[U+202E]`. Keeps line feeds, tabs,
 * and characters that a script or an emoji needs.
 */
export function toVisibleText(text: string): string {
  return replaceInvisibleCharacters(text.replace(/\r\n?/g, '\n'), formatCodePoint);
}

/**
 * Replaces all invisible characters in code, such as a command, with signs. The result is one line. Unlike in
 * `toVisibleText`, characters that a script or an emoji needs are replaced too.
 */
export const toVisibleCode = (text: string): string =>
  replaceInvisibleCharactersInCode(text, formatCodePoint);

/** Splits a text into visible parts and, at odd indexes, runs of invisible characters. */
export const splitVisible = splitInvisibleCharacters;

/** Returns the signs for a run of invisible characters. */
export const formatCodePoints = (characters: string): string =>
  Array.from(characters, formatCodePoint).join('');
