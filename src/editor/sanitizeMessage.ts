import { formatCodePoint, replaceInvisibleCharacters } from '../invisibleCharacters.ts';

/** Matches control characters, and characters that change the direction of a text. */
const unprintablePattern = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The editor shows only a few lines of a message. */
const maxLength = 2000;

/**
 * Sanitizes the text of a notification, an input box, or a progress, in which the editor renders links such as
 * `[text](command:…)`. Text from other sources can't become a link or change the direction of the text. Invisible
 * characters are shown as signs.
 */
export function sanitizeMessage(text: string): string {
  const printable = text.replace(unprintablePattern, (character) =>
    character === '\n' ? character : character === '\t' ? ' ' : '',
  );
  const clean = replaceInvisibleCharacters(printable, formatCodePoint).replaceAll('](', '] (');
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}
