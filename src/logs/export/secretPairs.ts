import { isPlainNumber, looksLikeWords, maskText, shortestSecret } from './secretText.ts';

/** Names whose values are secret, however they begin (`GITHUB_TOKEN`, `x-api-key`), up to where the value starts. */
const namePattern = new RegExp(
  [
    '(',
    // Not secret: where a list goes on, and which call a progress is of.
    '(?<!(?:progress|next|page|continuation|cancell?ation|sync)[_-]?)token',
    '|secrets?|passw(?:or)?ds?|passphrase|(?<=\\w[_-])pass|pwd|credentials?',
    '|api[_-]?keys?|(?:access|secret|private|signing|encryption|master)[_-]?key|(?<=[?&])sig',
    '|authorization|cookies?',
    ')',
    '(\\\\*["\'`]|)[ \\t]*(=>|:=|={1,3}|:|%3D)[ \\t]*',
  ].join(''),
  'gi',
);

/** Which a secret in a value without quotes can't have: it would not be told where it ends. */
const bareValue = /[^\s"'`\\,;&<>(){}[\]]+/y;
const openingQuote = /\\*["'`]/y;
/** RFC 9110, §11.4: a scheme and one credential, or a scheme and parameters. */
const scheme = /([a-z][\w-]{0,40})[ \t]+/iy;
const knownSchemes =
  /^(?:bearer|basic|digest|token|api-?key|key|negotiate|ntlm|hmac|oauth|dpop|hawk|signature)$/i;
const parameter = '[\\w-]{1,60}=(?:\\\\*"[^"\\\\\\r\\n]*\\\\*"|[^\\s,"\'\\\\]+)';
const parameters = new RegExp(`${parameter}(?:,[ \\t]*${parameter})*`, 'y');
/** RFC 6265: the value of Cookie or Set-Cookie. */
const cookies = /[^\s=;,"'\\]{1,100}=(?:"[^"\\\r\n]*"|[^;"'\\\r\n]*)(?:;[^;"'\\\r\n]*(?:"[^"\\\r\n]*")?)*/y;

/** Values that say that there is none, or what is wrong with it. */
const noSecret = /^(?:null|undefined|none|true|false|required|missing|invalid|expired)$/i;

/** A longer one is taken for a secret unseen: values that are kept are looked at more than once. */
const maxInspectedLength = 200;

interface SecretName {
  readonly name: string;
  /** What closes the name: a quote, in JSON within JSON with backslashes, or nothing. */
  readonly quote: string;
  readonly separator: string;
}

/** From `start` until `end` stands a secret. */
interface MaskedSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Masks what stands under the name of a secret: `key=value`, `"key": "value"`, `Authorization: …`, `Cookie: …`. */
export function maskPairs(text: string): string {
  let result = '';
  let done = 0;
  namePattern.lastIndex = 0;
  for (let match = namePattern.exec(text); match; match = namePattern.exec(text)) {
    const [, name = '', quote = '', separator = ''] = match;
    for (const span of findSpans(text, namePattern.lastIndex, { name, quote, separator })) {
      result += text.slice(done, span.start) + span.text;
      done = span.end;
      // Names within a secret are part of it.
      namePattern.lastIndex = done;
    }
  }
  return done === 0 ? text : result + text.slice(done);
}

function findSpans(text: string, start: number, name: SecretName): readonly MaskedSpan[] {
  const quoted = findQuotedSpan(text, start);
  if (quoted) return isSecretValue(text.slice(quoted.start, quoted.end), name, true) ? [quoted] : [];
  if (text[start] === '[') return findListSpans(text, start + 1, name);
  const header = findHeaderSpan(text, start, name);
  if (header) return [header];
  const end = findMatchEnd(bareValue, text, start);
  if (end === undefined || !isSecretValue(text.slice(start, end), name, false)) return [];
  // A number in JSON becomes a text, so that the JSON stays valid.
  return [{ start, end, text: `${name.quote}${maskText}${name.quote}` }];
}

/** The texts of a list: headers can come more than once. */
function findListSpans(text: string, start: number, name: SecretName): readonly MaskedSpan[] {
  const spans: MaskedSpan[] = [];
  for (let at = findMatchEnd(/\s*/y, text, start) ?? start; ; ) {
    const quoted = findQuotedSpan(text, at);
    if (!quoted) return spans;
    if (isSecretValue(text.slice(quoted.start, quoted.end), name, true)) spans.push(quoted);
    const next = findMatchEnd(/\\*["'`]\s*,\s*/y, text, quoted.end);
    if (next === undefined) return spans;
    at = next;
  }
}

/** The value of Authorization and Cookie where no quotes say how far it goes. */
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
  if (value.length < shortestSecret || noSecret.test(value)) return undefined;
  const isKnown = knownSchemes.test(text.slice(start, from).trimEnd());
  return isKnown || value.length > maxInspectedLength || !looksLikeWords(value)
    ? { start: from, end, text: maskText }
    : undefined;
}

function isSecretValue(value: string, { name, quote, separator }: SecretName, isQuoted: boolean): boolean {
  if (value.length < shortestSecret || noSecret.test(value)) return false;
  if (isQuoted || value.length > maxInspectedLength) return true;
  if (/^authorization$/i.test(name) && knownSchemes.test(value)) return false;
  if (/^token$/i.test(name) && isPlainNumber(value)) return false;
  if (/^pwd$/i.test(name) && /^(?:[/~]|[a-z]:)/i.test(value)) return false;
  // "token: expired" is a sentence, "token=expired" isn't.
  const isSentence = separator === ':' && quote === '';
  return !isSentence || (value.length >= 6 && !looksLikeWords(value));
}

/** What stands between quotes; without the closing one, up to the end of the line. */
function findQuotedSpan(text: string, start: number): MaskedSpan | undefined {
  const from = findMatchEnd(openingQuote, text, start);
  if (from === undefined) return undefined;
  const quote = text[from - 1];
  const depth = from - 1 - start;
  let backslashes = 0;
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at];
    if (character === '\n' || character === '\r') break;
    if (character === quote && isClosingQuote(backslashes, depth)) break;
    backslashes = character === '\\' ? backslashes + 1 : 0;
  }
  // Of the backslashes before the closing quote, as many are its own as the opening one has.
  const end = at - Math.min(backslashes, text[at] === quote ? depth : 0);
  return { start: from, end, text: maskText };
}

/** In JSON within JSON, a quote of the inner one has a backslash, and one within its texts has three. */
function isClosingQuote(backslashes: number, depth: number): boolean {
  if (backslashes % 2 === 0) return true;
  return depth > 0 && isClosingQuote(backslashes >> 1, depth >> 1);
}

/** Where a match of a sticky pattern at `start` ends. */
function findMatchEnd(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
