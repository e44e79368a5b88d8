import { parseDotenv } from './locateAssignments.ts';

/** Matches values that every program, including a shell, reads literally without quotation marks. */
const unquotedValue = /^[\w./:@%+,=-]+$/;

/**
 * Formats `KEY=value` in a notation that dotenv reads back as exactly this value, regardless of the surrounding text, unless
 * that has an unclosed quotation or `KEY:`. Returns `undefined` if there is no such notation, which is the case for keys
 * with characters other than `\w.-`, for `__proto__`, and for values (where "quote" means one without a backslash before
 * it, and "escape" a backslash with `n` or `r` after it)
 *
 * - with `#`, `'`, `` ` ``, and either `"` or an escape;
 * - with a line feed, `'`, `` ` ``, and an escape;
 * - with a carriage return and an escape, or with a carriage return, `#`, and `"`;
 * - that end in a backslash, and contain a `#` or a line end, or start with a blank or `"`. Possible without `#` if the value
 *   has a `"` and no escape, or, without a line end, a `'` or a `` ` ``;
 * - with U+2028 or U+2029 in some positions: dotenv treats them as line ends, and there is no escape for them.
 */
export function formatAssignment(key: string, value: string): string | undefined {
  return candidateNotations(value)
    .filter(closesQuote)
    .map((notation) => `${key}=${notation}`)
    .find((text) => parseDotenv(text)[key] === value);
}

/** Returns the notations to try, the most readable ones first. */
function candidateNotations(value: string): readonly string[] {
  if (unquotedValue.test(value)) return [value];
  const escapedValue = value.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  const [single, double, tick] = [`'${value}'`, `"${value}"`, `\`${value}\``];
  const clean = [single, double, tick, `"${escapedValue}"`].filter((text) => !hasInnerQuote(text));
  // The last resort is quotation marks around quotation marks: dotenv reads to the end of the line, and removes the
  // outer ones.
  return [...clean, value, `"${escapedValue}"`, single, tick];
}

function hasInnerQuote(notation: string): boolean {
  return notation.indexOf(notation[0] ?? '', 1) < notation.length - 1;
}

/**
 * Whether the notation closes its quotation. dotenv looks for the next quotation mark without a backslash, also on
 * later lines, so the following lines would otherwise become a part of the value.
 */
function closesQuote(notation: string): boolean {
  return !/^['"`]/.test(notation) || /^(['"`])[\s\S]*?(?<!\\)\1/.test(notation);
}
