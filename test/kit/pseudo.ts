import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type TextRecord = Readonly<Record<string, string>>;

/** A language of no people: what of ours isn't in it was never translated. The editor has this name for it. */
export const pseudoLanguage = 'qps-ploc';
export type Language = 'en' | typeof pseudoLanguage;

const plainLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accentedLetters = 'áƀçđéƒğĥíĵķļɱñóþɋřšţúṽŵẋýžÅɃÇÐÉƑĞĤÎĴĶĻṀÑÖÞɊŘŠŢÛṼŴẊÝŽ';

/** Placeholders, icons, addresses behind links, and what is code: a translator leaves these. */
const untranslatable = /\{\d+\}|\\?\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`|https?:\/\/\S+/g;

/** A text in the pseudo language: with accents, and about a third longer. */
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

/** Whether any of it is in the pseudo language. */
export const isPseudo = (text: string): boolean => pseudoLetters.test(text);
const pseudoLetters = new RegExp(`[${accentedLetters}]`);

export const pseudoTranslateAll = (texts: TextRecord): TextRecord =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoTranslate(text)]));

const readTextFile = (...path: readonly string[]): TextRecord =>
  JSON.parse(readFileSync(join(...path), 'utf8'));

/** All that the extension in this folder says, in English, by the files that translators work on. */
export const readExtensionTexts = (
  extension: string,
): { readonly bundle: TextRecord; readonly manifest: TextRecord } => ({
  bundle: readTextFile(extension, 'l10n', 'bundle.l10n.json'),
  manifest: readTextFile(extension, 'package.nls.json'),
});
