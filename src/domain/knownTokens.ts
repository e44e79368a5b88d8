/** Tokens whose kind is known by how they begin, and the least length of what follows. */
const prefixes: readonly (readonly [prefix: string, least: number])[] = [
  ['sk-', 8],
  ['[aprs]k_', 8],
  ['whsec_', 16],
  ['gh[opsur]_', 20],
  ['github_pat_', 20],
  ['gl(?:pat|ptt|dt|rt)-', 16],
  ['xox[a-z]-', 10],
  ['xapp-', 16],
  ['npm_', 30],
  ['pypi-', 30],
  ['hf_', 30],
  ['shp(?:at|ca|pa|ss)_', 30],
  ['do[opr]_v1_', 40],
  ['ya29\\.', 20],
  ['SG\\.', 30],
];
// What can start a match is fixed text, and what a match runs over it either keeps or gives up at once.
export const prefixed = new RegExp(
  `(?<![A-Za-z0-9])(?:${prefixes.map(([prefix, least]) => `(?:${prefix})(?=[\\w.-]{${least}})`).join('|')})[\\w-]+(?:\\.[\\w-]+)*`,
  'g',
);

/** The same without their conditions: quick to say that there is none. */
export const anyPrefix = new RegExp(prefixes.map(([prefix]) => prefix).join('|'));

/** Keys of fixed length and alphabet: AWS (access key ids) and Google. */
export const fixedKeys =
  /(?<![A-Za-z0-9])(?:(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}|AIza[\w-]{35})(?![A-Za-z0-9])/g;

/** Whether a text has a token whose kind is known by how it looks, or a JWT (RFC 7519) or the start of a private key. */
export const hasKnownToken = (text: string): boolean =>
  text.search(prefixed) >= 0 ||
  text.search(fixedKeys) >= 0 ||
  /eyJ[\w-]{8,}\.[\w-]{8,}\.|-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----|\bbearer [\w.~+/-]{8,}/i.test(text);
