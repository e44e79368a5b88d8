import * as l10n from '@vscode/l10n';
import { toPlainText } from '../domain/plainText.ts';
import type { Chart } from './charts.ts';
import type { Figure } from './figures.ts';
import type { PeriodErrorReason, PeriodIssue } from './period.ts';
import { resultChartKey, successfulLineName } from './resultChart.ts';
import type { ServiceZone } from './serviceZone.ts';
import { getPartLines } from './statistics.ts';

/** The label of a series. A value with the unit `ms` is shown as a duration. */
export interface SeriesLabel {
  readonly title: string;
  /** The title of the column in a table by method, if it differs from the title of the chart. */
  readonly columnTitle?: string;
  readonly unit?: string;
  /** Whether the series counts something. Only counts have a meaningful sum. */
  readonly isCount: boolean;
}

/**
 * Returns the label of the chart of a series. If the chart has several parts, its title says which ones: those of
 * requests are methods.
 */
export function getChartLabel({ key, lines }: Chart): SeriesLabel {
  const label = getSeriesLabel(key);
  const isStacked = key === 'requests_count' && getPartLines({ lines }).length > 1;
  return isStacked ? { ...label, title: l10n.t('Requests by method'), columnTitle: label.title } : label;
}

/** Returns the label of a series. An unknown series has its own name as the title. */
export function getSeriesLabel(key: string): SeriesLabel {
  switch (key) {
    case 'sessions_count':
      return { title: l10n.t('Sessions'), isCount: true };
    case 'requests_count':
      return { title: l10n.t('Requests'), isCount: true };
    case 'requests_latency_mean':
      return { title: l10n.t('Latency'), unit: 'ms', isCount: false };
    case 'tool_errors':
      return { title: l10n.t('Tool errors'), isCount: true };
    case 'mcp_errors':
      return { title: l10n.t('Protocol errors'), isCount: true };
    case 'output_token_mean':
      return { title: l10n.t('Mean output tokens'), isCount: false };
    case 'task_count':
      return { title: l10n.t('Tasks'), isCount: true };
    case resultChartKey:
      return { title: l10n.t('Requests by result'), isCount: true };
    default:
      return { title: toPlainText(key) || l10n.t('(no name)'), isCount: false };
  }
}

/** Returns the name of a line of the chart of requests by result. */
export function getResultLabel(name: string): string {
  return name === successfulLineName ? l10n.t('Successful') : getSeriesLabel(name).title;
}

export function getFigureLabel(key: Figure['key']): Pick<SeriesLabel, 'title' | 'unit'> {
  switch (key) {
    case 'requests':
      return { title: l10n.t('Requests') };
    case 'sessions':
      return { title: l10n.t('Sessions') };
    case 'errorRate':
      return { title: l10n.t('Error rate'), unit: '%' };
    case 'latency':
      return { title: l10n.t('Latency'), unit: 'ms' };
  }
}

/**
 * Returns the name of the time zone of the request, or `undefined` if its days start at the same time as those of the
 * user's time zone.
 */
export function formatOtherZone({ name, hasSameOffset }: ServiceZone): string | undefined {
  return hasSameOffset ? undefined : l10n.t('Days are in the time zone {0}', name);
}

/** Returns the description of the values of which a median is computed, such as "Median of hourly means". */
export function describeMedian(interval: string | undefined): string {
  switch (interval) {
    case 'minute':
      return l10n.t('Median of the means per minute');
    case 'hour':
      return l10n.t('Median of hourly means');
    case 'day':
      return l10n.t('Median of daily means');
    case 'week':
      return l10n.t('Median of weekly means');
    default:
      return l10n.t('Median of the means per interval');
  }
}

/** Returns the text for the distance between points. An unknown interval is returned unchanged. */
export function formatInterval(interval: string | undefined): string | undefined {
  switch (interval) {
    case undefined:
      return undefined;
    case 'minute':
      return l10n.t('1-minute intervals');
    case 'hour':
      return l10n.t('1-hour intervals');
    case 'day':
      return l10n.t('1-day intervals');
    case 'week':
      return l10n.t('1-week intervals');
    default:
      return toPlainText(interval).slice(0, 40) || undefined;
  }
}

/** Returns the messages below the fields of an invalid period. */
export function createPeriodErrorTexts(): Readonly<Record<PeriodErrorReason, string>> {
  return {
    range: l10n.t('The time range must be in hours or days, such as 24h or 7d, and at most 31d.'),
    empty: l10n.t('Enter a date, such as 2026-11-21, or a date and a time, such as 2026-11-21 10:00.'),
    unreadable: l10n.t(
      "This isn't a valid date. Enter a date, such as 2026-11-21, or a date and a time, such as 2026-11-21 10:00.",
    ),
    future: l10n.t("The date can't be in the future."),
    order: l10n.t('The end of the time range must be later than the start.'),
    tooLong: l10n.t("The time range can't be longer than 31 days."),
  };
}

/** Returns one message for all problems of a period. Two fields with the same problem have only one sentence. */
export function formatPeriodIssues(issues: readonly PeriodIssue[]): string {
  const rules = createPeriodErrorTexts();
  return [...new Set(issues.map(({ rule }) => rules[rule]))].join(' ');
}

/**
 * Returns the message for a page whose service isn't the current one. `hasFigures`: whether the page shows figures from
 * an earlier request.
 */
export function describeOtherService(host: string, hasFigures: boolean): string {
  return hasFigures
    ? l10n.t('These figures are from {0}. The editor is now connected to a different service.', host)
    : l10n.t('This project is on {0}. The editor is now connected to a different service.', host);
}
