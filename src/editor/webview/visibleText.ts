import {
  formatCodePoint,
  replaceInvisibleCharacters,
  replaceInvisibleCharactersInCode,
  splitInvisibleCharacters,
} from '../../invisibleCharacters.ts';

/**
 * Replaces invisible characters of a text from another source by signs, such as `[U+202E]`: escape sequences, changes
 * of direction, and unusual spaces. Keeps line feeds and tabs.
 */
export function toVisibleText(text: string): string {
  return replaceInvisibleCharacters(text.replace(/\r\n?/g, '\n'), formatCodePoint);
}

/**
 * Returns code, such as a command, as one line. Also replaces line breaks, and characters that only prose needs, by
 * signs.
 */
export const toVisibleCode = (text: string): string =>
  replaceInvisibleCharactersInCode(text, formatCodePoint);

/** Splits a text. The parts at odd indexes are runs of invisible characters. */
export const splitVisible = splitInvisibleCharacters;

/** Returns the signs for a run of invisible characters. */
export const formatCodePoints = (unseen: string): string => Array.from(unseen, formatCodePoint).join('');
