import { locateAssignments, splitRows } from './locateAssignments.ts';

/** An assignment in a text. Line numbers are zero-based. */
export interface Assignment {
  readonly key: string;
  readonly value: string;
  readonly line: number;
  readonly endLine: number;
  /** The trimmed text of the comment after the value, without `#`. */
  readonly comment?: string;
  /** Whether a `#` directly after the value, without a space, truncates it: unquoted `pass#word` or `#word`. */
  readonly isTruncated?: true;
}

export interface ParsedEnv {
  /** The assignments in text order, including repeated keys. dotenv uses the last assignment of a key. */
  readonly assignments: readonly Assignment[];
  /** The lines that are neither blank, nor comments, nor parts of an assignment. */
  readonly strayLines: readonly number[];
}

/** Returns the value of each key. If a key is assigned more than once, the last value is used. */
export function readEnvValues(text: string): ReadonlyMap<string, string> {
  return new Map(parseEnv(text).assignments.map(({ key, value }) => [key, value]));
}

/** Parses the text of a `.env` file. All values are those that dotenv reads. */
export function parseEnv(text: string): ParsedEnv {
  const rows = splitRows(text);
  const locatedAssignments = locateAssignments(rows);
  const lines: number[] = [];
  let line = 0;
  for (const { lineEnd } of rows) {
    lines.push(line);
    if (/[\r\n]/.test(lineEnd)) line++;
  }
  const assignedRows = new Set<number>();
  for (const { row, endRow } of locatedAssignments)
    for (let index = row; index <= endRow; index++) assignedRows.add(index);
  const strayLines = rows.flatMap(({ text: rowText }, row) =>
    assignedRows.has(row) || /^\s*(?:#|$)/.test(rowText) ? [] : (lines[row] ?? 0),
  );
  return {
    assignments: locatedAssignments.map(({ key, value, row, endRow, commentStart, isTruncated }) => ({
      key,
      value,
      line: lines[row] ?? 0,
      endLine: lines[endRow] ?? 0,
      ...(commentStart !== undefined && { comment: rows[endRow]?.text.slice(commentStart + 1).trim() ?? '' }),
      ...(isTruncated && { isTruncated }),
    })),
    strayLines: [...new Set(strayLines)],
  };
}
