import { render } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { findBounds, hasAnyValue, sumChart, sumLine } from '../charts.ts';
import { createDrawing } from '../drawing.ts';
import type { Formats } from '../formats.ts';
import type { AnalyticsTexts } from '../pageTexts.ts';
import type { PageChart } from '../protocol.ts';
import { type CardDeps, createCardFooter } from './cardFooter.ts';
import { addKeyboardCursor } from './keyboardCursor.ts';
import { colorSamples, legend } from './legend.ts';
import { type LineStyle, lineStyle } from './lineStyle.ts';
import { createPlot, type Plot } from './plot.ts';
import { createChartTooltip } from './tooltip.ts';

export type Card = ReturnType<typeof createCard>;

/** Creates the card of a series, with its chart, legend, and table. */
export function createCard(deps: CardDeps) {
  const { chart, shown, strings, formats } = deps;
  const drawing = createDrawing(chart);
  const isError = /error|fail/i.test(chart.key);
  const styles = drawing.lines.map((_line, index) => lineStyle(index, isError));
  const pointText = formats.point(chart.times);
  const isEmpty = !hasAnyValue(chart);
  let plot: Plot | undefined;

  const id = `chart-${encodeURIComponent(chart.key).replaceAll('%', '_')}`;
  const title = createElement('h2', '', { id }, chart.title);
  const total = createElement('span', 'total', {}, isEmpty ? '' : chartTotalText(chart, strings, formats));
  const area = createElement('div', 'plot');
  const items = createElement('ul', 'legend');
  const root = createElement(
    'section',
    'card',
    { 'aria-labelledby': id },
    createElement('header', '', {}, title, total),
  );
  root.dataset['key'] = chart.key;
  if (isEmpty) root.append(createElement('p', 'no-data', {}, strings.noData));
  else root.append(area, items);
  if (chart.times.length > 0) root.append(createCardFooter(id, deps));

  /** Returns the legend with the values at a point, or with totals if `place` is absent. */
  const legendItems = (place: number | undefined) =>
    drawing.lines.map(({ line }, index) => {
      const value = place === undefined ? undefined : (line.values[place] ?? null);
      return {
        style: styles[index] as LineStyle,
        name: line.name,
        value: value === undefined ? lineSummary(line) : value === null ? '–' : formats.value(value),
      };
    });
  const lineSummary = (line: PageChart['lines'][number]): string =>
    chart.isCount ? formats.value(sumLine(line)) : lineBoundsText([line], strings, formats);

  function drawLegend(place?: number): void {
    render(
      legend(
        legendItems(place),
        drawing.hiddenLineCount > 0 ? formatText(strings.moreLines, drawing.hiddenLineCount) : '',
      ),
      items,
    );
    colorSamples(items);
  }

  function start(): void {
    if (isEmpty) return;
    drawLegend();
    const tip = createChartTooltip();
    plot = createPlot({
      root: area,
      drawing,
      styles,
      formats,
      from: shown.from,
      to: shown.to,
      onCursor: (index, left) => {
        const place = index === undefined ? undefined : drawing.pointIndexes[index];
        const isOn = place !== undefined && place >= 0;
        drawLegend(isOn ? place : undefined);
        const time = isOn ? chart.times[place] : undefined;
        tip.show(time === undefined ? undefined : { time: pointText(time), rows: legendItems(place), left });
      },
    });
    plot.over.append(tip.root);
    addKeyboardCursor(area, {
      plot,
      times: chart.times,
      label: formatText(strings.chart, chart.title),
      words: (place) => {
        const values = legendItems(place).map(
          ({ name, value }) => `${name} ${value === '–' ? strings.noValue : value}`,
        );
        return [pointText(chart.times[place] ?? 0), ...values].join(', ');
      },
    });
  }

  return {
    root,
    /** Draws the chart. The card must already be in the document. */
    start,
    recolor: () => plot?.recolor(),
    destroy: () => plot?.destroy(),
  };
}

function chartTotalText(chart: PageChart, strings: AnalyticsTexts, formats: Formats): string {
  if (chart.isCount) return formatText(strings.total, formats.value(sumChart(chart)));
  const bounds = lineBoundsText(chart.lines, strings, formats);
  return chart.unit === undefined ? bounds : formatText(strings.withUnit, bounds, chart.unit);
}

function lineBoundsText(lines: PageChart['lines'], { bounds }: AnalyticsTexts, { value }: Formats): string {
  const found = findBounds(lines);
  if (!found) return '';
  const [low, high] = found.map(value);
  return low === high ? String(low) : formatText(bounds, String(low), String(high));
}
