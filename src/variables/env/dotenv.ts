import { parse as parseText } from 'dotenv';

/** dotenv goes through a value without quotes once for each of them; no list of variables has so many. */
const maxSeparators = 1000;

/**
 * What dotenv reads. By its scanner: its pattern reads the same, but goes through empty lines once for each of them.
 * Nothing where a text has too many separators of lines and paragraphs.
 */
export function parseDotenv(text: string): Readonly<Record<string, string>> {
  const separators = text.match(/[\u2028\u2029]/g)?.length ?? 0;
  return separators > maxSeparators ? {} : parseText(text, { fast: true });
}
