/** C0 controls but tab and line feed, DEL, C1, and what turns or hides text (bidirectional and zero-width controls, tags). */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is made visible.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\ud800-\udfff]/u;

const unseenRuns = new RegExp(`((?:(?!\\r\\n)(?:${unseen.source}))+)`, 'u');
const everyUnseen = new RegExp(unseen.source, 'gu');

/** What stands for a character that isn't seen: `[U+00A0]`. */
export function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/**
 * A text from outside with nothing in it that isn't seen: escape sequences, turns of direction and other control
 * characters stand there as signs. Line feeds and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(everyUnseen, signOf);
}

/** The pieces of a text, as they are; each second one, from the second on, is of characters that aren't seen. */
export const seenAndUnseen = (text: string): readonly string[] => text.split(unseenRuns);

/** What stands for characters that aren't seen. */
export const signsOf = (unseenText: string): string => Array.from(unseenText, signOf).join('');
