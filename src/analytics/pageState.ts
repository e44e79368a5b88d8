import type { Cure, Problem } from '../editor/problem.ts';
import type { Translate } from '../editor/translate.ts';
import { plainText } from '../explorer/plainText.ts';
import { type Chart, chartsOf } from './charts.ts';
import type { Answer, Loading } from './loading.ts';
import type { Identity, PageChart, PageProblem, PageState, Shown } from './protocol.ts';
import { intervalWord, seriesWords, zoneText } from './words.ts';

/** Charts and lines that a page takes; there are more only where something is wrong. The CSV has all. */
const mostCharts = 40;
const mostLinesSent = 100;
const longestName = 200;

interface State extends Pick<Loading, 'choice' | 'isLoading' | 'answer'> {
  /** ms until it is tried again, as the service asked. */
  readonly waitsFor?: number | undefined;
}

/** What the page is to show. */
export function pageState(
  identity: Identity,
  { choice, isLoading, answer, waitsFor }: State,
  problem: Problem | undefined,
  t: Translate,
): PageState {
  return {
    ...{ identity, choice, isLoading },
    ...(isLoading && waitsFor !== undefined && { waitsFor }),
    ...(problem && { problem: pageProblem(problem) }),
    ...(answer && { shown: shownOf(answer, t) }),
  };
}

function pageProblem({ message, cures, isCalm = false }: Problem): PageProblem {
  return { message, isCalm, cures: cures.map(({ label, icon }: Cure) => ({ label, icon })) };
}

function shownOf({ version, span, zone, sent, analytics }: Answer, t: Translate): Shown {
  const charts = chartsOf(analytics, span);
  const interval = intervalWord(analytics.metadata?.interval, t);
  return {
    ...{ version, ...span, zone: zoneText(zone, sent, t) },
    ...(interval !== undefined && { interval }),
    charts: charts.slice(0, mostCharts).map((chart) => pageChart(chart, t)),
    left: Math.max(0, charts.length - mostCharts),
  };
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
