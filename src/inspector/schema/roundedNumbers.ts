import { canonicalNumber } from './decimal.ts';

/** A number that JavaScript can't represent exactly. */
interface RoundedNumber {
  readonly text: string;
  /** The number that is sent instead, or `undefined` if the number is too large for JavaScript. */
  readonly sentText: string | undefined;
}

/** A number in a JSON text. */
interface NumberToken {
  readonly start: number;
  readonly text: string;
}

/** A string, or the beginning of a number that JavaScript might write differently: with 16 or more digits, with an exponent, or -0. */
const unsafeNumberOrString = /"|-?(?:[\d.]{16}|[\d.]{1,15}[eE]|0(?<=-0))/g;
const numberCharacter = /[\d.eE+-]/;

/** Finds the numbers of a JSON text that JavaScript might write differently, but not in strings. */
export function* findUnsafeNumbers(json: string): Generator<NumberToken> {
  const next = new RegExp(unsafeNumberOrString);
  for (let found = next.exec(json); found; found = next.exec(json)) {
    const start = found.index;
    let end = next.lastIndex;
    if (found[0] === '"') end = findStringEnd(json, start);
    else {
      // A regular expression overflows the stack if a number has millions of digits.
      while (numberCharacter.test(json[end] ?? '')) end += 1;
      yield { start, text: json.slice(start, end) };
    }
    next.lastIndex = end;
  }
}

/** Returns the index after the closing quotation mark of a string. */
function findStringEnd(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (json[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return json.length;
}

/** Finds the numbers of a JSON text that are sent with other digits. Lists each of them only once. */
export function findRoundedNumbers(json: string): readonly RoundedNumber[] {
  const found = new Map<string, RoundedNumber>();
  for (const { text } of findUnsafeNumbers(json)) {
    const changed = found.has(text) ? undefined : describeRounding(text);
    if (changed) found.set(text, changed);
  }
  return [...found.values()];
}

/** A number with so few digits, and such a small exponent, that JavaScript always represents it exactly. */
const alwaysExactNumber = /^[+-]?(?:[\d.]{1,15}|[\d.]{1,14}e[+-]?\d{1,2})$/i;

/** Returns how a number is rounded, or `undefined` if all of its digits are sent. */
export function describeRounding(text: string): RoundedNumber | undefined {
  if (text.length <= 20 && alwaysExactNumber.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return { text, sentText: undefined };
  const sentText = JSON.stringify(value);
  return sentText === text || canonicalNumber(text) === canonicalNumber(sentText)
    ? undefined
    : { text, sentText };
}
