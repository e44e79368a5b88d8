import { plainText } from './plainText.ts';

/** What is to be typed to confirm a deletion: its name as it is shown, or its id where that shows nothing. */
export function nameToType({ id, name }: { readonly id: string; readonly name: string }): string {
  return typable(name) === '' ? id : plainText(name);
}

/** Whether this is that name. No one can type what isn't seen, so that doesn't count; letter case does. */
export function isTyped(typed: string, name: string): boolean {
  return typable(typed) === typable(name) && typable(name) !== '';
}

/** Without joiners, marks of direction and the like. */
function typable(text: string): string {
  return plainText(text.replace(/\p{Cf}/gu, ''))
    .replace(/\s+/g, ' ')
    .normalize('NFC');
}
