import { locateAssignments, splitRows } from './locateAssignments.ts';

/** One assignment of a text. Lines count from 0, as in an editor. */
export interface Assignment {
  readonly key: string;
  readonly value: string;
  readonly line: number;
  readonly endLine: number;
  /** The words of the comment behind it, without `#`, trimmed; empty where only a `#` stands there */
  readonly comment?: string;
  /** A `#` that directly follows the value, without a space, has cut it: unquoted `pass#word`, or `#word` */
  readonly isTruncated?: true;
}

export interface ParsedEnv {
  /** In order, repeats included: the last of a key counts, as in dotenv. */
  readonly assignments: readonly Assignment[];
  /** Lines that are neither blank, comment nor part of an assignment */
  readonly strayLines: readonly number[];
}

/** The value of each key; of one that is assigned more than once, the last. */
export function envValues(text: string): ReadonlyMap<string, string> {
  return new Map(parseEnv(text).assignments.map(({ key, value }) => [key, value]));
}

/** Every value is what dotenv reads; nothing here decodes one. */
export function parseEnv(text: string): ParsedEnv {
  const rows = splitRows(text);
  const places = locateAssignments(rows);
  const lines: number[] = [];
  let line = 0;
  for (const { end } of rows) {
    lines.push(line);
    if (/[\r\n]/.test(end)) line++;
  }
  const isAssigned = new Set<number>();
  for (const { row, endRow } of places) for (let at = row; at <= endRow; at++) isAssigned.add(at);
  const stray = rows.flatMap(({ text: rowText }, row) =>
    isAssigned.has(row) || /^\s*(?:#|$)/.test(rowText) ? [] : (lines[row] ?? 0),
  );
  return {
    assignments: places.map(({ key, value, row, endRow, commentStart, isTruncated }) => ({
      key,
      value,
      line: lines[row] ?? 0,
      endLine: lines[endRow] ?? 0,
      ...(commentStart !== undefined && { comment: rows[endRow]?.text.slice(commentStart + 1).trim() ?? '' }),
      ...(isTruncated && { isCut: isTruncated }),
    })),
    strayLines: [...new Set(stray)],
  };
}
