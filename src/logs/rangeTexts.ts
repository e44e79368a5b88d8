import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import { getUserTimeZone } from '../editor/userTimeZone.ts';
import { formatWallTime, toWallTime } from '../editor/webview/timeZone.ts';
import type { LogPageState } from './protocol.ts';
import type { LogQuery, ServiceFilter } from './read/logSource.ts';
import { type TimeErrorReason, type TimePoint, type TimeRange, toWholeUnits } from './timeRange.ts';

/**
 * Returns the label of a range, such as "Last 15 minutes" and "2026-11-21 10:00 – 11:00". `undefined` means the latest
 * entries.
 */
export function formatRange(range: TimeRange | undefined): string {
  if (!range) return vscode.l10n.t('Latest entries');
  const { since, until } = range;
  if (since && 'ago' in since && !until) return formatLastRange(since.ago);
  if (since && until) return vscode.l10n.t('{0} to {1}', formatTimePoint(since), formatTimePoint(until));
  if (since) return vscode.l10n.t('Since {0}', formatTimePoint(since));
  return until ? vscode.l10n.t('Until {0}', formatTimePoint(until)) : vscode.l10n.t('All entries');
}

/** Returns the text that is shown for a query without entries, with advice. */
export function describeEmptyLog({ range, filter }: LogQuery): string {
  const search = describeServiceFilter(filter).map(({ label }) => label);
  if (search.length > 0) {
    return vscode.l10n.t(
      'The service found no matching entries ({0}). Change the search or the time range.',
      search.join(' · '),
    );
  }
  if (!range) return vscode.l10n.t('No recent entries. New entries appear when the server is called.');
  if (range.since && 'ago' in range.since && !range.until) {
    return describeEmptyLastRange(range.since.ago);
  }
  return vscode.l10n.t('No entries in this time range. Select a different time range.');
}

/** Returns the label of the range from `ms` ago until now, such as "Last 15 minutes" and "Last hour". */
export function formatLastRange(ms: number): string {
  const { amount, unit } = toWholeUnits(ms);
  if (amount !== 1) return vscode.l10n.t('Last {0}', formatTimeSpan(ms));
  switch (unit) {
    case 'second':
      return vscode.l10n.t('Last second');
    case 'minute':
      return vscode.l10n.t('Last minute');
    default: // A single day is 24 hours.
      return vscode.l10n.t('Last hour');
  }
}

function describeEmptyLastRange(ms: number): string {
  const { amount, unit } = toWholeUnits(ms);
  if (amount !== 1) {
    return vscode.l10n.t('No entries in the last {0}. Select a longer time range.', formatTimeSpan(ms));
  }
  switch (unit) {
    case 'second':
      return vscode.l10n.t('No entries in the last second. Select a longer time range.');
    case 'minute':
      return vscode.l10n.t('No entries in the last minute. Select a longer time range.');
    default:
      return vscode.l10n.t('No entries in the last hour. Select a longer time range.');
  }
}

/** Returns the labels of the conditions by which the service filters. */
export function describeServiceFilter({
  level = [],
  search = '',
}: ServiceFilter): LogPageState['serviceConditions'] {
  const levels = level.map(levelLabel).join(', ');
  return [
    ...(levels === '' ? [] : [{ part: 'level' as const, label: vscode.l10n.t('Level: {0}', levels) }]),
    ...(search === ''
      ? []
      : [{ part: 'text' as const, label: vscode.l10n.t('Text: {0}', shortenSearch(search)) }]),
  ];
}

function levelLabel(level: string): string {
  switch (level) {
    case 'ERROR':
      return vscode.l10n.t('Error');
    case 'WARNING':
      return vscode.l10n.t('Warning');
    case 'INFO':
      return vscode.l10n.t('Info');
    case 'DEBUG':
      return vscode.l10n.t('Debug');
    default:
      return toPlainText(level);
  }
}

/** Maximum number of characters of a search text in a label. */
const maxLabelLength = 80;

function shortenSearch(text: string): string {
  const label = toPlainText(text);
  const characters = [...label];
  return characters.length <= maxLabelLength ? label : `${characters.slice(0, maxLabelLength).join('')}…`;
}

/** Returns the text for the usual delay of entries, in whole minutes. */
export function describeDelay(ms: number): string {
  return vscode.l10n.t('entries are delayed by about {0}', formatTimeSpan(ms));
}

/** Returns the message for an invalid time that the user entered. */
export function describeTimeError(rule: TimeErrorReason): string {
  switch (rule) {
    case 'empty':
      return vscode.l10n.t('Enter a time, such as 90m, 2d, 14:30, or 2026-11-21 10:00.');
    case 'number':
      return vscode.l10n.t('Add a unit: s, m, h, d, or w.');
    case 'unit':
      return vscode.l10n.t('Use the units s, m (minutes), h, d, or w.');
    case 'unreadable':
      return vscode.l10n.t(
        'Enter a time, such as 90m, 2d, 14:30, or 2026-11-21 10:00, or a start and an end separated by "to".',
      );
    case 'order':
      return vscode.l10n.t('The end is before the start.');
    case 'future':
      return vscode.l10n.t('The start is in the future.');
  }
}

function formatTimePoint(moment: TimePoint): string {
  if ('ago' in moment) {
    return moment.ago === 0 ? vscode.l10n.t('now') : vscode.l10n.t('{0} ago', formatTimeSpan(moment.ago));
  }
  const { second } = toWallTime(moment.at, getUserTimeZone());
  const fraction = new Date(moment.at).toISOString().slice(19, -1).replace('.000', '');
  const seconds = second === 0 && fraction === '' ? '' : `:${String(second).padStart(2, '0')}${fraction}`;
  return formatWallTime(moment.at, getUserTimeZone()) + seconds;
}

/** Returns the length of a time span as a text, such as "15 minutes". */
function formatTimeSpan(ms: number): string {
  const { amount, unit } = toWholeUnits(ms);
  switch (unit) {
    case 'second':
      return amount === 1 ? vscode.l10n.t('1 second') : vscode.l10n.t('{0} seconds', amount);
    case 'minute':
      return amount === 1 ? vscode.l10n.t('1 minute') : vscode.l10n.t('{0} minutes', amount);
    case 'hour':
      return amount === 1 ? vscode.l10n.t('1 hour') : vscode.l10n.t('{0} hours', amount);
    case 'day':
      return vscode.l10n.t('{0} days', amount); // A single day is formatted as 24 hours.
  }
}
