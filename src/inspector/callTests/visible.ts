/** What no document and no terminal should get: control characters but tabs and line ends, and turns of direction. */
const unseen = /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** A text of a server or a file, so that it does nothing but be read. */
export function visible(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').toWellFormed().replace(unseen, '\ufffd');
}
