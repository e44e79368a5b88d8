import * as l10n from '@vscode/l10n';
import type { LogExcerpt, LogReading } from '../domain/logExcerpt.ts';
import { createDelimiter, describeSmallBudget, formatDataBlock } from './formatResult.ts';
import { maxLogEntryLength } from './inputSchemas.ts';
import type { FormatResult } from './tool.ts';

interface LogResult {
  /** Data lines before the log. */
  readonly intro: readonly string[];
  readonly reading: LogReading;
  readonly maxEntryLength: number;
  /** Whether older entries can be requested with `until`. */
  readonly isContinuable: boolean;
}

/** Formats the entries of a log: requests with errors first, then the newest entries. Notes state what is left out. */
export function formatLog(result: LogResult): FormatResult {
  const { intro, reading, maxEntryLength } = result;
  const delimiter = createDelimiter();
  return (maxLength) => {
    const format = (excerpt: LogExcerpt): string => {
      const notes = describeExcerpt(excerpt, result);
      const data = [...intro, excerpt.text].filter((part) => part !== '').join('\n');
      return [...notes, ...(data === '' ? [] : [formatDataBlock(data, delimiter)])].join('\n');
    };
    const formatWithin = (length: number): LogExcerpt => {
      const text = Math.max(0, length);
      return reading.format({ text, entry: maxEntryLength, errors: Math.floor(text / 2) });
    };
    // The notes depend on the excerpt, so their length is known only afterwards.
    let [length, excerpt] = [maxLength, formatWithin(maxLength)];
    while (excerpt.shownCount > 0 && format(excerpt).length > maxLength) {
      length -= format(excerpt).length - maxLength;
      excerpt = formatWithin(length);
    }
    if (format(excerpt).length > maxLength || (reading.entryCount > 0 && excerpt.shownCount === 0)) {
      return describeSmallBudget();
    }
    return format(excerpt);
  };
}

/** Describes which entries a result contains, which are left out, and how to get those. */
function describeExcerpt(
  excerpt: LogExcerpt,
  { reading, maxEntryLength, isContinuable }: LogResult,
): readonly string[] {
  const { shownCount, olderCount, from = '', to = '', nextUntil, shortenedCount, skippedCount } = excerpt;
  const { entryCount, hasOlder } = reading;
  if (entryCount === 0) return [l10n.t('The log of the deployment has no entries.')];
  const isComplete = shownCount === entryCount && !hasOlder;
  return [
    isComplete
      ? l10n.t('All {0} entries, from {1} to {2}.', entryCount, from, to)
      : hasOlder
        ? l10n.t('The newest {0} entries, from {1} to {2}. There are older ones.', shownCount, from, to)
        : l10n.t('The newest {0} of {1} entries, from {2} to {3}.', shownCount, entryCount, from, to),
    ...(olderCount > 0
      ? [
          l10n.t(
            'Requests with errors are first, also older ones: {0} of {1} errors. To get only errors, use levels: ["ERROR"].',
            excerpt.shownErrorCount,
            excerpt.errorCount,
          ),
        ]
      : []),
    ...(isComplete || nextUntil === undefined
      ? []
      : [
          isContinuable
            ? l10n.t(
                'To get the older ones, call the tool again with the same input and until: "{0}". To get fewer, use levels, text, requestId, or since.',
                nextUntil,
              )
            : l10n.t(
                'The beginning of the log is left out. The user can open all of it with the command "Open Deployment Logs".',
              ),
        ]),
    ...(skippedCount > 0
      ? [
          l10n.t(
            '{0} more entries of {1} can only be found with levels, text, or requestId.',
            skippedCount,
            from,
          ),
        ]
      : []),
    ...(shortenedCount > 0
      ? [
          maxEntryLength < maxLogEntryLength
            ? l10n.t('{0} entries are shortened. To get more of them, use maxEntryLength.', shortenedCount)
            : l10n.t('{0} entries are shortened. The user can open the log in the editor.', shortenedCount),
        ]
      : []),
  ];
}
