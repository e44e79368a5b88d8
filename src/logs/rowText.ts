import { formatJson } from '../editor/webview/formatJson.ts';
import { formatDuration } from '../editor/webview/units.ts';
import { formatCodePoint, replaceInvisibleCharacters } from '../invisibleCharacters.ts';
import { stripAnsi } from './ansi.ts';
import type { LogRow } from './logRow.ts';
import { renderTerminalText } from './renderTerminalText.ts';

/** Maximum number of characters of an entry's first line in its row. Details show the rest. */
export const maxLineLength = 500;

/** Maximum number of characters of an entry in its row if lines wrap. */
const maxWrappedLength = 2_000;

/**
 * Maximum number of characters of an entry that the page needs to show its row. An expanded row requests the complete
 * content.
 */
const maxContentLength = 2 * maxWrappedLength;

/** Number of characters at the end of a long progress line that are searched for the start of its last state. */
const maxStateLength = maxContentLength / 2;

/** Returns the part of a long content that the row needs, or `undefined` if the content isn't long. */
export function cutContent(content: string): string | undefined {
  if (content.length <= maxContentLength) return undefined;
  const text = content.replace(leadingBlankLines, '');
  const start = findLastState(text);
  return text.slice(start, start + maxContentLength);
}

/**
 * Returns the start of the last state of the first line, if the line is long and overwrites itself, as for a progress
 * bar. Otherwise returns 0.
 */
function findLastState(text: string): number {
  const lineFeed = text.indexOf('\n');
  let end = lineFeed < 0 ? text.length : lineFeed;
  while (text[end - 1] === '\r') end--;
  if (end <= maxContentLength) return 0;
  const lineStart = text.indexOf('\r', end - maxStateLength);
  return (lineStart >= 0 && lineStart < end ? lineStart : text.lastIndexOf('\r', end - 1)) + 1;
}

/** Returns the method, content, and duration of an entry as plain text, which can have several lines. */
export function formatMessage(row: LogRow): string {
  return stripAnsi(formatRawMessage(row));
}

/** Returns the message with control codes. `isContentOnly` leaves out method and duration. */
function formatRawMessage({ method, content = '', durationInMs }: LogRow, isContentOnly = false): string {
  // The content of an END entry can be its duration, which must not be shown twice.
  const isDuration = durationInMs !== undefined && isDurationText(content, durationInMs);
  if (isContentOnly) return isDuration ? '' : content;
  const duration = durationInMs === undefined || isDuration ? undefined : formatDuration(durationInMs);
  return [method, content, duration].filter((part) => part !== undefined && part !== '').join('  ');
}

/** Whether the text of an entry, apart from its method, is only its duration. */
export function hasOnlyDuration({ content = '', durationInMs }: LogRow): boolean {
  return durationInMs !== undefined && (content === '' || isDurationText(content, durationInMs));
}

/** Whether a text is only this duration, in any precision, such as "1210 ms" or "1.2 s". */
function isDurationText(text: string, ms: number): boolean {
  const [, value, decimals = '', unit] = /^\s*(\d+(?:\.(\d+))?)\s*(ms|s)\s*$/.exec(text) ?? [];
  const unitMs = unit === 's' ? 1000 : 1;
  return (
    value !== undefined && Math.abs(Number(value) * unitMs - ms) <= (unitMs / 10 ** decimals.length) * 0.501
  );
}

/**
 * Returns the message as a terminal shows it, with color codes, from its first to its last visible line. Keeps the
 * indentation of the first line, because in a traceback each line can be an entry.
 */
function formatTerminalMessage(row: LogRow, isContentOnly = false): string {
  const part = cutContent(row.content ?? '');
  const message = renderTerminalText(
    formatRawMessage(part === undefined ? row : { ...row, content: part }, isContentOnly),
  );
  if (!message.includes(esc)) {
    return message.trimEnd().replace(leadingBlankLines, '').replace(/^\s+/, limitIndentation);
  }
  const lines = message.split('\n');
  const isVisible = (line: string): boolean => stripAnsi(line).trim() !== '';
  const visibleLines = lines.slice(lines.findIndex(isVisible), lines.findLastIndex(isVisible) + 1);
  // Each code sets the complete style, so only the last one before the first visible character is kept.
  return visibleLines
    .join('\n')
    .replace(
      leadingBlanksAndCodes,
      (start) => limitIndentation(stripAnsi(start)) + start.slice(start.lastIndexOf(esc)).trim(),
    );
}

