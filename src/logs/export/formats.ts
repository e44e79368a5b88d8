import * as l10n from '@vscode/l10n';
import { stringifyJson } from '../../api/stringifyJson.ts';
import { omitUndefined } from '../../fields.ts';
import { stripAnsi } from '../ansi.ts';
import type { LogRow } from '../logRow.ts';
import { formatRow, formatTimestamp } from '../rowText.ts';

/** The rows to export, in order. They must not change during the export. */
export interface RowSource {
  readonly count: number;
  row(index: number): LogRow;
}

/** A file format of exported logs. */
export interface LogFormat {
  readonly id: 'log' | 'jsonl';
  /** Extensions of its files without a dot, the default first. */
  readonly extensions: readonly [string, ...string[]];
  /** Returns the name of the format in the save dialog. */
  getLabel(): string;
  /** Returns the items of the list of formats, with and without masked secrets. */
  describeChoices(): { readonly masked: FormatChoice; readonly unmasked: FormatChoice };
  /** Formats one row, without a line feed at its end. */
  formatRow(row: LogRow, mask?: MaskText): string;
}

interface FormatChoice {
  readonly label: string;
  readonly detail: string;
}

/** Masks secrets in a text from the service. */
export type MaskText = (text: string) => string;

/** A part of the exported text, with complete rows that end with a line feed. */
interface TextPart {
  readonly text: string;
  /** Number of rows up to the end of this part, including gaps. */
  readonly rowsDone: number;
  /** Number of entries in this part, without gaps. */
  readonly entries: number;
}

/**
 * Minimum length of a part in characters. Large enough to be written efficiently, and small enough not to block the
 * extension host.
 */
const partLength = 256 * 1024;

/** Length of `WARNING`, the longest common type. */
const typeWidth = 7;

/** Formats the rows, and yields the text in parts. */
export function* formatInParts(
  rows: RowSource,
  { formatRow }: LogFormat,
  mask?: MaskText,
): Generator<TextPart, void> {
  let text = '';
  let entries = 0;
  for (let index = 0; index < rows.count; index++) {
    const row = rows.row(index);
    text += `${formatRow(row, mask)}\n`;
    if (!row.gap) entries++;
    if (text.length >= partLength || index === rows.count - 1) {
      yield { text, rowsDone: index + 1, entries };
      text = '';
      entries = 0;
    }
  }
}

/** Plain text. An entry can take several lines. */
export const textFormat: LogFormat = {
  id: 'log',
  extensions: ['log', 'txt'],
  getLabel: () => l10n.t('Log text'),
  describeChoices: () => ({
    masked: { label: l10n.t('Log text (.log) with secrets masked'), detail: maskedDetail() },
    unmasked: { label: l10n.t('Log text (.log)'), detail: l10n.t('Secrets included') },
  }),
  formatRow: (row, mask) => formatRow(row, mask ? { typeWidth, mask } : { typeWidth }),
};

/** One line of JSON for each row, with the fields that the service returned. */
export const jsonLinesFormat: LogFormat = {
  id: 'jsonl',
  extensions: ['jsonl'],
  getLabel: () => l10n.t('JSON Lines'),
  describeChoices: () => ({
    masked: { label: l10n.t('JSON Lines (.jsonl) with secrets masked'), detail: maskedDetail() },
    unmasked: {
      label: l10n.t('JSON Lines (.jsonl)'),
      detail: l10n.t('As returned by the service, secrets included'),
    },
  }),
  formatRow: formatJsonLine,
};

export const logFormats: readonly LogFormat[] = [textFormat, jsonLinesFormat];

function maskedDetail(): string {
  return l10n.t('Masks recognized tokens, keys, passwords, and cookies');
}

/** Formats a row as one line of JSON, with the fields that the service returned. */
function formatJsonLine(row: LogRow, mask?: MaskText): string {
  const { extraFields } = row;
  if (extraFields === undefined) return JSON.stringify(toJsonFields(row, mask));
  // If `extraFields` is empty, the content is the complete record as JSON.
  const isCompleteRecord = extraFields === '';
  const text = isCompleteRecord ? (row.content ?? '') : extraFields;
  const parsed = mask ? parseRecord(mask(text), mask) : parseRecord(text);
  if (isCompleteRecord && parsed) return stringifyJson(parsed.record);
  const fields = parsed?.record;
  return stringifyJson({ ...toJsonFields(row, mask), ...(typeof fields === 'object' && fields) });
}

/** Returns the fields with their names in the API. Fields that the entry doesn't have are absent. */
function toJsonFields(row: LogRow, mask?: MaskText): object {
  if (row.gap)
    return { notLoaded: { from: formatTimestamp(row.gap.from), until: formatTimestamp(row.gap.until) } };
  const { type, requestId, method, durationInMs, content } = row;
  const text = (raw: string) => (mask ? maskColoredText(raw, mask) : raw);
  return {
    // `undefined` isn't written, but reserves the position of the field for a timestamp in `extraFields`.
    timestamp: row.isUndated ? undefined : formatTimestamp(row.time),
    ...(type !== '' && { type: text(type) }),
    ...(requestId !== undefined && { requestId: text(requestId) }),
    ...(method !== undefined && { method: text(method) }),
    ...omitUndefined({ durationInMs }),
    ...(content !== undefined && { content: text(content) }),
  };
}

/** Returns `undefined` if masking made the JSON invalid, or if the record is nested too deeply. */
function parseRecord(text: string, mask?: MaskText): { readonly record: unknown } | undefined {
  const masked = (_: string, value: unknown) =>
    mask && typeof value === 'string' ? maskColoredText(value, mask) : value;
  try {
    return { record: mask ? JSON.parse(text, masked) : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Masks a text that can contain control codes. Codes inside a secret would hide it from the mask, so codes are removed
 * from texts with secrets.
 */
function maskColoredText(raw: string, mask: MaskText): string {
  const plain = stripAnsi(raw);
  const masked = mask(plain);
  return masked === plain ? raw : masked;
}
