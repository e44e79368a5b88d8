/** The first line of a private key: PEM (RFC 7468), OpenSSH, OpenPGP (RFC 9580). */
const privateKeyHeader = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;

/** A line break, possibly escaped, between two Base64 characters. */
const optionalLineBreak = String.raw`(?:\s|\\+[nr])*`;
const lineBreaks = /(?:\s|\\+[nr])+/g;

/**
 * Number of Base64 characters that also depend on the preceding bytes, by the number of these bytes in their group of
 * three.
 */
const dependentCharacters = [0, 2, 3] as const;

const keyWords = 'PRIVATE KEY';

/**
 * Matches the words `PRIVATE KEY` in Base64, as in `client-key-data` of Kubernetes. Each group is for one offset of the
 * words in a group of three bytes.
 */
const encodedKeyWords = new RegExp(
  dependentCharacters
    .map((skipped, offset) => {
      const words = btoa(`${'\0'.repeat(offset)}${keyWords}`)
        .replace(/.=+$/, '')
        .slice(skipped);
      return `(${[...words].join(optionalLineBreak)})`;
    })
    .join('|'),
  'g',
);

/** Number of Base64 characters before and after the encoded words that contain the rest of the line. */
const [encodedLengthBefore, encodedLengthAfter] = [120, 60];

/** Keys in other formats than PEM: SSH2, PuTTY, age, minisign, GnuPG, WireGuard. */
const otherKeyPattern =
  /^---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----|^PuTTY-User-Key-File-\d+:|AGE-SECRET-KEY-1[A-Z0-9]{20}|^untrusted comment: (?:minisign|rsign|signify) (?:encrypted )?secret key|\((?:protected-)?private-key[\s(]|^[ \t]*PrivateKey[ \t]*=[ \t]*[A-Za-z0-9+/]{42,43}=/gm;

/**
 * The characters that can separate the lines of a key in another file: spaces, quotation marks with their prefixes in
 * Python and Rust, escapes, and comment characters.
 */
const lineSeparator = String.raw`(?:\\+[nrt]|&#x?[0-9a-fA-F]{1,2};|%0[adAD]|(?<=["'\s])[bfru]{1,2}#?["']|[\s"'${'`'}+,;#*>|\\()])*`;
/** Header fields of an encrypted key, such as `Proc-Type: 4,ENCRYPTED` (RFC 1421). */
const keyMetadata = String.raw`(?:[A-Z][A-Za-z-]{2,20}: [^\r\n\\"']{0,200}${lineSeparator})*`;
/** The Base64 text that follows the first line of a key, and the next character. */
const keyBodyPattern = new RegExp(`^${lineSeparator}${keyMetadata}([A-Za-z0-9+/]*)(.?)`, 's');
/** The Base64 text in the line below a header, and the next character. */
const shortBodyPattern = /^[ \t]*(?:\r?\n|\r|\\+[nr]|$)(?:[\s#*>|-]|\\+[nrt]|\/\/)*([A-Za-z0-9+/]*)(.?)/s;
/** The beginning of a line or of a string, possibly in a comment. */
const lineStartPattern = /(?:^|[\n\r"'=:|>]|\\n)[ \t]*(?:[#*>|-][ \t]*|\/\/[ \t]*)?$/;

/** Number of characters that are checked from the beginning of a key on, and before it. */
const [charactersAfter, charactersBefore] = [2048, 256];

/** Returns the indexes at which private keys begin. A text that only mentions the first line doesn't contain a key. */
export function findPrivateKeys(text: string, isProse: boolean): readonly number[] {
  const matches = [...text.matchAll(otherKeyPattern)];
  if (text.includes(keyWords)) {
    matches.push(
      ...[...text.matchAll(privateKeyHeader)].filter((match) => isPrivateKey(text, match, isProse)),
    );
  }
  matches.push(...[...text.matchAll(encodedKeyWords)].filter((match) => isEncodedPrivateKey(text, match)));
  return matches.map(({ index }) => index);
}

/**
 * Whether the encoded words are in the first line of a key. The encoded text can be a document that contains the key.
 */
function isEncodedPrivateKey(
  text: string,
  { 0: words, 1: wordsAtOffset0, 2: wordsAtOffset1, index }: RegExpExecArray,
): boolean {
  const skipped =
    dependentCharacters[wordsAtOffset0 !== undefined ? 0 : wordsAtOffset1 !== undefined ? 1 : 2];
  const end = index + words.length;
  const base64Before = splitBase64(text.slice(Math.max(0, index - encodedLengthBefore), index)).at(-1) ?? '';
  const [base64After = ''] = splitBase64(text.slice(end, end + encodedLengthAfter));
  const groupCount = Math.floor((base64Before.length - skipped) / 4);
  if (groupCount < 0) return false;
  const encoded =
    base64Before.slice(base64Before.length - skipped - 4 * groupCount) +
    words.replaceAll(lineBreaks, '') +
    base64After;
  return atob(encoded.slice(0, encoded.length - (encoded.length % 4))).search(privateKeyHeader) >= 0;
}

/** Splits a text into Base64 parts (RFC 4648, sections 4 and 5) without line breaks. */
function splitBase64(text: string): readonly string[] {
  const joined = text.replaceAll(lineBreaks, '').replaceAll('-', '+').replaceAll('_', '/');
  return joined.split(/[^A-Za-z0-9+/]/);
}

/**
 * Whether a header is followed by at least 40 characters of a key, or is on its own line with a short text like a key
 * below it.
 */
function isPrivateKey(text: string, { 0: line, index }: RegExpExecArray, isProse: boolean): boolean {
  const before = text.slice(Math.max(0, index - charactersBefore), index);
  const after = text.slice(index + line.length, index + charactersAfter);
  if ((keyBodyPattern.exec(after)?.[1] ?? '').length >= 40) return true;
  const shortMatch = shortBodyPattern.exec(after);
  if (isProse || !shortMatch || !lineStartPattern.test(before)) return false;
  const [wholeMatch, key = '', nextCharacter = ''] = shortMatch;
  if (key === '') return wholeMatch === after;
  return /^[\s\\"'`=]?$/.test(nextCharacter) && !/^(?:your|key|here|base|content|data|x+|MII\w?)$/i.test(key);
}

/** The first bytes of JKS, JCEKS, and KeePass files, in hexadecimal. */
const keyStoreMagic: readonly string[] = ['feedfeed', 'cececece', '03d9a29a'];

/**
 * Whether the first bytes of a file are those of a keystore (JKS, JCEKS, KeePass, PKCS #12) or of a private key in DER
 * (PKCS #1, PKCS #8, SEC 1).
 */
export function isKeyStore(head: Uint8Array): boolean {
  const hex = Array.from(head.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (keyStoreMagic.some((magic) => hex.startsWith(magic))) return true;
  // SEQUENCE { INTEGER version, … }: 3 is PKCS #12; 0 is PKCS #8 or PKCS #1; 1 is SEC 1.
  return /^30(?:[0-7].|81..|82.{4}|83.{6}|80)0201(?:0330|0030|0002|0104)/.test(hex);
}
