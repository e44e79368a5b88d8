import { editEnv } from '../env/editEnv.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import { readEnvValues } from '../env/parseEnv.ts';
import type { KnownVariable } from '../variable.ts';

/**
 * The reason why a value isn't written. `unknown`: the service doesn't return it. `unwritable`: a `.env` file can't
 * hold it.
 */
export type OmissionReason = 'secret' | 'unknown' | 'unwritable';

/** A line of an export: an assignment, or a comment that names the key. */
export type ExportLine =
  | { readonly key: string; readonly value: string; readonly text: string }
  | { readonly key: string; readonly reason: OmissionReason };

/** Returns the comment for a key on one line. It must start with the key. */
export type FormatComment = (key: string, reason: OmissionReason) => string;

export function toExportLines(variables: readonly KnownVariable[]): readonly ExportLine[] {
  return variables.map(({ key, value, isSecret }) => {
    if (isSecret) return { key, reason: 'secret' };
    if (value === undefined) return { key, reason: 'unknown' };
    const text = formatAssignment(key, value);
    return text === undefined ? { key, reason: 'unwritable' } : { key, value, text };
  });
}

/** Formats a new file. */
export function formatExport(lines: readonly ExportLine[], formatComment: FormatComment): string {
  return lines.map((line) => `${formatExportLine(line, formatComment)}\n`).join('');
}

export interface MergedExport {
  readonly text: string;
  /** The keys that the file assigns but whose values can't be exported. Their assignments aren't changed. */
  readonly unchangedKeys: readonly string[];
}

/**
 * Changes or adds variables in a text, and keeps the rest. Returns `undefined` if other values would change, for
 * example because of an unclosed quotation.
 */
export function mergeExport(
  text: string,
  lines: readonly ExportLine[],
  formatComment: FormatComment,
): MergedExport | undefined {
  const existingValues = readEnvValues(text);
  const writtenValues = new Map<string, string>();
  const edits = new Map<string, string>();
  const existingLines = new Set(text.split(/[\r\n]+/));
  const comments: string[] = [];
  const unchangedKeys: string[] = [];
  for (const line of lines) {
    if ('text' in line) {
      writtenValues.set(line.key, line.value);
      if (existingValues.get(line.key) !== line.value) edits.set(line.key, line.text);
    } else if (existingValues.has(line.key)) unchangedKeys.push(line.key);
    else if (!existingLines.has(formatExportLine(line, formatComment)))
      comments.push(formatExportLine(line, formatComment));
  }
  const editedText = editEnv(text, edits);
  const lineEnd = /\r\n?|\n/.exec(text)?.[0] ?? '\n';
  const gap = comments.length === 0 || /(^|[\r\n])$/.test(editedText) ? '' : lineEnd;
  const mergedText = editedText + gap + comments.map((one) => one + lineEnd).join('');
  return haveSameValues(readEnvValues(mergedText), new Map([...existingValues, ...writtenValues]))
    ? { text: mergedText, unchangedKeys }
    : undefined;
}

function formatExportLine(line: ExportLine, formatComment: FormatComment): string {
  return 'text' in line ? line.text : `# ${formatComment(line.key, line.reason)}`;
}

function haveSameValues(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
