import { typableText } from './plainText.ts';

/** What is to be typed to confirm a deletion: its name as it is shown, or its id where that shows nothing. */
export function getConfirmationName({ id, name }: { readonly id: string; readonly name: string }): string {
  return typableText(name) || id;
}

/** Whether this is that name. No one can type what isn't seen, so that doesn't count; letter case does. */
export function matchesConfirmationName(typed: string, name: string): boolean {
  return normalizeTypedName(typed) === normalizeTypedName(name) && normalizeTypedName(name) !== '';
}

const normalizeTypedName = (text: string): string => typableText(text).normalize('NFC');
