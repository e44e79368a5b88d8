import * as l10n from '@vscode/l10n';
import type { ChatQuestion } from '../context.ts';
import { toVisibleText } from '../editor/webview/visibleText.ts';
import { createDelimiter, formatDataBlock, sanitizeValue } from './formatResult.ts';

/** Maximum number of characters of a text for the input of the chat. */
export const maxPromptLength = 16_000;
/** Maximum number of characters of an entry of a log. */
const maxEntryLength = 4000;
/** Number of characters for the notes about data that is left out. */
const notesLength = 500;

/**
 * Formats a question and its data as one text of at most `maxPromptLength` characters. The data is masked, and marked
 * as data. If it's too long, the last records and the oldest entries of the log are left out, and a note states that.
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
    const line = disableReferences(mask(JSON.stringify(sanitizeValue(record, mask))));
    if (line.length >= remaining) {
      notes.push(l10n.t('The first {0} of {1} records.', parts.length, records.length));
      break;
    }
    parts.push(line);
    remaining -= line.length + 1;
  }
  if (log && log.entryCount > 0) {
    const { text, shownCount } = fitLog(log, remaining);
    if (shownCount < log.entryCount) {
      notes.push(l10n.t('The newest {0} of {1} log entries.', shownCount, log.entryCount));
    }
    if (shownCount > 0) parts.push(text);
  }
  const data = parts.length > 0 ? [formatDataBlock(parts.join('\n'), delimiter)] : [];
  return [question, ...notes, ...data].join('\n');
}

function fitLog(
  log: NonNullable<ChatQuestion['log']>,
  maxLength: number,
): { readonly text: string; readonly shownCount: number } {
  let limit = Math.max(0, maxLength);
  while (true) {
    const { text, shownCount } = log.format({ text: limit, entry: maxEntryLength });
    const safe = disableReferences(text);
    if (safe.length <= maxLength || shownCount === 0) return { text: safe, shownCount };
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
