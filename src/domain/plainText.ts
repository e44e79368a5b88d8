const unprintable = new RegExp(
  [
    String.raw`\u001b\[[0-9;?]*[ -/]*[@-~]`, // colours and other commands of a terminal
    String.raw`[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+`, // control characters, turns of direction
  ].join('|'),
  'gu',
);

/** What most names are: nothing is to be taken out. */
const plain = /^[!-~\u00a1-\u167f]+(?: [!-~\u00a1-\u167f]+)*$/;

/** A name from outside as one line: colour codes, control characters and turns of direction are taken out. */
export function plainText(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim();
}

/** The same, cut to at most so many characters. */
export function shortText(text: string, most: number): string {
  const characters = [...plainText(text)];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('');
}
