import { toTypableText } from './plainText.ts';

/** Returns the text that confirms a deletion: the visible name, or the ID if the name has no visible characters. */
export function getConfirmationName({ id, name }: { readonly id: string; readonly name: string }): string {
  return toTypableText(name) || id;
}

/** Whether a user entered this name. Ignores invisible characters, but not letter case. */
export function matchesConfirmationName(typed: string, name: string): boolean {
  return normalizeTypedName(typed) === normalizeTypedName(name) && normalizeTypedName(name) !== '';
}

const normalizeTypedName = (text: string): string => toTypableText(text).normalize('NFC');
