// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const unprintable =
  /\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A name from outside as one line: colour codes, control characters and turns of direction are taken out. */
export function plainText(text: string): string {
  return text.replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim();
}
