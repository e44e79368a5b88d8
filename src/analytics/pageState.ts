import type { Cure, Problem } from '../editor/problem.ts';
import type { Translate } from '../editor/translate.ts';
import { plainText } from '../explorer/plainText.ts';
import { type Chart, chartsOf, hasValues } from './charts.ts';
import { headlinesOf } from './headlines.ts';
import type { Answer, Loading } from './loading.ts';
import type { Identity, PageChart, PageProblem, PageState, Shown } from './protocol.ts';
import { intervalWord, seriesWords, zoneText } from './words.ts';

/** Charts and lines that a page takes; there are more only where something is wrong. The CSV has all. */
const mostCharts = 40;
const mostLinesSent = 100;
const longestName = 200;

interface State extends Pick<Loading, 'choice' | 'isLoading' | 'answer'> {
  readonly before?: Answer | undefined;
  /** ms until it is tried again, as the service asked. */
  readonly waitsFor?: number | undefined;
}

/** What the page is to show. */
export function pageState(
  identity: Identity,
  { choice, isLoading, answer, before, waitsFor }: State,
  problem: Problem | undefined,
  language: string,
  t: Translate,
): PageState {
  return {
    ...{ identity, choice, isLoading },
    ...(isLoading && waitsFor !== undefined && { waitsFor }),
    ...(problem && { problem: pageProblem(problem) }),
    ...(answer && { shown: shownOf(answer, before, language, t) }),
  };
}

function pageProblem({ message, cures, isCalm = false }: Problem): PageProblem {
  return { message, isCalm, cures: cures.map(({ label, icon }: Cure) => ({ label, icon })) };
}

function shownOf(answer: Answer, before: Answer | undefined, language: string, t: Translate): Shown {
  const { version, span, zone, sent, analytics } = answer;
  const charts = chartsOf(analytics, span);
  const left = charts.length - mostCharts;
  const interval = intervalWord(analytics.metadata?.interval, t);
  return {
    ...{ version, ...span, zone: zoneText(zone, sent, t) },
    ...(interval !== undefined && { interval }),
    ...(!charts.some(hasValues) && { nothing: nothingText(charts, t) }),
    headlines: headlinesOf(charts, before ? chartsOf(before.analytics, before.span) : [], language, t),
    charts: charts.slice(0, mostCharts).map((chart) => pageChart(chart, t)),
    ...(left > 0 && { more: moreText(left, t) }),
  };
}

function moreText(left: number, t: Translate): string {
  return t(
    'The service sent more measures than are shown here: {0}. Copy All as CSV takes all of them.',
    left,
  );
}

function nothingText(charts: readonly Chart[], t: Translate): string {
  return charts.length === 0
    ? t('The service sent no figures for this time.')
    : t('Nothing happened in this time.');
}

function pageChart({ key, times, lines }: Chart, t: Translate): PageChart {
  return {
    ...{ key, times, ...seriesWords(key, t) },
    isCut: lines.length > mostLinesSent,
    lines: lines
      .slice(0, mostLinesSent)
      .map(({ name, values }) => ({ values, name: plainText(name).slice(0, longestName) || t('(unnamed)') })),
  };
}
