import { parse } from 'dotenv';

/**
 * Matches the line ends that dotenv recognizes. Editors don't treat the last two as line ends, so a row of dotenv isn't
 * always a line of an editor.
 */
const rowEnd = /(\r\n?|[\n\u2028\u2029])/;
/** Matches the indentation with an optional `export`, and the word that can be a key. */
const firstWord = /^(\s*(?:export\s+)?)([\w.-]+)/;

/** A line of a text, as dotenv splits it. */
export interface EnvRow {
  readonly text: string;
  /** Empty only for the last row. */
  readonly lineEnd: string;
}

/** An assignment and the indexes of its rows. Each row belongs to at most one assignment. */
export interface LocatedAssignment {
  readonly key: string;
  readonly value: string;
  readonly row: number;
  readonly endRow: number;
  /** The column in `row`. */
  readonly keyStart: number;
  /** The column of the `#` in `endRow`, if a comment follows the value. */
  readonly commentStart?: number;
  readonly isTruncated?: true;
}

export function splitRows(text: string): readonly EnvRow[] {
  const parts = text.split(rowEnd);
  const rows: EnvRow[] = [];
  // The line ends are the parts with odd indexes.
  for (let index = 0; index < parts.length; index += 2)
    rows.push({ text: parts[index] ?? '', lineEnd: parts[index + 1] ?? '' });
  return rows;
}

/**
 * Locates all assignments that dotenv finds. dotenv reports neither repeated keys nor positions. Therefore, each word
 * that can be a key gets a prefix with its row number, which dotenv treats as a part of the key or of the surrounding
 * value.
 */
export function locateAssignments(rows: readonly EnvRow[]): readonly LocatedAssignment[] {
  const prefix = findUnusedWord(rows.map(({ text }) => text).join('\n'));
  const prefixedRows = rows.map((row, index) => ({
    ...row,
    text: row.text.replace(firstWord, `$1${prefix}${index}_$2`),
  }));
  const parsedAssignments = Object.entries(parseDotenv(joinRows(prefixedRows))).map(
    ([prefixedKey, value]) => {
      const end = prefixedKey.indexOf('_');
      return {
        key: prefixedKey.slice(end + 1),
        row: Number(prefixedKey.slice(prefix.length, end)),
        value: value.includes(prefix) ? value.replaceAll(new RegExp(`${prefix}\\d+_`, 'g'), '') : value,
      };
    },
  );
  return parsedAssignments.map(({ key, row, value }, index) => {
    const keyStart = firstWord.exec(rows[row]?.text ?? '')?.[1]?.length ?? 0;
    const nextRow = parsedAssignments[index + 1]?.row ?? rows.length;
    const span: AssignmentSpan = { rows, row, valueStart: keyStart + key.length, substituteKey: prefix };
    const endRow = findFirst(row, nextRow - 1, (last) => parseUpTo(span, last) === value);
    return { key, value, row, keyStart, endRow, ...findTrailingComment(span, endRow, value) };
  });
}

/** Returns a word that doesn't occur in the text. */
function findUnusedWord(text: string): string {
  const used = new Set(text.match(/HM\d+L/g));
  let nonce = 0;
  while (used.has(`HM${nonce}L`)) nonce++;
  return `HM${nonce}L`;
}

export function joinRows(rows: readonly EnvRow[]): string {
  return rows.map(({ text, lineEnd }) => text + lineEnd).join('');
}

/**
 * An assignment without its key. `valueStart`: the column after the key. `substituteKey`: the key to parse the value
 * with, which doesn't occur in the text.
 */
interface AssignmentSpan {
  readonly rows: readonly EnvRow[];
  readonly row: number;
  readonly valueStart: number;
  readonly substituteKey: string;
}

/**
 * Returns the value that dotenv reads if the text ends before `column` in the row `last` (by default after the row) and
 * continues with `more`.
 */
function parseUpTo(span: AssignmentSpan, last: number, column?: number, more = ''): string | undefined {
  const { rows, row, valueStart, substituteKey } = span;
  const before = joinRows(rows.slice(row, last)) + (rows[last]?.text.slice(0, column) ?? '');
  return parseDotenv(substituteKey + before.slice(valueStart) + more)[substituteKey];
}

function findTrailingComment(
  span: AssignmentSpan,
  endRow: number,
  value: string,
): Pick<LocatedAssignment, 'commentStart' | 'isTruncated'> {
  const text = span.rows[endRow]?.text ?? '';
  const hashColumns = [...text.matchAll(/#/g)].map(({ index }) => index);
  if (hashColumns.length === 0) return {};
  const first = findFirst(
    0,
    hashColumns.length,
    (index) => parseUpTo(span, endRow, hashColumns[index]) === value,
  );
  const commentStart = hashColumns[first];
  if (commentStart === undefined) return {};
  // If the value is in quotation marks, an added character wouldn't change it, and nothing is truncated.
  const isTruncated =
    /\S/.test(text[commentStart - 1] ?? ' ') && parseUpTo(span, endRow, commentStart, 'x') === `${value}x`;
  return isTruncated ? { commentStart, isTruncated } : { commentStart };
}

/**
 * Returns the first number for which a condition holds, by binary search. The condition must hold for all later
 * numbers, and for `last`.
 */
function findFirst(first: number, last: number, holds: (value: number) => boolean): number {
  if (first >= last || holds(first)) return first;
  let [lastFailing, firstHolding] = [first, last];
  while (firstHolding - lastFailing > 1) {
    const middle = (lastFailing + firstHolding) >> 1;
    if (holds(middle)) firstHolding = middle;
    else lastFailing = middle;
  }
  return firstHolding;
}

/**
 * Maximum number of line and paragraph separators. The time that dotenv takes for an unquoted value grows with each of
 * them.
 */
const maxSeparators = 1000;

/**
 * Parses a text with dotenv. Uses dotenv's scanner (`fast`) instead of its regular expression, which takes longer with
 * each empty line. Returns an empty object if the text has too many line and paragraph separators.
 */
export function parseDotenv(text: string): Readonly<Record<string, string>> {
  const separators = text.match(/[\u2028\u2029]/g)?.length ?? 0;
  return separators > maxSeparators ? {} : parse(text, { fast: true });
}
