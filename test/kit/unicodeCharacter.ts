import fc from 'fast-check';

/** The surrogates, which are no characters, are these code points. */
const surrogates = { from: 0xd800, count: 0x800 };

/**
 * Any Unicode character, as the unit of a string. The unit `binary` of fast-check generates the same characters, but
 * builds a table of all of them, which takes a second and 85 MB.
 */
export const unicodeCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10_ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count),
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined) throw new TypeError(`${String(character)} isn't a character.`);
    return code < surrogates.from ? code : code - surrogates.count;
  },
);
