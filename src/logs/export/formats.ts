import { stringifyJson } from '../../api/stringifyJson.ts';
import { omitUndefined } from '../../fields.ts';
import { stripAnsi } from '../ansi.ts';
import type { LogRow } from '../logRow.ts';
import { formatRow, formatTimestamp } from '../rowText.ts';

/** Rows to take out, in order. They must stay as they are until the end. */
export interface RowSource {
  readonly count: number;
  row(index: number): LogRow;
}

/** The formats, by the ending of their files. */
export type LogFormat = 'log' | 'jsonl';

/** Goes over every text that the service gave. */
export type Mask = (text: string) => string;

/** Some of the text: whole rows, each with its line end. */
interface TextPart {
  readonly text: string;
  /** Rows up to the end of this part, gaps included. */
  readonly rowsDone: number;
  /** Entries in this part. */
  readonly entries: number;
}

/** Characters of a part, but for the row that ends it: large enough to write, small enough not to block a host. */
const partLength = 256 * 1024;

/** The longest of the usual types, `WARNING`. */
const typeWidth = 7;

/** The rows as text, in parts. */
export function* formatInParts(rows: RowSource, format: LogFormat, mask?: Mask): Generator<TextPart, void> {
  let text = '';
  let entries = 0;
  for (let index = 0; index < rows.count; index++) {
    const row = rows.row(index);
    text += `${formatExportedRow(row, format, mask)}\n`;
    if (!row.gap) entries++;
    if (text.length >= partLength || index === rows.count - 1) {
      yield { text, rowsDone: index + 1, entries };
      text = '';
      entries = 0;
    }
  }
}

/** One row without its line end. In `.log` an entry may have many lines. */
export function formatExportedRow(row: LogRow, format: LogFormat, mask?: Mask): string {
  if (format === 'jsonl') return formatJsonLine(row, mask);
  return formatRow(row, mask ? { typeWidth, mask } : { typeWidth });
}

/** A row as the service sent it, on one line. */
function formatJsonLine(row: LogRow, mask?: Mask): string {
  const { extraFields } = row;
  if (extraFields === undefined) return JSON.stringify(toJsonFields(row, mask));
  // Of a whole record the content is the JSON.
  const isWhole = extraFields === '';
  const text = isWhole ? (row.content ?? '') : extraFields;
  const more = mask ? parseRecord(mask(text), mask) : parseRecord(text);
  if (isWhole && more) return stringifyJson(more.record);
  const fields = more?.record;
  return stringifyJson({ ...toJsonFields(row, mask), ...(typeof fields === 'object' && fields) });
}

/** The fields as the service names them; what an entry doesn't have is absent. */
function toJsonFields(row: LogRow, mask?: Mask): object {
  if (row.gap)
    return { notLoaded: { from: formatTimestamp(row.gap.from), until: formatTimestamp(row.gap.until) } };
  const { type, requestId, method, durationInMs, content } = row;
  const text = (raw: string) => (mask ? maskColoredText(raw, mask) : raw);
  return {
    // Absent in the text; else it keeps its place when what was sent comes to it.
    timestamp: row.undated ? undefined : formatTimestamp(row.time),
    ...(type !== '' && { type: text(type) }),
    ...(requestId !== undefined && { requestId: text(requestId) }),
    ...(method !== undefined && { method: text(method) }),
    ...omitUndefined({ durationInMs }),
    ...(content !== undefined && { content: text(content) }),
  };
}

/** Absent where masking left no JSON, or the record is too deep to be masked. */
function parseRecord(text: string, mask?: Mask): { readonly record: unknown } | undefined {
  const masked = (_: string, value: unknown) =>
    mask && typeof value === 'string' ? maskColoredText(value, mask) : value;
  try {
    return { record: mask ? JSON.parse(text, masked) : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Colour codes can stand within a secret and hide it: where something is masked, they go with it. */
function maskColoredText(raw: string, mask: Mask): string {
  const plain = stripAnsi(raw);
  const masked = mask(plain);
  return masked === plain ? raw : masked;
}
