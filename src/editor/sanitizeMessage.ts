import { formatCodePoint, replaceInvisible } from '../invisibleCharacters.ts';

/** Turns of direction, and control characters that aren't the end of a line. */
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The editor shows a few lines of a message. */
const maxLength = 2000;

/**
 * The text of a message or of progress, in which the editor makes links of `[words](command:…)`: what someone else has
 * named so isn't to become one, nor to change how the rest reads. Characters that aren't seen are signs.
 */
export function sanitizeMessage(text: string): string {
  const printable = text.replace(unprintable, (found) =>
    found === '\n' ? found : found === '\t' ? ' ' : '',
  );
  const clean = replaceInvisible(printable, formatCodePoint).replaceAll('](', '] (');
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}
