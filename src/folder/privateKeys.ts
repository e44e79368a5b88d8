/** The first line of a private key: PEM (RFC 7468), OpenSSH, OpenPGP (RFC 9580). */
const header = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;

/** A line break, possibly escaped, between two Base64 characters. */
const lineBreak = String.raw`(?:\s|\\+[nr])*`;
const lineBreaks = /(?:\s|\\+[nr])+/g;

/**
 * Number of Base64 characters that also depend on the preceding bytes, by the number of these bytes in their group of
 * three.
 */
const dependentCharacters = [0, 2, 3] as const;

const keyWords = 'PRIVATE KEY';

/**
 * The words `PRIVATE KEY` in Base64 at each offset in a group of three bytes, as in `client-key-data` of Kubernetes.
 */
const encodedWords = new RegExp(
  dependentCharacters
    .map((skipped, offset) => {
      const words = btoa(`${'\0'.repeat(offset)}${keyWords}`)
        .replace(/.=+$/, '')
        .slice(skipped);
      return `(${[...words].join(lineBreak)})`;
    })
    .join('|'),
  'g',
);

/** Number of Base64 characters before and after these words that contain the rest of the line. */
const [encodedBefore, encodedAfter] = [120, 60];

/** Keys in other formats than PEM: SSH2, PuTTY, age, minisign, GnuPG, WireGuard. */
const otherKey =
  /^---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----|^PuTTY-User-Key-File-\d+:|AGE-SECRET-KEY-1[A-Z0-9]{20}|^untrusted comment: (?:minisign|rsign|signify) (?:encrypted )?secret key|\((?:protected-)?private-key[\s(]|^[ \t]*PrivateKey[ \t]*=[ \t]*[A-Za-z0-9+/]{42,43}=/gm;

/**
 * The characters that can separate the lines of a key in another file: spaces, quotation marks with their prefixes in
 * Python and Rust, escapes, and comment characters.
 */
const filler = String.raw`(?:\\+[nrt]|&#x?[0-9a-fA-F]{1,2};|%0[adAD]|(?<=["'\s])[bfru]{1,2}#?["']|[\s"'${'`'}+,;#*>|\\()])*`;
const keyHeader = String.raw`(?:[A-Z][A-Za-z-]{2,20}: [^\r\n\\"']{0,200}${filler})*`;
const body = new RegExp(`^${filler}${keyHeader}([A-Za-z0-9+/]*)(.?)`, 's');
const shortBody = /^[ \t]*(?:\r?\n|\r|\\+[nr]|$)(?:[\s#*>|-]|\\+[nrt]|\/\/)*([A-Za-z0-9+/]*)(.?)/s;
const lineStart = /(?:^|[\n\r"'=:|>]|\\n)[ \t]*(?:[#*>|-][ \t]*|\/\/[ \t]*)?$/;

/** Number of characters that are checked after and before the beginning of a key. */
const [keyReach, keyContext] = [2048, 256];

/** Returns the indexes at which private keys begin. A text that only mentions the first line doesn't contain a key. */
export function findPrivateKeys(text: string, isProse: boolean): readonly number[] {
  const found = [...text.matchAll(otherKey)];
  if (text.includes(keyWords)) {
    found.push(...[...text.matchAll(header)].filter((match) => isPrivateKey(text, match, isProse)));
  }
  found.push(...[...text.matchAll(encodedWords)].filter((match) => isEncodedPrivateKey(text, match)));
  return found.map(({ index }) => index);
}

/**
 * Whether the encoded words are in the first line of a key. The encoded text can be a document that contains the key.
 */
function isEncodedPrivateKey(
  text: string,
  { 0: words, 1: atFirst, 2: atSecond, index }: RegExpExecArray,
): boolean {
  const skipped = dependentCharacters[atFirst !== undefined ? 0 : atSecond !== undefined ? 1 : 2];
  const end = index + words.length;
  const before = splitBase64(text.slice(Math.max(0, index - encodedBefore), index)).at(-1) ?? '';
  const [after = ''] = splitBase64(text.slice(end, end + encodedAfter));
  const groups = Math.floor((before.length - skipped) / 4);
  if (groups < 0) return false;
  const encoded =
    before.slice(before.length - skipped - 4 * groups) + words.replaceAll(lineBreaks, '') + after;
  return atob(encoded.slice(0, encoded.length - (encoded.length % 4))).search(header) >= 0;
}

/** Splits a text into Base64 parts (RFC 4648, sections 4 and 5) without line breaks. */
function splitBase64(text: string): readonly string[] {
  const joined = text.replaceAll(lineBreaks, '').replaceAll('-', '+').replaceAll('_', '/');
  return joined.split(/[^A-Za-z0-9+/]/);
}

/** Whether enough of a key follows, or the header is on its own line with something like a key below it. */
function isPrivateKey(text: string, { 0: line, index }: RegExpExecArray, isProse: boolean): boolean {
  const before = text.slice(Math.max(0, index - keyContext), index);
  const after = text.slice(index + line.length, index + keyReach);
  if ((body.exec(after)?.[1] ?? '').length >= 40) return true;
  const short = shortBody.exec(after);
  if (isProse || !short || !lineStart.test(before)) return false;
  const [all, key = '', next = ''] = short;
  if (key === '') return all === after;
  return /^[\s\\"'`=]?$/.test(next) && !/^(?:your|key|here|base|content|data|x+|MII\w?)$/i.test(key);
}

const keyStores: readonly string[] = ['feedfeed', 'cececece', '03d9a29a'];

/**
 * Whether a file begins like a keystore (JKS, JCEKS, KeePass, PKCS #12) or a private key in DER (PKCS #1, #8, SEC 1).
 */
export function isKeyStore(head: Uint8Array): boolean {
  const hex = Array.from(head.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (keyStores.some((magic) => hex.startsWith(magic))) return true;
  // SEQUENCE { INTEGER version, … }: 3 is PKCS #12; 0 is PKCS #8 or PKCS #1; 1 is SEC 1.
  return /^30(?:[0-7].|81..|82.{4}|83.{6}|80)0201(?:0330|0030|0002|0104)/.test(hex);
}
