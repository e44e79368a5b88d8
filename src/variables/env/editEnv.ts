import {
  type EnvRow,
  joinRows,
  type LocatedAssignment,
  locateAssignments,
  splitRows,
} from './locateAssignments.ts';
import { parseEnv } from './parseEnv.ts';

/** What is to become of a key: a whole assignment as text (may span lines), or null to take it out. */
export type EnvEdits = ReadonlyMap<string, string | null>;

const byteOrderMark = '\uFEFF';
/** With a line behind it, dotenv takes that line for the value. */
const openColonLine = /^\s*(?:export\s+)?[\w.-]+:$/;

/**
 * The text with those keys changed in place; new ones at the end. Of a key that is assigned more than once, the last
 * is changed and the others go. Everything else stays as it is: comments, also those behind changed assignments that
 * bring none of their own, `export`, indentation, order, blank lines, byte order mark, kind of line end. What a `#` has
 * cut off a value goes with it.
 */
export function editEnv(text: string, edits: EnvEdits): string {
  const start = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const rows = splitRows(text.slice(start.length));
  const lineEnd = rows.find(({ end }) => /[\r\n]/.test(end))?.end ?? '\n';
  const places = locateAssignments(rows).filter(({ key }) => edits.has(key));
  const lastOf = new Map(places.map((place) => [place.key, place]));
  const withLineEnds = (given: string) => given.replaceAll(/\r\n?|\n/g, lineEnd);

  let result = start;
  let done = 0;
  for (const place of places) {
    result += joinRows(rows.slice(done, place.row));
    done = place.endRow + 1;
    const given = lastOf.get(place.key) === place ? (edits.get(place.key) ?? null) : null;
    if (given !== null)
      result += replaceAssignment(rows, place, withLineEnds(given)) + (rows[place.endRow]?.end ?? '');
  }
  result += joinRows(rows.slice(done));

  const added = [...edits].filter(([key, given]) => given !== null && !lastOf.has(key));
  if (added.length === 0) return result;
  if (result !== start && !/[\r\n]$/.test(result)) result += lineEnd;
  if (openColonLine.test(splitRows(result).at(-2)?.text ?? '')) result += lineEnd;
  return result + added.map(([, given]) => withLineEnds(given ?? '') + lineEnd).join('');
}

/** The given assignment with what stood around the one that was there */
function replaceAssignment(
  rows: readonly EnvRow[],
  { row, endRow, keyStart, commentStart, isTruncated }: LocatedAssignment,
  given: string,
): string {
  const before = rows[row]?.text.slice(0, keyStart) ?? '';
  const isWhole = /^\s*export\s/.test(given);
  const isAlone = isTruncated || hasComment(given);
  return (isWhole ? '' : before) + given + (isAlone ? '' : trailingComment(rows[endRow]?.text, commentStart));
}

function hasComment(given: string): boolean {
  return parseEnv(given).assignments.at(-1)?.comment !== undefined;
}

/** The comment with the blanks before it; at least one, so that it doesn't look like a part of the new value. */
function trailingComment(text = '', commentAt = text.length): string {
  if (commentAt === text.length) return '';
  const bare = text.slice(0, commentAt).trimEnd().length;
  return (text.slice(bare, commentAt) || ' ') + text.slice(commentAt);
}
