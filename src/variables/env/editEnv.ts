import { formatAssignment } from './formatAssignment.ts';
import {
  type EnvRow,
  joinRows,
  type LocatedAssignment,
  locateAssignments,
  splitRows,
} from './locateAssignments.ts';
import { parseEnv, readEnvValues } from './parseEnv.ts';

/** The new assignment of each key as text, which can have several lines, or `null` to remove the key. */
export type EnvEdits = ReadonlyMap<string, string | null>;

const byteOrderMark = '\uFEFF';
/** Matches a line such as `KEY:` without a value. dotenv reads the line after it as the value. */
const openColonLine = /^\s*(?:export\s+)?[\w.-]+:$/;

/**
 * Edits the assignments of keys in place, and appends new keys. If a key is assigned more than once, the last
 * assignment is edited, and the others are removed. Keeps everything else: comments (also those after an edited
 * assignment whose new text has none), `export`, indentation, order, blank lines, the byte order mark, and the kind of
 * line ends. The rest of a truncated value is removed.
 */
export function editEnv(text: string, edits: EnvEdits): string {
  const prefix = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const rows = splitRows(text.slice(prefix.length));
  const lineEnd = rows.find(({ lineEnd }) => /[\r\n]/.test(lineEnd))?.lineEnd ?? '\n';
  const assignments = locateAssignments(rows).filter(({ key }) => edits.has(key));
  const lastAssignments = new Map(assignments.map((assignment) => [assignment.key, assignment]));
  const withLineEnds = (text: string) => text.replaceAll(/\r\n?|\n/g, lineEnd);

  let result = prefix;
  let copiedRows = 0;
  for (const assignment of assignments) {
    result += joinRows(rows.slice(copiedRows, assignment.row));
    copiedRows = assignment.endRow + 1;
    const text =
      lastAssignments.get(assignment.key) === assignment ? (edits.get(assignment.key) ?? null) : null;
    if (text !== null)
      result +=
        replaceAssignment(rows, assignment, withLineEnds(text)) + (rows[assignment.endRow]?.lineEnd ?? '');
  }
  result += joinRows(rows.slice(copiedRows));

  const newEdits = [...edits].filter(([key, text]) => text !== null && !lastAssignments.has(key));
  if (newEdits.length === 0) return result;
  if (result !== prefix && !/[\r\n]$/.test(result)) result += lineEnd;
  if (openColonLine.test(splitRows(result).at(-2)?.text ?? '')) result += lineEnd;
  return result + newEdits.map(([, text]) => withLineEnds(text ?? '') + lineEnd).join('');
}

/** Returns the new assignment with the text before and after the old one. */
function replaceAssignment(
  rows: readonly EnvRow[],
  { row, endRow, keyStart, commentStart, isTruncated }: LocatedAssignment,
  text: string,
): string {
  const before = rows[row]?.text.slice(0, keyStart) ?? '';
  const hasExport = /^\s*export\s/.test(text);
  const hasOwnComment = isTruncated || hasComment(text);
  return (
    (hasExport ? '' : before) +
    text +
    (hasOwnComment ? '' : trailingComment(rows[endRow]?.text, commentStart))
  );
}

function hasComment(text: string): boolean {
  return parseEnv(text).assignments.at(-1)?.comment !== undefined;
}

/** Returns the comment with at least one space before it, so that it isn't read as a part of the value. */
function trailingComment(text = '', commentStart = text.length): string {
  if (commentStart === text.length) return '';
  const valueEnd = text.slice(0, commentStart).trimEnd().length;
  return (text.slice(valueEnd, commentStart) || ' ') + text.slice(commentStart);
}

/**
 * Sets values in the text of a `.env` file, without changing how dotenv reads the rest. If that's impossible, returns
 * the affected keys: no notation can hold their values, or an unclosed quotation would contain an assignment.
 */
export function setEnvValues(
  text: string,
  values: ReadonlyMap<string, string>,
): { readonly text: string } | { readonly failedKeys: readonly string[] } {
  const edits = new Map([...values].map(([key, value]) => [key, formatAssignment(key, value) ?? null]));
  const unwritableKeys = [...edits].flatMap(([key, written]) => (written === null ? [key] : []));
  if (unwritableKeys.length > 0) return { failedKeys: unwritableKeys };
  const edited = editEnv(text, edits);
  const expected = new Map([...readEnvValues(text), ...values]);
  const actual = readEnvValues(edited);
  const keys = new Set([...expected.keys(), ...actual.keys()]);
  const failedKeys = [...keys].filter((key) => actual.get(key) !== expected.get(key));
  return failedKeys.length > 0 ? { failedKeys } : { text: edited };
}
