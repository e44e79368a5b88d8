import * as l10n from '@vscode/l10n';
import type { LogExcerpt, LogReading } from '../../domain/logExcerpt.ts';
import { truncateText } from '../../domain/plainText.ts';
import { formatDuration } from '../../editor/webview/units.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { stripAnsi } from '../ansi.ts';
import type { MaskText } from '../export/formats.ts';
import type { LogRow } from '../logRow.ts';
import { formatRow, formatTimestamp } from '../rowText.ts';
import type { LogStore } from '../store/logStore.ts';
import { groupByRequest, headBit, type RequestSummary, summarizeRequests } from '../view/requests.ts';
import { isError, selectEntries } from './selectEntries.ts';

/** Maximum number of characters of a request's header. */
const maxHeadLength = 300;

/** The entries of a reading: slots of the store, in the order of time. */
interface ReadEntries {
  readonly store: LogStore;
  readonly slots: Uint32Array;
  readonly hasOlder: boolean;
  readonly mask: MaskText;
}

/** Creates the reading of entries. The store must not change afterwards. */
export function createLogReading({ store, slots, hasOlder, mask }: ReadEntries): LogReading {
  const { columns } = store;
  const summaries = summarizeRequests(slots, store);
  const texts = new Map<number, string>();
  const getText = (slot: number): string => {
    const known = texts.get(slot);
    if (known !== undefined) return known;
    const text = formatEntry(store.getRow(slot), mask);
    texts.set(slot, text);
    return text;
  };
  const formatHead = (code: number): string => {
    const requestId = columns.requestIds.getText(code) ?? '';
    const start = store.findStart(code);
    // The subject of the summary can end within a secret, which the mask wouldn't recognize.
    const subject = start === undefined ? '' : mask(stripAnsi(store.getRow(start).content ?? ''));
    const text = mask(formatRequest(requestId, summaries.get(code)));
    return truncateText(subject === '' ? text : `${text} · ${subject.trim()}`, maxHeadLength);
  };
  const getLength = (slot: number, code: number | undefined, maxLength: number): number =>
    shorten(getText(slot), maxLength).length + 1 + (code === undefined ? 0 : formatHead(code).length + 1);
  const getTime = (index: number): number => columns.times[slots[index] ?? 0] ?? 0;
  const errorCount = slots.filter((slot) => isError(store, slot)).length;

  return {
    entryCount: slots.length,
    hasOlder,
    format({ text: maxLength, entry, errors = 0 }): LogExcerpt {
      // The header of the request must fit, too.
      const maxEntryLength = Math.min(
        entry,
        Math.max(Math.floor(maxLength / 2), maxLength - maxHeadLength - 100),
      );
      const limits = { text: maxLength, entry: maxEntryLength, errors };
      const { lengths, first, isFirst } = selectEntries({ store, slots, errorCount, getLength }, limits);
      const shown = slots.filter((slot) => lengths.has(slot));
      let shortenedCount = 0;
      const formatGroups = (part: Uint32Array): readonly string[] =>
        [...groupByRequest(part, store, () => true)].map((item) => {
          if (item >= headBit) return formatHead(columns.requestCodes[item - headBit] ?? 0);
          const text = getText(item);
          const line = shorten(text, lengths.get(item) ?? 0);
          if (line !== text) shortenedCount++;
          return line;
        });
      const text = [
        ...formatGroups(shown.filter(isFirst)),
        ...formatGroups(shown.filter((slot) => !isFirst(slot))),
      ].join('\n');
      const shownCount = slots.length - first;
      const counts = {
        shownCount,
        olderCount: shown.length - shownCount,
        shownErrorCount: shown.filter((slot) => isError(store, slot)).length,
        errorCount,
        shortenedCount,
      };
      if (shownCount === 0) return { text, ...counts, skippedCount: 0 };
      const [from, to] = [getTime(first), getTime(slots.length - 1)];
      const isContinued = first > 0 || hasOlder;
      // The end of a range is included. With the same end, the next excerpt would be the same.
      const isOneMillisecond = isContinued && from === to;
      const nextUntil = formatTimestamp(isOneMillisecond ? from - 1 : from);
      return {
        text,
        ...counts,
        from: formatTimestamp(from),
        to: formatTimestamp(to),
        ...(isContinued && { nextUntil }),
        skippedCount: isOneMillisecond
          ? slots.subarray(0, first).filter((slot) => columns.times[slot] === from && !lengths.has(slot))
              .length
          : 0,
      };
    },
  };
}

/** Formats an entry. The header of its request contains the request ID. */
function formatEntry({ requestId, ...row }: LogRow, mask: MaskText): string {
  const text = toVisibleText(formatRow(row, { mask }));
  return requestId === undefined ? text : `  ${text}`;
}

/** Formats the header of a request without its subject, such as `Request 4f2a: tools/call · 120 ms · 3 entries`. */
function formatRequest(requestId: string, summary: RequestSummary): string {
  const { method, durationInMs, errors, entries } = summary;
  const parts = [
    method,
    durationInMs === undefined ? undefined : formatDuration(durationInMs),
    entries === 1 ? l10n.t('1 entry') : l10n.t('{0} entries', entries),
    errors === 0 ? undefined : errors === 1 ? l10n.t('1 error') : l10n.t('{0} errors', errors),
  ];
  return l10n.t('Request {0}: {1}', requestId, parts.filter((part) => part !== undefined).join(' · '));
}

/** Shortens a masked text, so that no part of a secret remains. The result can be a few characters longer. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  return l10n.t('{0}… ({1} more characters)', start, text.length - start.length);
}
