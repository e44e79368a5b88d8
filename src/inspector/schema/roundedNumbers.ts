import { canonicalNumber } from './decimal.ts';

/** A number whose digits JavaScript doesn't keep, and what is sent for it. */
export interface RoundedNumber {
  readonly text: string;
  /** `undefined`: it is too large for a number at all. */
  readonly sent: string | undefined;
}

/** A number in a JSON text: its place, and its digits. */
interface NumberToken {
  readonly start: number;
  readonly text: string;
}

/**
 * A string, or the beginning of a number that JavaScript may write in another way: it has 16 digits at least, or an exponent, or
 * is -0.
 */
const longNumberOrString = /"|-?(?:[\d.]{16}|[\d.]{1,15}[eE]|0(?<=-0))/g;
const numberCharacter = /[\d.eE+-]/;

/** The numbers of a JSON text that JavaScript may write in another way, in order. What is in strings are no numbers. */
export function* findLongNumbers(json: string): Generator<NumberToken> {
  const next = new RegExp(longNumberOrString);
  for (let found = next.exec(json); found; found = next.exec(json)) {
    const start = found.index;
    let end = next.lastIndex;
    if (found[0] === '"') end = endOfString(json, start);
    else {
      // Expressions run out of stack where a number has millions of digits.
      while (numberCharacter.test(json[end] ?? '')) end += 1;
      yield { start, text: json.slice(start, end) };
    }
    next.lastIndex = end;
  }
}

/** The index after the closing quotation mark of a string. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (json[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return json.length;
}

/** The numbers of a JSON text that are sent with other digits, each once. */
export function findRoundedNumbers(json: string): readonly RoundedNumber[] {
  const found = new Map<string, RoundedNumber>();
  for (const { text } of findLongNumbers(json)) {
    const changed = found.has(text) ? undefined : describeRounding(text);
    if (changed) found.set(text, changed);
  }
  return [...found.values()];
}

/** So few digits, with so small an exponent, are always kept. */
const alwaysExactNumber = /^[+-]?(?:[\d.]{1,15}|[\d.]{1,14}e[+-]?\d{1,2})$/i;

/** `undefined`: all of its digits are sent. */
export function describeRounding(text: string): RoundedNumber | undefined {
  if (text.length <= 20 && alwaysExactNumber.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return { text, sent: undefined };
  const sent = JSON.stringify(value);
  return sent === text || canonicalNumber(text) === canonicalNumber(sent) ? undefined : { text, sent };
}
