import { canonicalNumber } from './decimal.ts';

/** A number that JavaScript can't represent exactly. */
interface RoundedNumber {
  readonly text: string;
  /** The number that is sent instead. `undefined` if the number is too large for JavaScript. */
  readonly sentText: string | undefined;
}

/** A number in a JSON text, and the index of its first character. */
interface NumberToken {
  readonly start: number;
  readonly text: string;
}

/**
 * The beginning of a string, or of a number that JavaScript might write differently: with 16 or more digits, with an
 * exponent, or -0.
 */
const unsafeNumberOrString = /"|-?(?:[\d.]{16}|[\d.]{1,15}[eE]|0(?<=-0))/g;
const numberCharacter = /[\d.eE+-]/;

/** Finds the numbers in a JSON text that JavaScript might write differently. Ignores digits in strings. */
export function* findUnsafeNumbers(json: string): Generator<NumberToken> {
  const pattern = new RegExp(unsafeNumberOrString);
  for (let match = pattern.exec(json); match; match = pattern.exec(json)) {
    const start = match.index;
    let end = pattern.lastIndex;
    if (match[0] === '"') end = findStringEnd(json, start);
    else {
      // A regular expression overflows the stack if a number has millions of digits.
      while (numberCharacter.test(json[end] ?? '')) end += 1;
      yield { start, text: json.slice(start, end) };
    }
    pattern.lastIndex = end;
  }
}

/** Returns the index after the closing quotation mark of a string. */
function findStringEnd(json: string, start: number): number {
  for (let index = json.indexOf('"', start + 1); index >= 0; index = json.indexOf('"', index + 1)) {
    let backslashStart = index;
    while (json[backslashStart - 1] === '\\') backslashStart -= 1;
    // An even number of backslashes escapes only backslashes.
    if ((index - backslashStart) % 2 === 0) return index + 1;
  }
  return json.length;
}

/** Finds the numbers in a JSON text that would be sent with other digits, or are too large to send. Lists each of them only once. */
export function findRoundedNumbers(json: string): readonly RoundedNumber[] {
  const roundedNumbers = new Map<string, RoundedNumber>();
  for (const { text } of findUnsafeNumbers(json)) {
    const rounded = roundedNumbers.has(text) ? undefined : describeRounding(text);
    if (rounded) roundedNumbers.set(text, rounded);
  }
  return [...roundedNumbers.values()];
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