/** Maximum number of characters before the text of a row, so that no row looks empty. */
const maxIndentation = 120;

function limitIndentation(blanks: string): string {
  return blanks.length > maxIndentation ? '' : blanks;
}

/** The blank lines at the start of a text. A line can end with a carriage return. */
const leadingBlankLines = /^(?:[^\S\r\n]*[\r\n])+/;

const esc = String.fromCharCode(27);
const leadingBlanksAndCodes = new RegExp(`^(?:\\s|${esc}\\[[\\d;]*m)+`);

/** Returns the first line of the message with color codes, and whether a part of the message is left out. */
export function getFirstLine(
  row: LogRow,
  isContentOnly = false,
): { readonly line: string; readonly isCut: boolean } {
  const message = formatTerminalMessage(row, isContentOnly);
  const end = message.slice(0, maxLineLength).search(/[\r\n]/);
  // Half of a surrogate pair at the end would be shown as a broken character.
  const line = message.slice(0, end < 0 ? maxLineLength : end).replace(/[\uD800-\uDBFF]$/, '');
  return { line, isCut: line.length < message.length };
}

/** Returns the message for a row with wrapped lines, up to a maximum length. */
export function getWrappedText(row: LogRow): string {
  return formatTerminalMessage(row).slice(0, maxWrappedLength);
}

/** Returns the content of an expanded row: indented JSON, or the text as a terminal shows it. */
export function formatExpandedContent(content: string): string {
  return formatJson(content) ?? renderTerminalText(content).trimEnd();
}

/** Replaces invisible characters by visible signs, except for control characters, which color codes contain. */
export function markInvisibleCharacters(text: string): string {
  return replaceInvisibleCharacters(text, (character) =>
    /\p{Cc}/u.test(character) ? character : formatCodePoint(character),
  );
}

/** Whether the details of a row show more than its line. A long line counts, because it might not fit into the row. */
export function isExpandable(row: LogRow & { readonly isCut?: true }): boolean {
  const { line, isCut } = getFirstLine(row);
  if (isCut || row.isCut || stripAnsi(line).length > 100) return true;
  return formatJson(row.content ?? '')?.includes('\n') ?? false;
}

/**
 * Returns the local or UTC date and time with milliseconds, in parts of constant width, such as `2026-11-21` and
 * `10:00:01.123`.
 */
export function toDateAndTime(ms: number, isUtc: boolean): { readonly date: string; readonly clock: string } {
  // `toISOString` formats in UTC, so subtracting the offset results in the local time.
  const offsetMs = isUtc ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  const text = new Date(ms - offsetMs).toISOString();
  const end = text.indexOf('T');
  return { date: text.slice(0, end), clock: text.slice(end + 1, -1) };
}

/** Returns the beginning of a request ID, which is enough to distinguish requests. */
export function shortenRequestId(requestId: string): string {
  return requestId.length <= 8 ? requestId : requestId.slice(0, 8);
}

/** Formats rows as plain text for the clipboard. */
export function formatRows(rows: readonly LogRow[]): string {
  return rows.map((row) => formatRow(row)).join('\n');
}

interface PlainTextOptions {
  /** Minimum width of the type in characters, which aligns the following columns. */
  readonly typeWidth?: number;
  /** Masks the secrets in a text. Called for every text from the service. */
  readonly mask?: (text: string) => string;
}

/**
 * Formats a row as plain text: UTC time, type, request ID, and message, with further lines indented. Rows of a build
 * log have no type and no request ID. A gap is a note about missing entries.
 */
export function formatRow(row: LogRow, { typeWidth = 0, mask = keepText }: PlainTextOptions = {}): string {
  if (row.gap) {
    return `--- entries between ${formatTimestamp(row.gap.from)} and ${formatTimestamp(row.gap.until)} are not loaded ---`;
  }
  const time = row.isUndated ? '-' : formatTimestamp(row.time);
  const requestId = row.requestId === undefined ? '-' : mask(row.requestId);
  const isContentOnly = row.type === '' && row.requestId === undefined;
  const origin = isContentOnly ? [] : [mask(row.type).padEnd(typeWidth), requestId];
  const text = [time, ...origin, mask(formatMessage(row))].join(' ').trimEnd();
  return /[\r\n]/.test(text) ? text.replaceAll(/\r\n?|\n/g, '\n    ') : text;
}

/** Formats a time in milliseconds as ISO 8601 in UTC, like the service. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

function keepText(text: string): string {
  return text;
}
