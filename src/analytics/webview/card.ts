import { render } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { ChartFormatters } from '../chartFormatters.ts';
import { findBounds, hasAnyValue, sumChart, sumLine } from '../charts.ts';
import { createDrawing, type Drawing } from '../drawing.ts';
import type { AnalyticsTexts } from '../pageTexts.ts';
import type { PageChart } from '../protocol.ts';
import { type CardOptions, createCardFooter } from './cardFooter.ts';
import { addKeyboardCursor } from './keyboardCursor.ts';
import { colorSamples, type LegendItem, renderLegend } from './legend.ts';
import { getLineStyle, type LineStyle } from './lineStyle.ts';
import { createPlot, type Plot } from './plot.ts';
import { createChartTooltip } from './tooltip.ts';

export type Card = ReturnType<typeof createCard>;

/** Creates the card of a series, with its chart, legend, and table. */
export function createCard(options: CardOptions) {
  const { chart, texts, formats } = options;
  const isEmpty = !hasAnyValue(chart);
  let plot: Plot | undefined;

  const id = `chart-${encodeURIComponent(chart.key).replaceAll('%', '_')}`;
  const title = createElement('h2', '', { id }, chart.title);
  const total = createElement('span', 'total', {}, isEmpty ? '' : chartTotalText(chart, texts, formats));
  const area = createElement('div', 'plot');
  const legendList = createElement('ul', 'legend');
  const root = createElement(
    'section',
    'card',
    { 'aria-labelledby': id },
    createElement('header', '', {}, title, total),
  );
  root.dataset['key'] = chart.key;
  if (isEmpty) root.append(createElement('p', 'no-data', {}, texts.noData));
  else root.append(area, legendList);
  if (chart.times.length > 0) root.append(createCardFooter(id, options));

  return {
    root,
    /** Draws the chart. The card must already be in the document. */
    start(): void {
      if (!isEmpty) plot = startPlot(options, area, legendList);
    },
    recolor: () => plot?.recolor(),
    destroy: () => plot?.destroy(),
  };
}

/**
 * Draws the chart into `area` and its legend into `legendList`, and updates the legend and the tooltip when the cursor
 * moves.
 */
function startPlot(
  { chart, analytics, texts, formats }: CardOptions,
  area: HTMLElement,
  legendList: HTMLElement,
): Plot {
  const drawing = createDrawing(chart);
  const isError = /error|fail/i.test(chart.key);
  const styles = drawing.lines.map((_line, index) => getLineStyle(index, isError));
  const pointText = formats.createPointFormatter(chart.times);
  const legendItems = createLegendItems(chart, drawing, styles, texts, formats);
  const hiddenText = drawing.hiddenLineCount > 0 ? formatText(texts.moreLines, drawing.hiddenLineCount) : '';
  const drawLegend = (point?: number): void => {
    render(renderLegend(legendItems(point), hiddenText), legendList);
    colorSamples(legendList);
  };
  drawLegend();
  const tooltip = createChartTooltip();
  const plot = createPlot({
    root: area,
    drawing,
    styles,
    formats,
    from: analytics.from,
    to: analytics.to,
    onCursor: (index, left) => {
      const point = index === undefined ? undefined : drawing.pointIndexes[index];
      const isOnPoint = point !== undefined && point >= 0;
      drawLegend(isOnPoint ? point : undefined);
      const time = isOnPoint ? chart.times[point] : undefined;
      tooltip.show(
        time === undefined ? undefined : { time: pointText(time), rows: legendItems(point), left },
      );
    },
  });
  plot.over.append(tooltip.root);
  addKeyboardCursor(area, {
    plot,
    times: chart.times,
    label: formatText(texts.chart, chart.title),
    describePoint: (point) => {
      const values = legendItems(point).map(
        ({ name, value }) => `${name} ${value === missingValue ? texts.noValue : value}`,
      );
      return [pointText(chart.times[point] ?? 0), ...values].join(', ');
    },
  });
  return plot;
}

const missingValue = '–';

/**
 * Returns a function that creates the items of the legend, with the values at a point, or with totals if `point` is
 * `undefined`.
 */
function createLegendItems(
  chart: PageChart,
  drawing: Drawing,
  styles: readonly LineStyle[],
  texts: AnalyticsTexts,
  formats: ChartFormatters,
): (point: number | undefined) => LegendItem[] {
  const summarize = (line: PageChart['lines'][number]): string =>
    chart.isCount ? formats.formatValue(sumLine(line)) : lineBoundsText([line], texts, formats);
  return (point) =>
    drawing.lines.map(({ line }, index) => {
      const value = point === undefined ? undefined : (line.values[point] ?? null);
      return {
        style: styles[index] as LineStyle,
        name: line.name,
        value:
          value === undefined ? summarize(line) : value === null ? missingValue : formats.formatValue(value),
      };
    });
}

function chartTotalText(chart: PageChart, texts: AnalyticsTexts, formats: ChartFormatters): string {
  if (chart.isCount) return formatText(texts.total, formats.formatValue(sumChart(chart)));
  const bounds = lineBoundsText(chart.lines, texts, formats);
  return chart.unit === undefined ? bounds : formatText(texts.withUnit, bounds, chart.unit);
}

function lineBoundsText(
  lines: PageChart['lines'],
  { bounds }: AnalyticsTexts,
  { formatValue }: ChartFormatters,
): string {
  const valueRange = findBounds(lines);
  if (!valueRange) return '';
  const [low, high] = valueRange.map(formatValue);
  return low === high ? String(low) : formatText(bounds, String(low), String(high));
}
