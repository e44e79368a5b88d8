import { parse as parseText } from 'dotenv';

/**
 * Maximum number of line and paragraph separators. The time that dotenv takes for an unquoted value grows with each of
 * them.
 */
const maxSeparators = 1000;

/**
 * Parses a text with dotenv. Uses its scanner, because the time that its regular expression takes grows with each empty
 * line. Returns an empty object if the text has too many line and paragraph separators.
 */
export function parseDotenv(text: string): Readonly<Record<string, string>> {
  const separators = text.match(/[\u2028\u2029]/g)?.length ?? 0;
  return separators > maxSeparators ? {} : parseText(text, { fast: true });
}
