import * as l10n from '@vscode/l10n';
import type { ChatQuestion } from '../context.ts';
import type { LogExcerpt } from '../domain/logExcerpt.ts';
import { toVisibleText } from '../editor/webview/visibleText.ts';
import { createDelimiter, formatDataBlock, sanitizeValue, shortenText } from './formatResult.ts';

/** Maximum number of characters of a text for the input of the chat. */
export const maxPromptLength = 16_000;
/** Maximum number of characters of an entry of a log. */
const maxEntryLength = 4000;
/** Maximum number of characters of a record, such as one with the definition of a tool. */
const maxRecordLength = 5000;
/** Number of characters for the notes about data that is left out. */
const notesLength = 500;
/** The mark for omitted members of a list. */
const omittedMark = '…';

/**
 * Formats a question and its data as one text of at most `maxPromptLength` characters. The data is masked, and marked
 * as data. If it's too long, the last records and the oldest entries of the log are left out, except for those with errors,
 * and notes state that.
 */
export function formatChatPrompt(
  { question, records = [], log }: ChatQuestion,
  mask: (text: string) => string,
): string {
  const delimiter = createDelimiter();
  let remaining = maxPromptLength - question.length - formatDataBlock('', delimiter).length - notesLength;
  const notes: string[] = [];
  const parts: string[] = [];
  for (const record of records) {
    // The mask recognizes some secrets only by the name of their field.
    const line = disableReferences(mask(formatRecord(sanitizeValue(record, mask))));
    if (line.length >= remaining) {
      notes.push(l10n.t('The first {0} of {1} records.', parts.length, records.length));
      break;
    }
    parts.push(line);
    remaining -= line.length + 1;
  }
  if (log && log.entryCount > 0) {
    const { text, shownCount, olderCount, shownErrorCount, errorCount } = fitLog(log, remaining);
    if (shownCount + olderCount < log.entryCount) {
      notes.push(
        l10n.t('The newest {0} of {1} log entries.', shownCount, log.entryCount),
        ...(olderCount > 0
          ? [
              l10n.t(
                'Before them are older requests with errors. {0} of {1} errors are included.',
                shownErrorCount,
                errorCount,
              ),
            ]
          : []),
      );
    }
    if (shownCount > 0) parts.push(text);
  }
  const data = parts.length > 0 ? [formatDataBlock(parts.join('\n'), delimiter)] : [];
  return [question, ...notes, ...data].join('\n');
}

/** Formats a record as JSON. If it's too long, shortens its lists and texts until it isn't, or hardly anything is left. */
function formatRecord(record: unknown): string {
  let text = JSON.stringify(record);
  for (let limit = 64; text.length > maxRecordLength && limit > 1; limit /= 2) {
    text = JSON.stringify(shortenLists(record, limit));
  }
  return text;
}

/** Returns a copy of a JSON value whose arrays and objects have at most `limit` members, and whose texts are short. */
function shortenLists(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return shortenText(value, limit * 16);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.slice(0, limit).map((item) => shortenLists(item, limit));
    return value.length > limit ? [...items, omittedMark] : items;
  }
  const members = Object.entries(value);
  const kept = members.slice(0, limit).map(([name, item]) => [name, shortenLists(item, limit)]);
  return Object.fromEntries(members.length > limit ? [...kept, [omittedMark, members.length - limit]] : kept);
}

function fitLog(log: NonNullable<ChatQuestion['log']>, maxLength: number): LogExcerpt {
  let limit = Math.max(0, maxLength);
  while (true) {
    const excerpt = log.format({ text: limit, entry: maxEntryLength, errors: Math.floor(limit / 2) });
    const safe = disableReferences(excerpt.text);
    if (safe.length <= maxLength || excerpt.shownCount === 0) return { ...excerpt, text: safe };
    limit -= safe.length - maxLength;
  }
}

/** Formats a prompt that other people wrote, such as an example prompt of a server. */
export function formatSharedPrompt(prompt: string, mask: (text: string) => string): string {
  const text = toVisibleText(mask(prompt));
  return text.slice(0, maxPromptLength).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Separates each number sign from the word after it. The chat takes `#name` anywhere in its input as a reference to a
 * tool or to context, which the data must not add.
 */
function disableReferences(text: string): string {
  return text.replace(/(?<=^|\s)#(?=[\p{L}_])/gu, '# ');
}
