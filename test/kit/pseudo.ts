import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type TextRecord = Readonly<Record<string, string>>;

/** The editor's name of the pseudo language. Texts that aren't in it were never translated. */
export const pseudoLanguage = 'qps-ploc';
export type Language = 'en' | typeof pseudoLanguage;

const plainLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accentedLetters = 'áƀçđéƒğĥíĵķļɱñóþɋřšţúṽŵẋýžÅɃÇÐÉƑĞĤÎĴĶĻṀÑÖÞɊŘŠŢÛṼŴẊÝŽ';

/** Parts that a translator keeps: placeholders, icons, link targets, URLs, and code. */
const untranslatable = /\{\d+\}|\\?\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`|https?:\/\/\S+/g;

/** Translates a text into the pseudo language: adds accents and makes it about a third longer. */
export function pseudoTranslate(text: string): string {
  let from = 0;
  let done = '';
  for (const { 0: part, index } of text.matchAll(untranslatable)) {
    done += addAccents(text.slice(from, index)) + part;
    from = index + part.length;
  }
  return done + addAccents(text.slice(from));
}

const addAccents = (text: string): string =>
  text
    .replace(/[aeiouy]/gi, (vowel) => vowel + vowel.toLowerCase())
    .replace(/[a-z]/gi, (letter) => accentedLetters[plainLetters.indexOf(letter)] ?? letter);

/** Whether a text contains letters of the pseudo language. */
export const isPseudo = (text: string): boolean => pseudoLetters.test(text);
const pseudoLetters = new RegExp(`[${accentedLetters}]`);

export const pseudoTranslateAll = (texts: TextRecord): TextRecord =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoTranslate(text)]));

const readTextFile = (...path: readonly string[]): TextRecord =>
  JSON.parse(readFileSync(join(...path), 'utf8'));

/** Reads the English texts of an extension: its bundle and its manifest. */
export const readExtensionTexts = (
  extension: string,
): { readonly bundle: TextRecord; readonly manifest: TextRecord } => ({
  bundle: readTextFile(extension, 'l10n', 'bundle.l10n.json'),
  manifest: readTextFile(extension, 'package.nls.json'),
});
