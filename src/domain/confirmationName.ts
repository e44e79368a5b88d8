import { toTypableText } from './plainText.ts';

/**
 * Returns the text that the user must enter to confirm a deletion: the name without invisible characters, or the ID if
 * nothing remains of the name.
 */
export function getConfirmationName({ id, name }: { readonly id: string; readonly name: string }): string {
  return toTypableText(name) || id;
}

/** Whether a user entered a confirmation name. Ignores invisible characters, but not letter case. */
export function matchesConfirmationName(typed: string, name: string): boolean {
  return normalizeTypedName(typed) === normalizeTypedName(name) && normalizeTypedName(name) !== '';
}

/** Whether a user might still be entering a confirmation name. */
export function isStartOfConfirmationName(typed: string, name: string): boolean {
  return normalizeTypedName(name).startsWith(normalizeTypedName(typed));
}

const normalizeTypedName = (text: string): string => toTypableText(text).normalize('NFC');
