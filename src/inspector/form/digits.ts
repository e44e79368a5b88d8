/** A number whose digits JavaScript doesn't keep, and what is sent for it. */
export interface ChangedNumber {
  readonly said: string;
  /** `undefined`: it is too large for a number at all. */
  readonly sent: string | undefined;
}

/** Texts are skipped as a whole: what is in them are no numbers. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gis;

/** The numbers of a JSON text that are sent with other digits, each once. */
export function changedNumbers(json: string): readonly ChangedNumber[] {
  const found = new Map<string, ChangedNumber>();
  for (const [token] of json.matchAll(tokens)) {
    const changed = token.startsWith('"') || found.has(token) ? undefined : changedNumber(token);
    if (changed) found.set(token, changed);
  }
  return [...found.values()];
}

/** Whether a JSON text has a number that JavaScript writes in another way: by other digits, or without the sign of -0. */
export function hasChangedNumber(json: string): boolean {
  for (const [token] of json.matchAll(tokens)) {
    if (token.startsWith('"')) continue;
    if (changedNumber(token) || (token.startsWith('-') && Number(token) === 0)) return true;
  }
  return false;
}

/** `undefined`: all of its digits are sent. */
export function changedNumber(said: string): ChangedNumber | undefined {
  // So few digits and so small an exponent are always kept.
  if (said.length <= 15 && !/e/i.test(said)) return undefined;
  const value = Number(said);
  if (!Number.isFinite(value)) return { said, sent: undefined };
  const sent = JSON.stringify(value);
  return numberKey(said) === numberKey(sent) ? undefined : { said, sent };
}

/** Characters of an exponent that is added to the place of the point: spellings with a longer one aren't unified. */
const longestExponent = 15;

/** Returns the same text for all spellings of a number. */
export function numberKey(number: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${part}`;
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return '0';
  // A server can send any exponent, and conversion of a long one takes seconds.
  if (exponent.length > longestExponent) {
    const [, minus = '', shown = ''] = /^([+-]?)0*(\d*)$/.exec(exponent) ?? [];
    return `${sign.replace('+', '')}${digits.slice(start, end)}.${part.length}e${minus.replace('+', '')}${shown}`;
  }
  const power = BigInt(exponent.replace('+', '')) - BigInt(part.length) + BigInt(digits.length - end);
  return `${sign.replace('+', '')}${digits.slice(start, end)}e${power}`;
}
