import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = Readonly<Record<string, string>>;

/** A language of no people: what of ours isn't in it was never translated. The editor has this name for it. */
export const pseudoLanguage = 'qps-ploc';
export type Language = 'en' | typeof pseudoLanguage;

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'áƀçđéƒğĥíĵķļɱñóþɋřšţúṽŵẋýžÅɃÇÐÉƑĞĤÎĴĶĻṀÑÖÞɊŘŠŢÛṼŴẊÝŽ';

/** Placeholders, icons, addresses behind links, and what is code: a translator leaves these. */
const kept = /\{\d+\}|\\?\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`|https?:\/\/\S+/g;

/** A text in the pseudo language: with accents, and about a third longer. */
export function pseudo(text: string): string {
  let from = 0;
  let done = '';
  for (const { 0: part, index } of text.matchAll(kept)) {
    done += inAccents(text.slice(from, index)) + part;
    from = index + part.length;
  }
  return done + inAccents(text.slice(from));
}

const inAccents = (text: string): string =>
  text
    .replace(/[aeiouy]/gi, (vowel) => vowel + vowel.toLowerCase())
    .replace(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter);

/** Whether any of it is in the pseudo language. */
export const isPseudo = (text: string): boolean => pseudoLetters.test(text);
const pseudoLetters = new RegExp(`[${accented}]`);

export const pseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)]));

const read = (...path: readonly string[]): Texts => JSON.parse(readFileSync(join(...path), 'utf8'));

/** All that the extension in this folder says, in English, by the files that translators work on. */
export const textsIn = (extension: string): { readonly bundle: Texts; readonly manifest: Texts } => ({
  bundle: read(extension, 'l10n', 'bundle.l10n.json'),
  manifest: read(extension, 'package.nls.json'),
});
