import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { hasAnyValue, sumChart } from '../charts.ts';
import { computeChartMedian, findPeak } from '../statistics.ts';
import type { CardOptions } from './cardOptions.ts';
import { createCardTable } from './cardTable.ts';
import { createChartView } from './chartView.ts';
import type { Plot } from './plot.ts';

export type Card = ReturnType<typeof createCard>;

/** Creates the card of a series, with its chart and legend, or its table in their place. */
export function createCard(options: CardOptions) {
  const { chart, analytics, texts } = options;
  const isEmpty = !hasAnyValue(chart);
  let plot: Plot | undefined;

  const id = `chart-${encodeURIComponent(chart.key).replaceAll('%', '_')}`;
  const title = createElement('h2', '', { id }, chart.title);
  const summary = createElement('span', 'total', {}, isEmpty ? '' : createSummary(options));
  // The time of the values in the legend replaces the summary while there is a cursor.
  const time = createElement('span', 'time', { 'aria-hidden': 'true' });
  const showTime = (text: string | undefined): void => {
    time.textContent = text ?? '';
    summary.classList.toggle('replaced', text !== undefined);
  };
  if (!chart.isCount) summary.title = analytics.medianHint;
  const header = createElement('header', '', {}, title, createElement('span', 'status', {}, summary, time));
  const root = createElement('section', 'card', { 'aria-labelledby': id }, header);
  root.dataset['key'] = chart.key;

  const area = createElement('div', 'plot');
  const legendList = createElement('ul', 'legend');
  const view = isEmpty
    ? createElement('p', 'no-data', {}, texts.noData)
    : createElement('div', 'view', {}, area, legendList);
  root.append(view);
  if (chart.times.length > 0) {
    const { place, actions } = createCardTable(options, view);
    root.append(place);
    header.append(actions);
  }

  return {
    root,
    /** Draws the chart. The card must already be in the document. */
    start(): void {
      if (!isEmpty) plot = createChartView({ ...options, showTime }, area, legendList);
    },
    recolor: () => plot?.recolor(),
    destroy: () => plot?.destroy(),
  };
}

/** Returns the total of counts, or the median and the peak of other values. */
function createSummary({ chart, texts, formats }: CardOptions): string {
  if (chart.isCount) return formatText(texts.total, formats.formatValue(sumChart(chart)));
  const formatValue = (value: number): string => formats.formatInUnit(value, chart.unit);
  const median = computeChartMedian(chart);
  const peak = findPeak(chart, false);
  if (median === undefined) return '';
  if (!peak) return formatText(texts.median, formatValue(median));
  const { text, hasDate } = formats.createMomentFormatter(chart.times)(peak.time);
  return formatText(
    hasDate ? texts.medianAndPeakOn : texts.medianAndPeakAt,
    formatValue(median),
    formatValue(peak.value),
    text,
  );
}
