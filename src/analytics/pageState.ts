import * as l10n from '@vscode/l10n';
import { toPlainText } from '../domain/plainText.ts';
import { type Problem, toPageProblem } from '../editor/problem.ts';
import { omitUndefined } from '../fields.ts';
import type { AnalyticsLoader, LoadedAnalytics } from './analyticsLoader.ts';
import { computeBucketEnds } from './buckets.ts';
import { type Chart, createCharts, hasAnyValue } from './charts.ts';
import { createHeadlines } from './headlines.ts';
import { describeMedian, formatInterval, formatOtherZone, getChartLabel, getResultLabel } from './labels.ts';
import type { AnalyticsIdentity, AnalyticsPageState, PageChart, ShownAnalytics } from './protocol.ts';
import { createResultChart, resultChartKey } from './resultChart.ts';

/** Limits for a page, which are too high for a working service to exceed. The CSV has all data. */
const maxCharts = 40;
const maxLinesSent = 100;
const maxNameLength = 200;

interface AnalyticsPageInput extends Pick<AnalyticsLoader, 'choice' | 'isLoading' | 'response'> {
  readonly previousResponse?: LoadedAnalytics | undefined;
  /** Time in milliseconds until the next attempt, if the service requested a delay. */
  readonly retryInMs?: number | undefined;
}

export function createAnalyticsPageState(
  identity: AnalyticsIdentity,
  { choice, isLoading, response, previousResponse, retryInMs }: AnalyticsPageInput,
  problem: Problem | undefined,
  language: string,
): AnalyticsPageState {
  return {
    identity,
    choice,
    isLoading,
    ...(isLoading && retryInMs !== undefined && { retryInMs }),
    ...(problem && { problem: toPageProblem(problem) }),
    ...(response && { shown: createShownAnalytics(response, previousResponse, language) }),
  };
}

function createShownAnalytics(
  response: LoadedAnalytics,
  before: LoadedAnalytics | undefined,
  language: string,
): ShownAnalytics {
  const { version, period, serviceZone, analytics } = response;
  const charts = createCharts(analytics, period);
  const hiddenCount = charts.length - maxCharts;
  const interval = analytics.metadata?.interval;
  const resultChart = createResultChart(charts);
  const shownCharts = [...(resultChart ? [resultChart] : []), ...charts.slice(0, maxCharts)];
  return {
    version,
    ...period,
    ...omitUndefined({ zone: formatOtherZone(serviceZone), interval: formatInterval(interval) }),
    medianHint: describeMedian(interval),
    ...(!charts.some(hasAnyValue) && { emptyText: createEmptyText(charts) }),
    headlines: createHeadlines(
      charts,
      before ? createCharts(before.analytics, before.period) : [],
      response,
      language,
    ),
    charts: shownCharts.map((chart) =>
      createPageChart(chart, computeBucketEnds(chart.times, interval, serviceZone.name)),
    ),
    ...(hiddenCount > 0 && { hiddenChartsText: createHiddenChartsText(hiddenCount) }),
  };
}

function createHiddenChartsText(hiddenCount: number): string {
  return l10n.t(
    "This page can't show all the figures that the service returned. Not shown: {0}. To get all of them, use Copy All as CSV.",
    hiddenCount,
  );
}

function createEmptyText(charts: readonly Chart[]): string {
  return charts.length === 0
    ? l10n.t("The service didn't return any figures for this time range.")
    : l10n.t('No activity in this time range.');
}

function createPageChart(chart: Chart, ends: readonly number[]): PageChart {
  const { key, times, lines } = chart;
  return {
    key,
    times,
    ends,
    ...getChartLabel(chart),
    isCut: lines.length > maxLinesSent,
    lines: lines.slice(0, maxLinesSent).map(({ name, values }) => ({
      values,
      name: key === resultChartKey ? getResultLabel(name) : createLineName(name),
    })),
  };
}

function createLineName(name: string): string {
  return toPlainText(name).slice(0, maxNameLength) || l10n.t('(no name)');
}
