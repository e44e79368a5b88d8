/** The replacement of a secret. */
export const maskText = '•••';

/** Minimum length of a secret in characters. */
const minSecretLength = 4;

/**
 * Whether the text consists of words and short numbers with separators, such as `invalid_token`, `/etc/app/key`, and
 * `refreshToken`. Such texts are hardly ever secrets.
 */
export function looksLikeWords(text: string): boolean {
  return /^[-_./:,!?]*(?:[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})*|[A-Z]+|\d{1,4})(?:[-_./:,!?]+(?:[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})*|[A-Z]+|\d{1,4}))*[-_./:,!?]*$/.test(
    text,
  );
}

/** Whether the text is a number, with or without a unit. */
export function isPlainNumber(text: string): boolean {
  return /^[-+]?\d[\d.,_]*(?:%|[a-z]{1,2})?$/i.test(text);
}

/** Matches names of secrets with any prefix (`GITHUB_TOKEN`, `x-api-key`), up to the start of the value. */
const namePattern = new RegExp(
  [
    '(',
    // These tokens identify a page or an operation, and aren't secret.
    '(?<!(?:progress|next|page|continuation|cancell?ation|sync)[_-]?)token',
    '|secrets?|passw(?:or)?ds?|passphrase|(?<=\\w[_-])pass|pwd|credentials?',
    '|api[_-]?keys?|(?:access|secret|private|signing|encryption|master)[_-]?key|(?<=[?&])sig',
    '|authorization|cookies?',
    ')',
    '(\\\\*["\'`]|)[ \\t]*(=>|:=|={1,3}|:|%3D)[ \\t]*',
  ].join(''),
  'gi',
);

