import {
  formatCodePoint,
  replaceInvisible,
  replaceInvisibleInCode,
  splitInvisible,
} from '../../invisibleCharacters.ts';

/**
 * A text from outside in which each character that isn't seen is a sign, such as `[U+202E]`: escape sequences, changes of
 * direction, blanks, and other invisible characters. Line feeds and tabs stay.
 */
export function visibleText(text: string): string {
  return replaceInvisible(text.replace(/\r\n?/g, '\n'), formatCodePoint);
}

/** Returns code, such as a command, as one line: line breaks, and characters that only prose needs, are signs as well. */
export const visibleCode = (text: string): string => replaceInvisibleInCode(text, formatCodePoint);

/** The parts of a text, unchanged: those at odd indexes are the runs of characters that aren't seen. */
export const splitVisible = splitInvisible;

/** The signs for a run of characters that aren't seen. */
export const formatCodePoints = (unseen: string): string => Array.from(unseen, formatCodePoint).join('');
