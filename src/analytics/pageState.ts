import * as l10n from '@vscode/l10n';
import { toPlainText } from '../domain/plainText.ts';
import { type Problem, toPageProblem } from '../editor/problem.ts';
import { omitUndefined } from '../fields.ts';
import type { AnalyticsLoader, LoadedAnalytics } from './analyticsLoader.ts';
import { type Chart, createCharts, hasAnyValue } from './charts.ts';
import { createHeadlines } from './headlines.ts';
import { formatInterval, formatZone, getSeriesLabel } from './labels.ts';
import type { AnalyticsIdentity, AnalyticsPageState, PageChart, ShownAnalytics } from './protocol.ts';

/** Limits for a page. Only a broken service exceeds them, and the CSV has all data. */
const maxCharts = 40;
const maxLinesSent = 100;
const maxNameLength = 200;

interface AnalyticsPageInput extends Pick<AnalyticsLoader, 'choice' | 'isLoading' | 'answer'> {
  readonly previousResponse?: LoadedAnalytics | undefined;
  /** Time in ms until the next attempt, as the service requested. */
  readonly waitsFor?: number | undefined;
}

export function createAnalyticsPageState(
  identity: AnalyticsIdentity,
  { choice, isLoading, answer, previousResponse, waitsFor }: AnalyticsPageInput,
  problem: Problem | undefined,
  language: string,
): AnalyticsPageState {
  return {
    identity,
    choice,
    isLoading,
    ...(isLoading && waitsFor !== undefined && { waitsFor }),
    ...(problem && { problem: toPageProblem(problem) }),
    ...(answer && { shown: createShownAnalytics(answer, previousResponse, language) }),
  };
}

function createShownAnalytics(
  answer: LoadedAnalytics,
  before: LoadedAnalytics | undefined,
  language: string,
): ShownAnalytics {
  const { version, period, zone, serviceZone, analytics } = answer;
  const charts = createCharts(analytics, period);
  const left = charts.length - maxCharts;
  const interval = formatInterval(analytics.metadata?.interval);
  return {
    version,
    ...period,
    zone: formatZone(zone, serviceZone),
    ...omitUndefined({ interval }),
    ...(!charts.some(hasAnyValue) && { nothing: nothingText(charts) }),
    headlines: createHeadlines(charts, before ? createCharts(before.analytics, before.period) : [], language),
    charts: charts.slice(0, maxCharts).map((chart) => createPageChart(chart)),
    ...(left > 0 && { more: moreText(left) }),
  };
}

function moreText(left: number): string {
  return l10n.t(
    "This page can't show all the figures that the service returned. Not shown: {0}. To get all of them, use Copy All as CSV.",
    left,
  );
}

function nothingText(charts: readonly Chart[]): string {
  return charts.length === 0
    ? l10n.t("The service didn't return any figures for this time range.")
    : l10n.t('No activity in this time range.');
}

function createPageChart({ key, times, lines }: Chart): PageChart {
  return {
    key,
    times,
    ...getSeriesLabel(key),
    isCut: lines.length > maxLinesSent,
    lines: lines.slice(0, maxLinesSent).map(({ name, values }) => ({
      values,
      name: toPlainText(name).slice(0, maxNameLength) || l10n.t('(no name)'),
    })),
  };
}