/** A value without quotation marks, which ends before any of these characters. */
const bareValue = /[^\s"'`\\,;&<>(){}[\]]+/y;
const openingQuote = /\\*["'`]/y;
/** A scheme followed by one credential or by parameters (RFC 9110, section 11.4). */
const scheme = /([a-z][\w-]{0,40})[ \t]+/iy;
const knownSchemes =
  /^(?:bearer|basic|digest|token|api-?key|key|negotiate|ntlm|hmac|oauth|dpop|hawk|signature)$/i;
const parameter = '[\\w-]{1,60}=(?:\\\\*"[^"\\\\\\r\\n]*\\\\*"|[^\\s,"\'\\\\]+)';
const parameters = new RegExp(`${parameter}(?:,[ \\t]*${parameter})*`, 'y');
/** The value of a Cookie or Set-Cookie header (RFC 6265). */
const cookies = /[^\s=;,"'\\]{1,100}=(?:"[^"\\\r\n]*"|[^;"'\\\r\n]*)(?:;[^;"'\\\r\n]*(?:"[^"\\\r\n]*")?)*/y;

/** Values that report a missing or invalid secret. */
const missingSecretPattern = /^(?:null|undefined|none|true|false|required|missing|invalid|expired)$/i;

/**
 * Longer values always count as secrets. A value that isn't masked is searched again for names of secrets, so its
 * length must be limited.
 */
const maxInspectedLength = 200;

interface SecretName {
  readonly name: string;
  /**
   * The closing quotation mark of the name, with backslashes if the name is in nested JSON. Empty if the name has no
   * quotation marks.
   */
  readonly quote: string;
  readonly separator: string;
}

/** A part of the text that is replaced by `text`: from `start` up to but not including `end`. */
interface MaskedSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Masks values with the name of a secret: `key=value`, `"key": "value"`, `Authorization: …`, and `Cookie: …`. */
export function maskNamedSecrets(text: string): string {
  let result = '';
  let maskedUntil = 0;
  namePattern.lastIndex = 0;
  for (let match = namePattern.exec(text); match; match = namePattern.exec(text)) {
    const [, name = '', quote = '', separator = ''] = match;
    for (const span of findSpans(text, namePattern.lastIndex, { name, quote, separator })) {
      result += text.slice(maskedUntil, span.start) + span.text;
      maskedUntil = span.end;
      // Don't search for names inside a secret.
      namePattern.lastIndex = maskedUntil;
    }
  }
  return maskedUntil === 0 ? text : result + text.slice(maskedUntil);
}

function findSpans(text: string, start: number, name: SecretName): readonly MaskedSpan[] {
  const quoted = findQuotedSpan(text, start);
  if (quoted) return isSecretValue(text.slice(quoted.start, quoted.end), name, true) ? [quoted] : [];
  if (text[start] === '[') return findListSpans(text, start + 1, name);
  const header = findHeaderSpan(text, start, name);
  if (header) return [header];
  const end = findMatchEnd(bareValue, text, start);
  if (end === undefined || !isSecretValue(text.slice(start, end), name, false)) return [];
  // A number in JSON becomes a string, so that the JSON stays valid.
  return [{ start, end, text: `${name.quote}${maskText}${name.quote}` }];
}

/** Returns the spans of strings in a list, as for headers with several values. */
function findListSpans(text: string, start: number, name: SecretName): readonly MaskedSpan[] {
  const spans: MaskedSpan[] = [];
  for (let position = findMatchEnd(/\s*/y, text, start) ?? start; ; ) {
    const quoted = findQuotedSpan(text, position);
    if (!quoted) return spans;
    if (isSecretValue(text.slice(quoted.start, quoted.end), name, true)) spans.push(quoted);
    const next = findMatchEnd(/\\*["'`]\s*,\s*/y, text, quoted.end);
    if (next === undefined) return spans;
    position = next;
  }
}

/** Returns the span of an Authorization or Cookie header without quotation marks. */
function findHeaderSpan(text: string, start: number, { name }: SecretName): MaskedSpan | undefined {
  if (/^cookie/i.test(name)) {
    const end = findMatchEnd(cookies, text, start);
    return end === undefined ? undefined : { start, end, text: maskText };
  }
  if (!/^authorization$/i.test(name)) return undefined;
  const from = findMatchEnd(scheme, text, start);
  if (from === undefined) return undefined;
  const end = findMatchEnd(parameters, text, from) ?? findMatchEnd(bareValue, text, from);
  if (end === undefined) return undefined;
  const value = text.slice(from, end);
  if (value.length < minSecretLength || missingSecretPattern.test(value)) return undefined;
  const isKnown = knownSchemes.test(text.slice(start, from).trimEnd());
  return isKnown || value.length > maxInspectedLength || !looksLikeWords(value)
    ? { start: from, end, text: maskText }
    : undefined;
}

function isSecretValue(value: string, { name, quote, separator }: SecretName, isQuoted: boolean): boolean {
  if (value.length < minSecretLength || missingSecretPattern.test(value)) return false;
  if (isQuoted || value.length > maxInspectedLength) return true;
  if (/^authorization$/i.test(name) && knownSchemes.test(value)) return false;
  if (/^token$/i.test(name) && isPlainNumber(value)) return false;
  if (/^pwd$/i.test(name) && /^(?:[/~]|[a-z]:)/i.test(value)) return false;
  // "token: expired" is a sentence, but "token=expired" isn't.
  const isSentence = separator === ':' && quote === '';
  return !isSentence || (value.length >= 6 && !looksLikeWords(value));
}

/** Returns the span of a string in quotation marks, or up to the end of the line if the closing mark is missing. */
function findQuotedSpan(text: string, start: number): MaskedSpan | undefined {
  const from = findMatchEnd(openingQuote, text, start);
  if (from === undefined) return undefined;
  const quote = text[from - 1];
  const depth = from - 1 - start;
  let backslashes = 0;
  let position = from;
  for (; position < text.length; position++) {
    const character = text[position];
    if (character === '\n' || character === '\r') break;
    if (character === quote && isClosingQuote(backslashes, depth)) break;
    backslashes = character === '\\' ? backslashes + 1 : 0;
  }
  // Of the backslashes before the closing mark, only as many belong to the mark as the opening one has.
  const end = position - Math.min(backslashes, text[position] === quote ? depth : 0);
  return { start: from, end, text: maskText };
}

/**
 * Whether a quotation mark after this number of backslashes closes a string. Inside JSON in JSON, a mark of the inner
 * JSON has one backslash, and an escaped one has three.
 */
function isClosingQuote(backslashes: number, depth: number): boolean {
  if (backslashes % 2 === 0) return true;
  return depth > 0 && isClosingQuote(backslashes >> 1, depth >> 1);
}

/** Returns the end of a match of a sticky pattern at `start`, or `undefined`. */
function findMatchEnd(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
