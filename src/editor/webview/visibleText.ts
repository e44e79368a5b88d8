import { replaceUnseen, replaceUnseenInCode, signOf, splitUnseen } from '../../unseenCharacters.ts';

/**
 * A text from outside in which each character that isn't seen is a sign, such as `[U+202E]`: escape sequences, changes of
 * direction, blanks, and other invisible characters. Line feeds and tabs stay.
 */
export function visibleText(text: string): string {
  return replaceUnseen(text.replace(/\r\n?/g, '\n'), signOf);
}

/** Returns code, such as a command, as one line: line breaks, and characters that only prose needs, are signs as well. */
export const visibleCode = (text: string): string => replaceUnseenInCode(text, signOf);

/** The parts of a text, unchanged: those at odd indexes are the runs of characters that aren't seen. */
export const splitVisible = splitUnseen;

/** The signs for a run of characters that aren't seen. */
export const formatCodePoints = (unseen: string): string => Array.from(unseen, signOf).join('');
