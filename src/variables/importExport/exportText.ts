import { editEnv } from '../env/editEnv.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import { envValues } from '../env/parseEnv.ts';
import type { KnownVariable } from '../variable.ts';

/** Why a variable is only named: its value isn't given, not known here, or not to be written in a `.env` text. */
export type OmissionReason = 'secret' | 'unknown' | 'unwritable';

/** What becomes of a variable in a text. */
export type ExportLine =
  | { readonly key: string; readonly value: string; readonly text: string }
  | { readonly key: string; readonly reason: OmissionReason };

/** The words of a comment that names a key: the key first, all on one line. */
export type FormatComment = (key: string, reason: OmissionReason) => string;

export function toExportLines(variables: readonly KnownVariable[]): readonly ExportLine[] {
  return variables.map(({ key, value, isSecret }) => {
    if (isSecret) return { key, reason: 'secret' };
    if (value === undefined) return { key, reason: 'unknown' };
    const text = formatAssignment(key, value);
    return text === undefined ? { key, reason: 'unwritable' } : { key, value, text };
  });
}

/** A text of its own. */
export function formatExport(lines: readonly ExportLine[], comment: FormatComment): string {
  return lines.map((line) => `${formatExportLine(line, comment)}\n`).join('');
}

export interface MergedExport {
  readonly text: string;
  /** Keys that are only named and that the text assigns: left as they were. */
  readonly kept: readonly string[];
}

/**
 * The text with these variables changed or added, all else as it was. `undefined`: the text would be read as something
 * else afterwards, as where a quote before isn't closed.
 */
export function mergeExport(
  text: string,
  lines: readonly ExportLine[],
  comment: FormatComment,
): MergedExport | undefined {
  const before = envValues(text);
  const ours = new Map<string, string>();
  const edits = new Map<string, string>();
  const there = new Set(text.split(/[\r\n]+/));
  const named: string[] = [];
  const kept: string[] = [];
  for (const line of lines) {
    if ('text' in line) {
      ours.set(line.key, line.value);
      if (before.get(line.key) !== line.value) edits.set(line.key, line.text);
    } else if (before.has(line.key)) kept.push(line.key);
    else if (!there.has(formatExportLine(line, comment))) named.push(formatExportLine(line, comment));
  }
  const edited = editEnv(text, edits);
  const lineEnd = /\r\n?|\n/.exec(text)?.[0] ?? '\n';
  const gap = named.length === 0 || /(^|[\r\n])$/.test(edited) ? '' : lineEnd;
  const after = edited + gap + named.map((one) => one + lineEnd).join('');
  return haveSameValues(envValues(after), new Map([...before, ...ours])) ? { text: after, kept } : undefined;
}

function formatExportLine(line: ExportLine, comment: FormatComment): string {
  return 'text' in line ? line.text : `# ${comment(line.key, line.reason)}`;
}

function haveSameValues(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
