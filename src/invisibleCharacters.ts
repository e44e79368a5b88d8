/**
 * Finds invisible characters, including those that look like a space, except where a script or an emoji needs them.
 *
 * @module
 */

/**
 * Scripts in which joiners (U+200C, U+200D) change the shape of a word (Unicode Standard, chapters 9, 12, 13, and 16).
 */
const joiningScripts = [
  ...['Arab', 'Syrc', 'Mand', 'Mani', 'Sogd', 'Nkoo', 'Adlm', 'Rohg', 'Mong', 'Phag'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Tibt', 'Mymr', 'Khmr'],
  ...['Bali', 'Java', 'Sund', 'Cakm', 'Mtei', 'Gran', 'Kthi', 'Newa', 'Tirh', 'Modi', 'Sylo', 'Lepc', 'Limb'],
];
const joiningScriptClass = joiningScripts.map((script) => String.raw`\p{scx=${script}}`).join('');
const wordCharacter = String.raw`[[\p{L}\p{M}\p{N}]--\p{DI}]`;
const joiningCharacter = `[${wordCharacter}&&[${joiningScriptClass}]]`;
const mongolianLetter = String.raw`[\p{L}&&[\p{scx=Mong}\p{scx=Phag}]]`;
/** Characters next to which French or the International System of Units requires a non-breaking space. */
const spaceNeighbor = String.raw`[\p{N}«»‹›“”„!?:;%‰°§№–—€£$]`;
const unspacedCharacter = String.raw`[\p{scx=Khmr}\p{scx=Thai}\p{scx=Laoo}\p{scx=Mymr}]`;
const cjkCharacter = String.raw`[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\uff01-\uff60]`;
/** The tag characters `gbeng`, `gbsct`, or `gbwls`: the flags of England, Scotland, and Wales (UTS #51). */
const flagTags = String.raw`\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;

/** Matches an invisible character where it's needed. */
const requiredPositions = [
  // Emoji: variation selector, keycap, zero-width joiner, flag.
  String.raw`(?<=\p{ExtPict}\p{EMod}?)[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{ExtPict}\p{EMod}?\ufe0f?)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\u{1f3f4})${flagTags}`,
  // Joiners within a word, also before a suffix of a foreign word, and at its end after a sign such as a virama.
  String.raw`(?<=${joiningCharacter})[\u200c\u200d](?=${wordCharacter})`,
  String.raw`(?<=[\p{L}\p{N}])\u200c(?=${joiningCharacter})`,
  String.raw`(?<=[${joiningCharacter}&&\p{M}])[\u200c\u200d]`,
  String.raw`(?<=[${joiningCharacter}&&\p{L}])\u200d`,
  // Scripts without spaces between words: their keyboards type a zero-width space there.
  String.raw`(?<=${unspacedCharacter})\u200b(?=${unspacedCharacter})`,
  // Variation selectors and the vowel separator of Mongolian.
  String.raw`(?<=${mongolianLetter})[\u180b-\u180d\u180f]`,
  String.raw`(?<=${mongolianLetter}[\u180b-\u180d\u180f]?)[\u180e\u202f](?=${mongolianLetter})`,
  // Typographic spaces.
  String.raw`(?<=${spaceNeighbor})[\u00a0\u2009\u202f]|[\u00a0\u2009\u202f](?=${spaceNeighbor})`,
  String.raw`(?<=${cjkCharacter})\u3000|\u3000(?=${cjkCharacter})`,
].join('|');

/**
 * Control characters other than line feed and tab, default-ignorable characters, spaces other than U+0020, blank
 * characters, and noncharacters.
 */
const invisibleClass = String.raw`[[\p{Cc}--[\n\t]]\p{DI}[\p{Z}--[ ]]\u2800\ufff9-\ufffb\p{Cs}\p{NChar}]`;

const invisiblePattern = new RegExp(
  `(?=${invisibleClass})(?:(${requiredPositions})|${invisibleClass})`,
  'gv',
);
/** Matches texts without invisible characters. Used to skip the slow pattern for most texts. */
const visibleOnlyPattern = /^[\t\n -~\u00a1-\u00ac\u00ae-\u02ff]*$/;

/** Replaces invisible characters, except where a script or an emoji needs them. */
export function replaceInvisibleCharacters(text: string, replace: (character: string) => string): string {
  if (visibleOnlyPattern.test(text)) return text;
  return text.replace(invisiblePattern, (character: string, neededCharacter: string | undefined) =>
    neededCharacter === undefined ? replace(character) : character,
  );
}

/**
 * Splits a text into visible parts and, at odd indexes, runs of invisible characters. A CR LF line break counts as
 * visible.
 */
export function splitInvisibleCharacters(text: string): readonly string[] {
  const parts = [''];
  let end = 0;
  for (const { 0: character, 1: neededCharacter, index } of visibleOnlyPattern.test(text)
    ? []
    : text.matchAll(invisiblePattern)) {
    if (neededCharacter !== undefined || text.startsWith('\r\n', index)) continue;
    if (index === end && parts.length > 1) parts.splice(-2, 2, `${parts.at(-2)}${character}`, '');
    else parts.splice(-1, 1, text.slice(end, index), character, '');
    end = index + character.length;
  }
  return [...parts.slice(0, -1), text.slice(end)];
}

/**
 * Matches every character that could be deceptive in a command or a name in code, even if a script or an emoji needs
 * it.
 */
const invisibleInCodePattern = /[\p{C}\p{DI}\u2800]|[\p{Z}--[ ]]/gv;

export const replaceInvisibleCharactersInCode = (
  text: string,
  replace: (character: string) => string,
): string => text.replace(invisibleInCodePattern, replace);

/** Formats a character as the sign that replaces an invisible character, such as `[U+200B]`. */
export function formatCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
