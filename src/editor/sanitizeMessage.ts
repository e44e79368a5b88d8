import { formatCodePoint, replaceInvisibleCharacters } from '../invisibleCharacters.ts';

/** Changes of direction, and control characters other than line breaks. */
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The editor shows only a few lines of a message. */
const maxLength = 2000;

/**
 * Sanitizes the text of a message or of progress, in which the editor renders links such as `[words](command:…)`: text
 * from other sources doesn't become a link or change the direction. Invisible characters are shown as signs.
 */
export function sanitizeMessage(text: string): string {
  const printable = text.replace(unprintable, (found) =>
    found === '\n' ? found : found === '\t' ? ' ' : '',
  );
  const clean = replaceInvisibleCharacters(printable, formatCodePoint).replaceAll('](', '] (');
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}
