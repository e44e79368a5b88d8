import { parseDotenv } from './dotenv.ts';

/** What every reader takes as it stands, shells too */
const unquotedValue = /^[\w./:@%+,=-]+$/;

/**
 * `KEY=value` in the notation that dotenv reads back as exactly this value, whatever stands before and after it, as
 * long as what stands before leaves no quote and no `KEY:` open. `undefined` where there is none, which is for a value
 * (where "quote" is one without a backslash before it, and "escape" a backslash with `n` or `r` behind it)
 *
 * - with `#`, `'`, `` ` `` and either `"` or an escape;
 * - with a line feed, `'`, `` ` `` and an escape;
 * - with a carriage return and an escape, or with a carriage return, `#` and `"`;
 * - that ends in a backslash and has a `#`, a line end, or a blank or `"` at its start. Possible without `#` where
 *   there is a `"` and no escape; or, without a line end, a `'` or a `` ` ``;
 * - with U+2028 or U+2029 in some places: they end a line for dotenv, and can't be written otherwise.
 *
 * And for a key of other characters than `\w.-`, and for `__proto__`.
 */
export function formatAssignment(key: string, value: string): string | undefined {
  return candidateNotations(value)
    .filter(closesQuote)
    .map((notation) => `${key}=${notation}`)
    .find((text) => parseDotenv(text)[key] === value);
}

/** The most readable first. What dotenv makes of them is asked later. */
function candidateNotations(value: string): readonly string[] {
  if (unquotedValue.test(value)) return [value];
  const written = value.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  const [single, double, tick] = [`'${value}'`, `"${value}"`, `\`${value}\``];
  const clean = [single, double, tick, `"${written}"`].filter((text) => !hasInnerQuote(text));
  // At last, quotes around quotes: dotenv then reads up to the end of the line, and takes the outer ones off.
  return [...clean, value, `"${written}"`, single, tick];
}

function hasInnerQuote(notation: string): boolean {
  return notation.indexOf(notation[0] ?? '', 1) < notation.length - 1;
}

/**
 * dotenv looks for the closing quote up to the next one without a backslash, on later lines too: there must be one
 * within the notation, or what follows has a say in the value.
 */
function closesQuote(notation: string): boolean {
  return !/^['"`]/.test(notation) || /^(['"`])[\s\S]*?(?<!\\)\1/.test(notation);
}
