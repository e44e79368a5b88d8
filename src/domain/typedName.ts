import { typableText } from './plainText.ts';

/** What is to be typed to confirm a deletion: its name as it is shown, or its id where that shows nothing. */
export function nameToType({ id, name }: { readonly id: string; readonly name: string }): string {
  return typableText(name) || id;
}

/** Whether this is that name. No one can type what isn't seen, so that doesn't count; letter case does. */
export function isTyped(typed: string, name: string): boolean {
  return typable(typed) === typable(name) && typable(name) !== '';
}

const typable = (text: string): string => typableText(text).normalize('NFC');
