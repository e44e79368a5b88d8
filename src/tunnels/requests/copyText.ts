const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns the beginning of a text, at most `maxLength` UTF-16 units. The result is a copy, because a part of a text would
 * keep the whole text in memory.
 */
export function copyText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : decoder.decode(encoder.encode(text.slice(0, maxLength)));
}
