import { prettyJson } from '../editor/webview/prettyJson.ts';
import { formatCodePoint, replaceInvisible } from '../invisibleCharacters.ts';
import { stripAnsi } from './ansi.ts';
import type { LogRow } from './logRow.ts';
import { renderTerminalText } from './renderTerminalText.ts';

/** Characters of an entry's first line that its row shows; the rest is there when it is expanded. */
export const maxLineLength = 500;

/** Characters of an entry that its row shows at most where lines may wrap. */
const maxWrappedLength = 2_000;

/** Characters of an entry that its row can need; the rest is asked for when it is opened. */
const maxContentLength = 2 * maxWrappedLength;

/** Characters at the end of a long line of progress that hold its last state. */
const maxStateLength = maxContentLength / 2;

/** As much of a long content as its row can need; undefined: it isn't long. */
export function cutContent(content: string): string | undefined {
  if (content.length <= maxContentLength) return undefined;
  const text = content.trimStart();
  const start = findLastState(text);
  return text.slice(start, start + maxContentLength);
}

/** Returns where the last state of the first line begins, if that is long and overwrites itself; else 0. */
function findLastState(text: string): number {
  const lineFeed = text.indexOf('\n');
  let end = lineFeed < 0 ? text.length : lineFeed;
  while (text[end - 1] === '\r') end--;
  if (end <= maxContentLength) return 0;
  const early = text.indexOf('\r', end - maxStateLength);
  return (early >= 0 && early < end ? early : text.lastIndexOf('\r', end - 1)) + 1;
}

/** All that an entry says, as plain text: method, content, duration. May have many lines. */
export function formatMessage(row: LogRow): string {
  return stripAnsi(formatRawMessage(row));
}

/** Returns the message with the codes of the content. `isBare`: without method and duration. */
function formatRawMessage(row: LogRow, isBare = false): string {
  if (isBare) return row.content ?? '';
  const duration = row.durationInMs === undefined ? undefined : formatCallDuration(row.durationInMs);
  return [row.method, row.content, duration].filter((part) => part !== undefined && part !== '').join('  ');
}

/** The message as a terminal shows it, from its first line with something to see on; codes of colors are in it. */
function formatTerminalMessage(row: LogRow, isBare: boolean): string {
  const part = cutContent(row.content ?? '');
  const message = renderTerminalText(
    formatRawMessage(part === undefined ? row : { ...row, content: part }, isBare),
  );
  if (!message.includes(esc)) return message.trim();
  const lines = message.split('\n');
  const isSeen = (line: string): boolean => stripAnsi(line).trim() !== '';
  const shown = lines.slice(lines.findIndex(isSeen), lines.findLastIndex(isSeen) + 1);
  // The last one of the codes before the first character has the whole style.
  return shown.join('\n').replace(blankStart, (start) => start.slice(start.lastIndexOf(esc)).trim());
}

const esc = String.fromCharCode(27);
const blankStart = new RegExp(`^(?:\\s|${esc}\\[[\\d;]*m)+`);

/** The one line a row shows of its message, color codes included, and whether that leaves something out. */
export function getFirstLine(
  row: LogRow,
  isBare = false,
): { readonly line: string; readonly isCut: boolean } {
  const message = formatTerminalMessage(row, isBare);
  const end = message.slice(0, maxLineLength).search(/[\r\n]/);
  // Half of a surrogate pair at the cut would show as a broken character.
  const line = message.slice(0, end < 0 ? maxLineLength : end).replace(/[\uD800-\uDBFF]$/, '');
  return { line, isCut: line.length < message.length };
}

/** What a row shows of its message where lines may wrap: all of it, unless it is longer than a view. */
export function getWrappedText(row: LogRow, isBare: boolean): string {
  return formatTerminalMessage(row, isBare).slice(0, maxWrappedLength);
}

/** Returns the content of an opened row: JSON with line breaks, else the text as a terminal shows it. */
export function formatOpenedContent(content: string): string {
  return prettyJson(content) ?? renderTerminalText(content).trimEnd();
}

/** The text with a sign for each character that isn't seen, other than control characters, which colour codes consist of. */
export function markUnseenCharacters(text: string): string {
  return replaceInvisible(text, (character) =>
    /\p{Cc}/u.test(character) ? character : formatCodePoint(character),
  );
}

/** Whether the row has more to show than its one line. A long line counts: it may not fit the panel. */
export function isExpandable(row: LogRow & { readonly isCut?: true }): boolean {
  const { line, isCut } = getFirstLine(row);
  if (isCut || row.isCut || stripAnsi(line).length > 100) return true;
  return prettyJson(row.content ?? '')?.includes('\n') ?? false;
}

/** A duration as people say it: `857 ms`, `1.98 s`, `2 min 5 s`. */
export function formatCallDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 59_995) return `${Number((ms / 1000).toFixed(2))} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Date and time to the millisecond, local or UTC, in parts of constant width: `2026-11-21`, `10:00:01.123`. */
export function toDateAndTime(ms: number, isUtc: boolean): { readonly date: string; readonly clock: string } {
  // Shifted by the zone, the clock of UTC is the local one.
  const zone = isUtc ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  const text = new Date(ms - zone).toISOString();
  const end = text.indexOf('T');
  return { date: text.slice(0, end), clock: text.slice(end + 1, -1) };
}

/** Local date and time, as `clockParts`. */
export function toLocalDateAndTime(ms: number): ReturnType<typeof toDateAndTime> {
  return toDateAndTime(ms, false);
}

/** The date that all times from one to the other have, local or UTC; undefined: they are of several days. */
export function findCommonDate(
  { from, until }: { readonly from: number; readonly until: number },
  isUtc: boolean,
): string | undefined {
  const { date } = toDateAndTime(from, isUtc);
  return date === toDateAndTime(until, isUtc).date ? date : undefined;
}

/** Enough of a request id to tell requests apart by eye. */
export function shortenRequestId(requestId: string): string {
  return requestId.length <= 8 ? requestId : requestId.slice(0, 8);
}

/** Rows as plain text for the clipboard. */
export function formatRows(rows: readonly LogRow[]): string {
  return rows.map((row) => formatRow(row)).join('\n');
}

/** How `plainText` is made for a place of its own. */
interface PlainTextOptions {
  /** Characters that a type takes up at least, so that what follows stands in columns. */
  readonly typeWidth?: number;
  /** Goes over every text of the row that the service gave. */
  readonly mask?: (text: string) => string;
}

/**
 * A row as plain text: UTC time, type, request id, message; further lines are indented. A build log has neither type nor
 * request. A gap says what it is.
 */
export function formatRow(row: LogRow, { typeWidth = 0, mask = keepText }: PlainTextOptions = {}): string {
  if (row.gap) {
    return `--- entries between ${formatTimestamp(row.gap.from)} and ${formatTimestamp(row.gap.until)} are not loaded ---`;
  }
  const time = row.undated ? '-' : formatTimestamp(row.time);
  const requestId = row.requestId === undefined ? '-' : mask(row.requestId);
  const isBare = row.type === '' && row.requestId === undefined;
  const origin = isBare ? [] : [mask(row.type).padEnd(typeWidth), requestId];
  const text = [time, ...origin, mask(formatMessage(row))].join(' ').trimEnd();
  return /[\r\n]/.test(text) ? text.replaceAll(/\r\n?|\n/g, '\n    ') : text;
}

/** A time (ms) as the service writes it: ISO 8601, UTC. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

function keepText(text: string): string {
  return text;
}
